import type { PieceDecisions } from '@atelier/domain/processes/what-if/piece-decisions.ts';
import type { StateTable } from '../projections/bitemporal.ts';

/** Rows of migrations/0129_rule_decisions.sql; they belong to the projection `rule_decisions`. */
export interface RuleDecisionsTable extends StateTable {
  store_id: number;
  deposited_at: Date;
  decided_at: Date;
  decisions: PieceDecisions;
}

declare module '../platform/database.ts' {
  interface Database {
    rule_decisions: RuleDecisionsTable;
  }
}
