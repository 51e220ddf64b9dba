import type { Rejection, RejectionCode } from '@atelier/domain/rejection.ts';
import { ApiError, type ErrorStatus } from './errors.ts';

/**
 * HTTP status of every reason to refuse a command. Refusals are normal results, hence 400 (product/calls.md §2); what
 * is outside the caller's view is 404. A new code without a line does not compile.
 */
export const REJECTION_STATUS = {
  // any command
  not_found: 404,
  already_exists: 400,
  invalid_input: 400,
  reason_required: 400,
  custody_elsewhere: 400,
  // moves of an item (product/repair.md §2)
  illegal_transition: 400,
  already_in_status: 400,
  item_cancelled: 400,
  item_closed: 400,
  held_approval: 400,
  held_waiting: 400,
  held_missing: 400,
  held_dispute: 400,
  fee_not_settled: 400,
  fee_missing: 400,
  fee_not_paid: 400,
  signature_required: 400,
  carrier_proof_required: 400,
  outcome_required: 400,
  measurement_required: 400,
  pickup_not_offered: 409,
  pickup_full: 409,
  parts_empty: 400,
  weighing_unknown: 404,
  weighing_not_last: 409,
  parts_not_standing: 409,
  needs_package: 400,
  package_has_other_items: 400,
  needs_receipt: 400,
  needs_handover: 400,
  dispute_open: 400,
  too_early: 400,
  not_administrative: 400,
  // undo
  undo_nothing: 400,
  undo_expired: 400,
  undo_not_yours: 400,
  undo_whole_package: 400,
  undo_other_target: 400,
  // holds, loss, outcome
  hold_exists: 400,
  hold_absent: 400,
  not_missing: 400,
  approval_required: 400,
  already_handed_over: 400,
  replacement_required: 400,
  // findings
  cause_not_offered: 400,
  cause_locked: 400,
  // fees and waivers
  currency_mismatch: 400,
  amount_invalid: 400,
  waiver_frozen: 400,
  waiver_used_up: 400,
  waiver_not_under_review: 400,
  waiver_under_review: 400,
  // payments and refunds (product/repair.md §14)
  payment_unknown: 400,
  payment_moved: 400,
  refund_exceeds: 400,
  refund_due: 400,
  loan_open: 409,
  loan_absent: 409,
  // the customer's answer by link
  fee_already_settled: 400,
  fee_link_ended: 409,
  fee_link_by_message: 400,
  message_not_possible: 409,
  // texts
  text_required: 400,
  text_too_long: 400,
  // shipments
  shipment_not_draft: 400,
  shipment_not_sent: 400,
  shipment_closed: 400,
  shipment_picked_up: 400,
  shipment_has_receipts: 400,
  shipment_cancelled: 400,
  shipment_open_lines: 400,
  tracking_used: 400,
  price_unknown: 400,
  cannot_send: 400,
  item_bound_elsewhere: 400,
  item_not_bound: 400,
  item_already_received: 400,
  wrong_order_type: 400,
  wrong_destination: 400,
  not_in_basket: 400,
  one_client_only: 400,
  delivery_not_chosen: 400,
  // deposit
  no_items: 400,
  too_many_items: 400,
  edit_too_late: 400,
  // workers and their roles
  role_in_use: 400,
  role_unknown: 400,
  role_fixed: 400,
  role_beyond_own: 400,
  work_id_used: 400,
  barcode_used: 400,
  // clearing
  end_date_required: 400,
  limit_exceeded: 400,
  run_undone: 400,
  run_not_found: 404,
  // webhooks (product/webhooks.md §5)
  too_many_exports: 429,
  webhook_off: 400,
  // NAV sending (product/nav.md §4)
  nav_not_bound: 400,
  nav_already_used: 400,
  nav_inside_china: 400,
  nav_data_not_found: 404,
  nav_package_not_sent: 400,
  nav_sending_now: 400,
  // configuration (product/system.md §1)
  setting_unknown: 400,
  setting_unchanged: 400,
  effective_in_past: 400,
  effective_too_late: 400,
  change_not_scheduled: 400,
  setting_needs_two: 400,
  // forgetting a person (product/privacy.md §2, §3)
  erasure_open: 400,
  erasure_decided: 400,
  other_person_needed: 400,
  decider_not_independent: 400,
  roles_of_two_persons: 400,
  legal_hold: 400,
  repair_open: 400,
  person_erased: 400,
  picture_not_releasable: 400,
  schedule_open: 400,
  // verifying the log
  verification_running: 400,
} as const satisfies Record<RejectionCode, ErrorStatus>;

/** Codes that speak of one field of the body, by its name on the wire. */
const FIELD_OF: Readonly<Partial<Record<RejectionCode, string>>> = {
  reason_required: 'reason',
  payment_unknown: 'payment',
  refund_exceeds: 'amount',
  refund_due: 'not_returned',
  cause_not_offered: 'quality_investigate',
  cause_locked: 'quality_investigate',
  role_fixed: 'permissions',
  role_beyond_own: 'permissions',
};

/** The English sentence of a refusal, for logs and integrators: the screens have their own by code. */
export const refusalMessage = (code: RejectionCode): string => `Refused: ${code.replaceAll('_', ' ')}.`;

/** The answer to a refused command: the domain's code, its facts as `data`, and the fields it is about. */
export function rejected(rejection: Rejection): ApiError {
  const { code, details } = rejection;
  const message = refusalMessage(code);
  const own = FIELD_OF[code] === undefined ? [] : [{ path: FIELD_OF[code], code }];
  const errors = (rejection.fields ?? own).map((field) => ({ path: field.path, code: field.code, message }));
  return new ApiError(REJECTION_STATUS[code], code, message, {
    ...(details !== undefined && { data: details }),
    ...(errors.length > 0 && { errors }),
  });
}
