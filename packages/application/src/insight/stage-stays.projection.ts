import { evolveStageStay, type StageStay } from '@atelier/domain/insight/stage-stay.ts';
import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import type { MoveKind } from '@atelier/domain/shared/item-facts.ts';
import { evolveSpanState, scopeKeysOf, type SpanState } from '../projections/span-state.ts';
import { statesProjection } from '../projections/bitemporal.ts';
import type { Projection } from '../projections/projection.ts';

/** Every stay of every piece in a status at a place, with the moves between: what a factory's figures count. */
export const stageStaysProjection: Projection = statesProjection<StayState, ShownStay, KeptStay>({
  name: 'stage_stays',
  evolve,
  shown: shownOf,
  kept: (state) => ({ left_by: null, fold: state }),
  ended: ({ stay }) => ({ left_by: stay.move, fold: null }),
  stateOf: ({ fold }) => {
    if (fold === null) throw new Error('a row of stage_stays that has not ended holds no state');
    return fold;
  },
  columns: [
    'store_id',
    'scope_keys',
    'status',
    'site',
    'sku',
    'move',
    'from_status',
    'from_site',
    'left_by',
    'fold',
  ],
  times: ['entered_at', 'from_entered_at'],
});

/** Who sees the piece, and where it stays. */
interface StayState {
  readonly seen: SpanState;
  readonly stay: StageStay;
}
type ShownStay = ReturnType<typeof shownOf>;
interface KeptStay {
  /** How the stay ended; null while it lasts. */
  readonly left_by: MoveKind | null;
  readonly fold: StayState | null;
}

function evolve(state: StayState | undefined, event: ItemEvent): StayState | undefined {
  const seen = evolveSpanState(state?.seen, event);
  const stay = evolveStageStay(state?.stay, event);
  return seen === undefined || stay === undefined ? undefined : { seen, stay };
}

function shownOf({ seen, stay }: StayState) {
  return {
    store_id: seen.storeId,
    scope_keys: [...scopeKeysOf(seen)],
    status: stay.status,
    site: stay.site,
    sku: stay.sku,
    entered_at: stay.enteredAt,
    move: stay.move,
    from_status: stay.from,
    from_site: stay.fromSite,
    from_entered_at: stay.fromEnteredAt,
  };
}
