/** What an endpoint can ask for: public names, which stay while the log's own change (product/webhooks.md §3). */
export const WEBHOOK_TYPES = [
  'repair.created',
  'repair.changed',
  'customer.erased',
  'piece.created',
  'piece.changed',
  'piece.status_changed',
  'piece.custody_changed',
  'piece.held',
  'piece.released',
  'piece.outcome_recorded',
  'piece.replaced',
  'piece.missing',
  'piece.found',
  'piece.lost',
  'piece.handed_over',
  'piece.loan_handed_out',
  'piece.loan_changed',
  'piece.loan_returned',
  'piece.collection_chosen',
  'piece.pickup_booked',
  'piece.pickup_cancelled',
  'piece.expected_date_changed',
  'piece.stage_target_passed',
  'fee.quoted',
  'fee.accepted',
  'fee.declined',
  'fee.waiver_decided',
  'fee.paid',
  'fee.payment_corrected',
  'fee.refunded',
  'package.sent',
  'package.unsent',
  'package.tracking_changed',
  'package.piece_received',
  'package.closed',
  'package.cancelled',
] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** Of a test delivery: no endpoint asks for it, each may get it. */
export const PING = 'ping';

/** Characters of a name and an address, endpoints in all, and hours for which an old key signs on. */
export const WEBHOOK_LIMITS = { name: 60, url: 2_000, endpoints: 50, overlapHours: 168 } as const;

/** Why an endpoint is off. `gone`: it responded 410. `failing`: deliveries failed for days in a row. */
export const WEBHOOK_OFF = ['person', 'gone', 'failing'] as const;
export type WebhookOff = (typeof WEBHOOK_OFF)[number];

/** How a delivery ended. `taken`: it was delivered. `blocked`: the address leads where no delivery may go, nothing was sent. */
export const WEBHOOK_OUTCOMES = [
  'taken',
  'refused',
  'gone',
  'timeout',
  'unreachable',
  'certificate',
  'blocked',
] as const;
export type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number];

/** Why a delivery cannot be sent again: by what its endpoint may get now, and whether the log still holds the event. */
export const NOT_SENT_AGAIN = [
  'webhook_off',
  'not_wanted',
  'out_of_sight',
  'history_archived',
  'event_gone',
  'test',
] as const;
export type NotSentAgain = (typeof NOT_SENT_AGAIN)[number];

/** Days that a line of the delivery log is kept. */
export const DELIVERIES_KEPT_DAYS = 30;
