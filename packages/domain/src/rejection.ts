/**
 * Why a command was refused. Closed and stable: the API maps each code to an HTTP status, the screens to a sentence
 * in seven languages. New codes are added, never renamed.
 */
export const REJECTION_CODES = [
  // any command
  'not_found',
  'already_exists',
  'invalid_input',
  'reason_required',
  'custody_elsewhere',
  // moves of an item (product/repair.md §2)
  'illegal_transition',
  'already_in_status',
  'item_cancelled',
  'item_closed',
  'held_approval',
  'held_waiting',
  'held_missing',
  'held_dispute',
  'fee_not_settled',
  'fee_missing',
  'fee_not_paid',
  'signature_required',
  'carrier_proof_required',
  'outcome_required',
  'measurement_required',
  'pickup_not_offered',
  'pickup_full',
  'parts_empty',
  'weighing_unknown',
  'weighing_not_last',
  'parts_not_standing',
  'needs_package',
  'package_has_other_items',
  'needs_receipt',
  'needs_handover',
  'dispute_open',
  'too_early',
  'not_administrative',
  // undo
  'undo_nothing',
  'undo_expired',
  'undo_not_yours',
  'undo_whole_package',
  'undo_other_target',
  // holds, loss, outcome
  'hold_exists',
  'hold_absent',
  'not_missing',
  'approval_required',
  'already_handed_over',
  'replacement_required',
  // findings
  'cause_not_offered',
  'cause_locked',
  // fees and waivers
  'currency_mismatch',
  'amount_invalid',
  'waiver_frozen',
  'waiver_used_up',
  'waiver_not_under_review',
  'waiver_under_review',
  // payments and refunds (product/repair.md §14)
  'payment_unknown',
  'payment_moved',
  'refund_exceeds',
  'refund_due',
  // loan pieces (product/repair.md §21)
  'loan_open',
  'loan_absent',
  // the customer's answer by link (product/repair.md §12.1)
  'fee_already_settled',
  'fee_link_ended',
  'fee_link_by_message',
  'message_not_possible',
  // texts
  'text_required',
  'text_too_long',
  // shipments
  'shipment_not_draft',
  'shipment_not_sent',
  'shipment_closed',
  'shipment_picked_up',
  'shipment_has_receipts',
  'shipment_cancelled',
  'shipment_open_lines',
  'tracking_used',
  'price_unknown',
  'cannot_send',
  'item_bound_elsewhere',
  'item_not_bound',
  'item_already_received',
  'wrong_order_type',
  'wrong_destination',
  'not_in_basket',
  'one_client_only',
  'delivery_not_chosen',
  // deposit
  'no_items',
  'too_many_items',
  'edit_too_late',
  // workers and their roles (product/workforce.md §2, §4)
  'role_in_use',
  'role_unknown',
  'role_fixed',
  'role_beyond_own',
  'work_id_used',
  'barcode_used',
  // clearing
  'end_date_required',
  'limit_exceeded',
  'run_undone',
  'run_not_found',
  // exports (product/exports.md §1)
  'too_many_exports',
  // webhooks (product/webhooks.md §5)
  'webhook_off',
  // NAV sending (product/nav.md §4)
  'nav_not_bound',
  'nav_already_used',
  'nav_inside_china',
  'nav_data_not_found',
  'nav_package_not_sent',
  'nav_sending_now',
  // configuration (product/system.md §1)
  'setting_unknown',
  'setting_unchanged',
  'effective_in_past',
  'effective_too_late',
  'change_not_scheduled',
  'setting_needs_two',
  // forgetting a person (product/privacy.md §2, §3)
  'erasure_open',
  'erasure_decided',
  'other_person_needed',
  'decider_not_independent',
  'roles_of_two_persons',
  'legal_hold',
  'repair_open',
  'person_erased',
  'picture_not_releasable',
  'schedule_open',
  // verifying the log (product/audit.md §8)
  'verification_running',
] as const;

export type RejectionCode = (typeof REJECTION_CODES)[number];

type DetailValue = string | number | boolean | null;

/** `details` are facts for the sentence on screen (ids, statuses, limits) under their names on the wire; never personal data. */
export interface Rejection {
  readonly code: RejectionCode;
  readonly details?: Readonly<
    Record<Lowercase<string>, DetailValue | readonly DetailValue[] | readonly BlockingDetail[]>
  >;
  /** A form's fields that are wrong, as the wire names them, each with its own stable code. */
  readonly fields?: readonly FieldIssue[];
}

export interface FieldIssue {
  readonly path: string;
  readonly code: string;
}

/** One thing that stops a shipment from being sent (`blocking` of can_send): whose fault, and which rule. */
export interface Blocking {
  readonly code: RejectionCode;
  readonly itemId: number | null;
}

/** A `Blocking` as callers read it, with the number of its piece. */
export interface BlockingDetail {
  readonly code: RejectionCode;
  readonly item_id: number | null;
  readonly number: string | null;
}
