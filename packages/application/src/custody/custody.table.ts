/** Rows of migrations/0017_custody_and_dashboard.sql; they belong to the projection `custody`. */
export interface CustodySpanTable {
  item_id: number;
  piece: number;
  entered_position: number;
  entered_at: Date;
  holder_kind: string;
  holder_id: number | null;
  from_site: number | null;
  to_site: number | null;
  left_at: Date | null;
  left_position: number | null;
  actor: string;
  worker: string | null;
  actor_site: number | null;
  version: number;
}

declare module '../platform/database.ts' {
  interface Database {
    custody_spans: CustodySpanTable;
  }
}
