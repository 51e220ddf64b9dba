import type { CollectionKind } from './collection/collection-events.ts';
import type { LaterCause } from './expected/expected-events.ts';
import type { Day, Instant, ItemId, RmaId, ShipmentId, SiteId, UserId, WorkerId } from '../kernel.ts';
import type {
  FeeAsked,
  HoldKind,
  Outcome,
  PauseReason,
  QualityCause,
  ScanVerdict,
  WaiverCode,
} from '../shared/item-facts.ts';
import type { StatusId } from '../shared/status.ts';

/** What is known of a scan that waits for its move; jsonb in the row. */
export interface MarkRow {
  readonly target: StatusId;
  readonly at: Instant;
  readonly by: UserId | null;
  readonly worker: WorkerId | null;
}

/** One line of every list, board and scan: a pure function of the item's stream. Holds nothing of the RMA's contact. */
export interface ItemRow {
  readonly id: ItemId;
  readonly rma_id: RmaId;
  readonly number: string;
  readonly store_id: SiteId;
  readonly customer_ref: string;
  readonly linked_from: ItemId | null;
  readonly linked_to: ItemId | null;
  readonly delivery: 'store' | 'client';

  readonly status: StatusId;
  readonly rank: number;
  readonly status_entered_at: Instant;
  /** Entry to the stage, later by the pauses that ended (product/dashboard.md §3); null outside the factory. */
  readonly stage_clock_from: Instant | null;
  /** Since when the clock stands, and for whom; null while it runs. */
  readonly stage_paused_since: Instant | null;
  readonly stage_waits_for: PauseReason | null;
  /** `StageTargetPassed` was noted in this stay. */
  readonly stage_target_passed: boolean;
  readonly created_at: Instant;
  readonly progress: number;
  readonly cancelled: boolean;
  readonly taken_at: Instant | null;
  readonly administrative: boolean;
  readonly clearing_run_id: number | null;
  readonly handed_over_at: Instant | null;

  /** 'site' | 'shipment' | 'customer' | 'settled' ('settled' also when a linked item holds the jewel now). */
  readonly custody_kind: 'site' | 'shipment' | 'customer' | 'factory-kept' | 'settled';
  readonly custody_site: SiteId | null;
  readonly custody_from: SiteId | null;
  readonly custody_to: SiteId | null;
  /** Where the shop that has it keeps it, '' for a part that was not named; null without a place. */
  readonly storage_safe: string | null;
  readonly storage_tray: string | null;
  /** How its owner wants it back, where they or the shop said so (product/repair.md §20); the shop of `other_shop`. */
  readonly collect_kind: CollectionKind | null;
  readonly collect_shop: SiteId | null;
  /** Chosen on the owner's page. */
  readonly collect_by_client: boolean;
  /** The booked time, on the calendar and clock of the shop that has the piece; null without one. */
  readonly pickup_day: Day | null;
  readonly pickup_from: string | null;
  readonly pickup_to: string | null;
  /** When the loan that is out is due back, on the calendar of the piece's shop; null where none is out. */
  readonly loan_due: Day | null;
  /** When it is expected to be ready, on the calendar of its shop; null without a date, or once it is ready or ended. */
  readonly expected_likely: Day | null;
  readonly expected_latest: Day | null;
  /** The latest day that was named first; what last moved it later, null where it is no later. */
  readonly expected_first: Day | null;
  readonly expected_later: LaterCause | null;
  readonly visible_sites: readonly SiteId[];
  /** Bound to (at the site) or travelling in; null otherwise. */
  readonly shipment_id: ShipmentId | null;
  readonly shipment_tracking: string | null;
  /** Of the newest leg it really travelled. */
  readonly tracking_number: string | null;
  readonly transfer_to: SiteId | null;
  readonly transfer_reason: null;
  readonly transfer_needed_at: Instant | null;

  readonly sku: string;
  readonly size: string | null;
  readonly product_name: string;
  readonly product_kind: string;
  readonly is_gold: boolean;
  readonly serial: string | null;
  /** The serial without case, blanks and hyphens: every lookup compares it. */
  readonly serial_key: string | null;
  /** Of the pieces that were replaced and stayed with the factory; null where none was. */
  readonly replaced_serial_keys: readonly string[] | null;
  readonly certificate_no: string | null;
  readonly image_count: number;
  /** What the customer is shown. */
  readonly released_pictures: readonly string[];
  readonly purchase_date: string;
  readonly invoice_number: string | null;
  readonly order_id: string | null;
  readonly order_number: string | null;

  readonly is_under_warranty: boolean;
  readonly warranty_until: string;
  readonly total_180: number;
  readonly fee_amount: number;
  readonly fee_currency: string;
  readonly fee_accepted: boolean;
  readonly fee_settled: boolean;
  readonly fee_paid: boolean;
  /** Minor units paid and not refunded, still to be paid, and to be returned (product/repair.md §14). */
  readonly fee_paid_amount: number;
  readonly fee_open: number;
  readonly fee_to_return: number;
  readonly fee_asked: FeeAsked | null;
  readonly waiver: WaiverCode;
  readonly waiver_requests: number;

  readonly holds: readonly HoldKind[];
  readonly outcome: Outcome | null;
  readonly reasons: readonly number[];
  readonly sub_reasons: readonly number[];
  readonly factory_reasons: readonly number[];
  readonly factory_sub_reasons: readonly number[];
  readonly original_factory: string | null;
  readonly quality_causes: readonly QualityCause[];
  readonly quality_cause: QualityCause | null;
  readonly quality_issue: boolean | null;
  readonly stone_count: number | null;
  readonly final_weight_mg: number | null;

  readonly last_scan_target: StatusId | null;
  readonly last_scan_verdict: ScanVerdict | null;
  readonly last_scan_at: Instant | null;
  readonly last_scan_by: UserId | null;
  readonly last_scan_worker: WorkerId | null;
  readonly scanned_targets: readonly StatusId[];
  readonly scan_marks: readonly MarkRow[];
  readonly last_worker_id: WorkerId | null;

  /** Who may take the last move back, and until when; null when it cannot be undone. */
  readonly undo_until: Instant | null;
  readonly undo_by: UserId | null;
  readonly undo_worker: WorkerId | null;
  /** The package a receipt came from: its stream takes part in the undo. */
  readonly undo_shipment_id: ShipmentId | null;

  readonly store_comments: number;
  readonly factory_comments: number;
  readonly follow_ups: number;
  readonly last_follow_up_at: Instant | null;
  /** Of the newest reminder since it waits; 0 = none yet. */
  readonly reminder_number: number;
  readonly reminder_at: Instant | null;
  /** No call was recorded since. */
  readonly to_call: boolean;
  readonly call_escalated: boolean;
}
