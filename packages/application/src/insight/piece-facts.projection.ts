import { evolvePieceFacts, type PieceFacts } from '@atelier/domain/processes/piece-facts.ts';
import { pieceFee } from '@atelier/domain/processes/piece-fee.ts';
import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import { evolveSpanState, scopeKeysOf, type SpanState } from '../projections/span-state.ts';
import { statesProjection } from '../projections/bitemporal.ts';
import type { Projection } from '../projections/projection.ts';

/**
 * What the figures know of every piece, from when to when, on both axes: every figure is a query over the rows that were true
 * and known at its moment (decisions/0244).
 */
export const pieceFactsProjection: Projection = statesProjection<PieceState, ShownFacts, KeptFacts>({
  name: 'piece_facts',
  evolve,
  shown: shownOf,
  kept: (state) => ({ fold: state }),
  ended: () => ({ fold: null }),
  stateOf: ({ fold }) => {
    if (fold === null) throw new Error('a row of piece_facts that has not ended holds no state');
    return fold;
  },
  isDated: true,
  columns: [
    'store_id',
    'status',
    'site',
    'scope_keys',
    'factory',
    'sku',
    'serial_key',
    'reasons',
    'wrong_reason',
    'in_warranty',
    'fee_quoted',
    'fee_currency',
    'fee_fate',
    'fee_paid',
    'fee_free',
    'is_missing',
    'settled',
    'settled_currency',
    'told_latest',
    'fold',
  ],
  times: ['deposited_at', 'ready_at', 'collected_at', 'quoted_at', 'waiver_asked_at', 'waiver_decided_at'],
});

/** Who sees the piece, and what its figures are. */
interface PieceState {
  readonly seen: SpanState;
  readonly facts: PieceFacts;
}
type ShownFacts = ReturnType<typeof shownOf>;
interface KeptFacts {
  readonly fold: PieceState | null;
}

function evolve(state: PieceState | undefined, event: ItemEvent): PieceState | undefined {
  const seen = evolveSpanState(state?.seen, event);
  const facts = evolvePieceFacts(state?.facts, event);
  return seen === undefined || facts === undefined ? undefined : { seen, facts };
}

function shownOf({ seen, facts }: PieceState) {
  return {
    store_id: seen.storeId,
    status: facts.status,
    site: facts.site,
    scope_keys: [...scopeKeysOf(seen)],
    factory: facts.factory,
    sku: facts.sku,
    serial_key: facts.serialKey,
    reasons: [...facts.reasonIds],
    wrong_reason: facts.foundReasonIds === null ? null : isOther(facts.foundReasonIds, facts.reasonIds),
    in_warranty: facts.inWarranty,
    deposited_at: facts.depositedAt,
    ready_at: facts.readyAt,
    collected_at: facts.collectedAt,
    ...moneyOf(facts),
    waiver_asked_at: facts.waiverAskedAt,
    waiver_decided_at: facts.waiverDecidedAt,
    is_missing: facts.isMissing,
    settled: facts.settlement?.amount ?? null,
    settled_currency: facts.settlement?.currency ?? null,
    told_latest: facts.toldLatest ?? null,
  };
}

function moneyOf({ status, money, quotedAt }: PieceFacts) {
  const { quoted, fate, paid, free } = pieceFee(status, money);
  return {
    fee_quoted: quoted.amount,
    fee_currency: quoted.currency,
    fee_fate: fate,
    fee_paid: paid,
    fee_free: free,
    quoted_at: quotedAt,
  };
}

/** The factory found a reason that the counter had not named. */
const isOther = (found: readonly number[], named: readonly number[]): boolean =>
  found.some((reason) => !named.includes(reason));
