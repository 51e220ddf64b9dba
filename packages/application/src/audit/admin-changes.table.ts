/** Rows of migrations/0019_administration.sql; they belong to the projection `admin_changes`. */
export interface AdminChangeTable {
  position: number;
  stream_id: string;
  kind: string;
  actor_id: number | null;
  version: number;
}

declare module '../platform/database.ts' {
  interface Database {
    admin_changes: AdminChangeTable;
  }
}
