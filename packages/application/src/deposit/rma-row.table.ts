import type { RmaRow } from '@atelier/domain/deposit/row.ts';
import type { StoredRow } from '../projections/stored-row.ts';

/** A row of migrations/0015_deposits_and_search.sql: what `toRmaRow` makes of the stream `rma-<id>`. Personal. */
export type RmaTable = StoredRow<RmaRow, 'created_at'>;

declare module '../platform/database.ts' {
  interface Database {
    rma_row: RmaTable;
  }
}
