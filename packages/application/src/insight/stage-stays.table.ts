import type { MoveKind } from '@atelier/domain/shared/item-facts.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import type { StateTable } from '../projections/bitemporal.ts';

/** Rows of migrations/0106_stage_stays.sql; they belong to the projection `stage_stays`. */
export interface StageStaysTable extends StateTable {
  store_id: number;
  scope_keys: number[];
  status: StatusId;
  site: number | null;
  sku: string;
  entered_at: Date;
  move: MoveKind | null;
  from_status: StatusId | null;
  from_site: number | null;
  from_entered_at: Date | null;
  left_by: MoveKind | null;
  fold: object | null;
}

declare module '../platform/database.ts' {
  interface Database {
    stage_stays: StageStaysTable;
  }
}
