import type { ClearingRunRow } from '@atelier/domain/clearing/run.ts';
import type { StoredRow } from '../projections/stored-row.ts';

/** A row of migrations/0019_administration.sql: what `toClearingRunRow` makes of the stream `clearing-run-<id>`. */
export type ClearingRunTable = StoredRow<ClearingRunRow, 'started_at' | 'undone_at'>;

declare module '../platform/database.ts' {
  interface Database {
    clearing_run_row: ClearingRunTable;
  }
}
