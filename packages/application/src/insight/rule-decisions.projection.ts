import { evolveDecisions, type PieceDecisions } from '@atelier/domain/processes/what-if/piece-decisions.ts';
import { statesProjection } from '../projections/bitemporal.ts';
import type { Projection } from '../projections/projection.ts';

/** The decisions of every piece that hang on a rule, as of any moment: what `/insight/what-if` decides again. */
export const ruleDecisionsProjection: Projection = statesProjection<PieceDecisions, Shown, object>({
  name: 'rule_decisions',
  evolve: evolveDecisions,
  shown: shownOf,
  kept: () => ({}),
  stateOf: ({ decisions }) => decisions,
  columns: ['store_id', 'decisions'],
  times: ['deposited_at', 'decided_at'],
});

type Shown = ReturnType<typeof shownOf>;

function shownOf(piece: PieceDecisions) {
  return {
    store_id: piece.storeId,
    deposited_at: piece.depositedAt,
    decided_at: piece.decisions.at(-1)?.at ?? piece.depositedAt,
    decisions: piece,
  };
}
