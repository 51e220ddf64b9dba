import { unreachable } from '../../decider.ts';
import type { Instant } from '../../kernel.ts';
import type { DifferenceEvent, DifferencePlace } from './events.ts';

/** A row that did not fit the log, from when it was found until it fits. */
export interface Difference extends DifferencePlace {
  readonly stage: 'open' | 'repaired';
  readonly id: number;
  readonly foundAt: Instant;
  readonly repairedAt: Instant | null;
}

export type DifferenceState = Difference | { readonly kind: 'none' };

export const initialDifference: DifferenceState = { kind: 'none' };

/** Folds one event into a difference. */
export function evolveDifference(state: DifferenceState, event: DifferenceEvent): DifferenceState {
  switch (event.type) {
    case 'DifferenceFound': {
      const { differenceId: id, at: foundAt, ...place } = event.data;
      return { ...place, id, stage: 'open', foundAt, repairedAt: null };
    }
    case 'DifferenceRepaired':
      return state.kind === 'none' ? state : { ...state, stage: 'repaired', repairedAt: event.data.at };
    default:
      return unreachable(event);
  }
}

/** A row of migrations/0020_consistency.sql without what the append adds. */
export interface DifferenceRow {
  readonly id: number;
  readonly table_name: string;
  readonly row_key: string;
  readonly kind: Difference['kind'];
  readonly columns: readonly string[];
  readonly stream_id: string | null;
  readonly stage: Difference['stage'];
  readonly found_at: Instant;
  readonly repaired_at: Instant | null;
}

export function toDifferenceRow(difference: Difference): DifferenceRow {
  return {
    id: difference.id,
    table_name: difference.table,
    row_key: difference.key,
    kind: difference.kind,
    columns: difference.columns,
    stream_id: difference.streamId,
    stage: difference.stage,
    found_at: difference.foundAt,
    repaired_at: difference.repairedAt,
  };
}
