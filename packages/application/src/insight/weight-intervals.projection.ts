import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import {
  differenceOf,
  placeOf,
  verdictOf,
  type WeighingInterval,
} from '@atelier/domain/repair/weights/interval.ts';
import { changedInterval, evolveWeights, type WeightLedger } from '@atelier/domain/repair/weights/ledger.ts';
import { evolveSpanState, scopeKeysOf, type SpanState } from '../projections/span-state.ts';
import { statesProjection } from '../projections/bitemporal.ts';
import type { Projection } from '../projections/projection.ts';

/** What happened to every piece's weight between two weighings: what the gold ledger adds up. */
export const weightIntervalsProjection: Projection = statesProjection<WeighedState, ShownInterval, KeptState>(
  {
    name: 'weight_intervals',
    evolve,
    shown: shownOf,
    kept: (state) => ({ fold: state }),
    ended: () => ({ fold: null }),
    stateOf: ({ fold }) => {
      if (fold === null) throw new Error('a row of weight_intervals that has not ended holds no state');
      return fold;
    },
    columns: [
      'store_id',
      'scope_keys',
      'sku',
      'is_gold',
      'weighing',
      'in_mg',
      'added_mg',
      'out_mg',
      'scrap_mg',
      'loss_mg',
      'difference_mg',
      'tolerance_mg',
      'unweighed_parts',
      'verdict',
      'site',
      'place',
      'status',
      'spans',
      'explanation',
      'fold',
    ],
    times: ['opened_at', 'closed_at'],
  },
);

/** Who sees the piece, what it is, its weights, and who saw it at each weighing: who saw it then sees what is said of it later. */
interface WeighedState {
  readonly seen: SpanState;
  readonly sku: string;
  readonly isGold: boolean;
  readonly ledger: WeightLedger;
  readonly seenAt: readonly (readonly number[])[];
}
type ShownInterval = ReturnType<typeof shownOf>;
interface KeptState {
  readonly fold: WeighedState | null;
}

function evolve(state: WeighedState | undefined, event: ItemEvent): WeighedState | undefined {
  const seen = evolveSpanState(state?.seen, event);
  const ledger = evolveWeights(state?.ledger, event);
  if (seen === undefined || ledger === undefined) return undefined;
  const product = productOf(state, event);
  const seenAt = state?.seenAt ?? [scopeKeysOf(seen)];
  const isWeighed = ledger.weighings >= seenAt.length;
  return { seen, ledger, ...product, seenAt: isWeighed ? [...seenAt, scopeKeysOf(seen)] : seenAt };
}

function productOf(state: WeighedState | undefined, event: ItemEvent) {
  if (event.type === 'ItemDeposited' || event.type === 'ItemDepositEdited')
    return { sku: event.data.product.sku, isGold: event.data.product.isGold };
  const { sku = '', isGold = false } = state ?? {};
  return { sku: event.type === 'ItemReplaced' ? event.data.newPiece.sku : sku, isGold };
}

function shownOf({ seen, sku, isGold, ledger, seenAt }: WeighedState) {
  const interval = changedInterval(ledger);
  const keys = seenAt[interval?.weighing ?? 0] ?? [];
  return { store_id: seen.storeId, scope_keys: [...keys], sku, is_gold: isGold, ...weightsOf(interval) };
}

const NO_INTERVAL = {
  weighing: null,
  in_mg: null,
  added_mg: null,
  out_mg: null,
  scrap_mg: null,
  loss_mg: null,
  difference_mg: null,
  tolerance_mg: null,
  unweighed_parts: null,
  verdict: null,
  opened_at: null,
  closed_at: null,
  site: null,
  place: null,
  status: null,
  spans: null,
  explanation: null,
};

function weightsOf(interval: WeighingInterval | null) {
  if (interval === null) return NO_INTERVAL;
  const { kind, status } = placeOf(interval);
  return {
    weighing: interval.weighing,
    in_mg: interval.inMg,
    added_mg: interval.addedMg,
    out_mg: interval.outMg,
    scrap_mg: interval.scrapMg,
    loss_mg: interval.lossMg,
    difference_mg: differenceOf(interval),
    tolerance_mg: interval.toleranceMg,
    unweighed_parts: interval.unweighedParts,
    verdict: verdictOf(interval),
    opened_at: interval.openedAt,
    closed_at: interval.closedAt,
    site: interval.site,
    place: kind,
    status,
    spans: interval.spans,
    explanation: interval.explanation,
  };
}
