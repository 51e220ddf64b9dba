import type { FeeFate } from '@atelier/domain/insight/fee-fates.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import type { StateTable } from '../projections/bitemporal.ts';

/** Rows of migrations/0104_piece_facts.sql and 0113; they belong to the projection `piece_facts`. */
export interface PieceFactsTable extends StateTable {
  store_id: number;
  status: StatusId;
  site: number | null;
  scope_keys: number[];
  factory: number | null;
  sku: string;
  serial_key: string | null;
  reasons: number[];
  wrong_reason: boolean | null;
  in_warranty: boolean;
  deposited_at: Date;
  ready_at: Date | null;
  collected_at: Date | null;
  fee_quoted: number;
  fee_currency: string;
  fee_fate: FeeFate | null;
  fee_paid: number;
  fee_free: number;
  quoted_at: Date | null;
  waiver_asked_at: Date | null;
  waiver_decided_at: Date | null;
  is_missing: boolean;
  settled: number | null;
  settled_currency: string | null;
  told_latest: string | null;
  fold: object | null;
}

declare module '../platform/database.ts' {
  interface Database {
    piece_facts: PieceFactsTable;
  }
}
