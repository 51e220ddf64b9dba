import type { StateTable } from '../projections/bitemporal.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';

/** Rows of migrations/0030_item_spans.sql; they belong to the projection `item_spans`. */
export interface ItemSpanTable extends StateTable {
  store_id: number;
  status: StatusId;
  entered_at: Date;
  custody_site: number | null;
  custody_from: number | null;
  custody_to: number | null;
  collect_shop: number | null;
  scope_keys: number[];
  outcome: string | null;
  transfer_to: number | null;
  transfer_needed_at: Date | null;
  to_call: boolean;
  call_escalated: boolean;
  sent_from: number[];
  reminded_at: Date | null;
  reminder_escalated: boolean;
  followed_up_at: Date | null;
}

declare module '../platform/database.ts' {
  interface Database {
    item_spans: ItemSpanTable;
  }
}
