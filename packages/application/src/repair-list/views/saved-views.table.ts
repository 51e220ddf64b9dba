import type { ViewFilters } from '@atelier/contracts/repair-list/views/schema.ts';
import type { ViewList } from '@atelier/domain/repair-list/views/contract.ts';
import type { ColumnType, Generated } from 'kysely';

/** A row of migrations/0015_deposits_and_search.sql: filters that a person keeps under a name. */
export interface SavedViewTable {
  id: ColumnType<number, never, never>;
  user_id: number;
  list: ViewList;
  name: string;
  filters: ColumnType<ViewFilters, string, string>;
  is_default: boolean;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

declare module '../../platform/database.ts' {
  interface Database {
    saved_views: SavedViewTable;
  }
}
