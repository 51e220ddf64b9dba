import type { ItemRow } from '@atelier/domain/repair/row-shape.ts';
import type { Generated } from 'kysely';
import type { StoredRow } from '../projections/stored-row.ts';

type ItemTimes =
  | 'transfer_needed_at'
  | 'status_entered_at'
  | 'created_at'
  | 'stage_clock_from'
  | 'stage_paused_since'
  | 'taken_at'
  | 'handed_over_at'
  | 'last_scan_at'
  | 'undo_until'
  | 'last_follow_up_at'
  | 'reminder_at';

/** A row of migrations/0014_items.sql: what `toItemRow` makes of the stream `item-<id>`. */
export interface ItemTable extends StoredRow<ItemRow, ItemTimes> {
  /** Who may see it, as numbers of `app_scope_key()`; made by the database from store and sites. */
  scope_keys: Generated<number[]>;
}

declare module '../platform/database.ts' {
  interface Database {
    item_row: ItemTable;
  }
}
