import type { IntervalPlace, WeightVerdict } from '@atelier/domain/repair/weights/interval.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import type { StateTable } from '../projections/bitemporal.ts';

/** Rows of migrations/0125_weight_intervals.sql; they belong to the projection `weight_intervals`. */
export interface WeightIntervalsTable extends StateTable {
  store_id: number;
  scope_keys: number[];
  sku: string;
  is_gold: boolean;
  /** null = no interval yet, and so is everything up to `explanation`. */
  weighing: number | null;
  in_mg: number | null;
  added_mg: number | null;
  out_mg: number | null;
  scrap_mg: number | null;
  loss_mg: number | null;
  difference_mg: number | null;
  tolerance_mg: number | null;
  unweighed_parts: number | null;
  verdict: WeightVerdict | null;
  opened_at: Date | null;
  closed_at: Date | null;
  site: number | null;
  place: IntervalPlace['kind'] | null;
  status: StatusId | null;
  spans: object | null;
  explanation: string | null;
  fold: object | null;
}

declare module '../platform/database.ts' {
  interface Database {
    weight_intervals: WeightIntervalsTable;
  }
}
