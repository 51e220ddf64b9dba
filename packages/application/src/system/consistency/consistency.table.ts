import type { DifferenceRow } from '@atelier/domain/system/consistency/difference.ts';
import type { StoredRow } from '../../projections/stored-row.ts';

/** A row of migrations/0020_consistency.sql: what `toDifferenceRow` makes of the stream `difference-<id>`. */
export type DifferenceTable = StoredRow<DifferenceRow, 'found_at' | 'repaired_at'>;

/** The one row that says how far the sweep has come. */
export interface ConsistencyProgressTable {
  only_row: boolean;
  /** Last stream, last row of each table, last scope of counters compared. */
  cursors: Readonly<Record<string, string | number>>;
  round_at: Date | null;
  round_streams: number;
  round_skipped: number;
  swept_at: Date | null;
}

declare module '../../platform/database.ts' {
  interface Database {
    difference_row: DifferenceTable;
    consistency_progress: ConsistencyProgressTable;
  }
}
