import type { NavDocumentRow } from '@atelier/domain/nav/document.ts';
import type { StoredRow } from '../projections/stored-row.ts';

/** A row of migrations/0016_packages_and_nav.sql: what `toNavDocumentRow` makes of the stream `nav-<package id>`. */
export type NavDocumentTable = StoredRow<NavDocumentRow, 'requested_at' | 'changed_at' | 'due_at'>;

/** How one worker process finds the way to NAV. */
export interface NavCircuitTable {
  node: string;
  state: 'closed' | 'open' | 'half-open';
  since: Date;
  retry_at: Date | null;
  updated_at: Date;
}

declare module '../platform/database.ts' {
  interface Database {
    nav_document_row: NavDocumentTable;
    nav_circuits: NavCircuitTable;
    /** One row: packages sent before this moment were booked by hand. */
    nav_since: { only_row: boolean; at: Date };
  }
}
