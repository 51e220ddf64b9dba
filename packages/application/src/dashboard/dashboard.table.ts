/** Rows of migrations/0017_custody_and_dashboard.sql; all belong to the projection `dashboard`. */
export interface CountedItemTable {
  item_id: number;
  store_id: number;
  status: number;
  entered_at: Date;
  week: string;
  at_site: number | null;
  to_client: boolean;
  sites: number[];
  sent_from: number[];
  since: Date;
  since_position: number;
  version: number;
}

export interface StatusCounterTable {
  scope_key: number;
  status: number;
  hour: Date;
  total: number;
}

export interface CreateCounterTable {
  scope_key: number;
  week: string;
  total: number;
}

declare module '../platform/database.ts' {
  interface Database {
    item_census: CountedItemTable;
    status_counters: StatusCounterTable;
    create_counters: CreateCounterTable;
  }
}
