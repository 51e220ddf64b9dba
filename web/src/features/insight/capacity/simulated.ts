import { simulateChange } from '@atelier/domain/insight/simulation/what-if.ts';
import { errorOf, MOST_ERROR, type FlowModel } from '@atelier/domain/insight/simulation/flow-model.ts';
import type { Simulated } from '@atelier/domain/insight/simulation/simulate.ts';
import { isStatusId, type StatusId } from '@atelier/domain/shared/status.ts';
import type { DataOf } from '../../../lib/api/calls.ts';
import type { CapacityState } from './capacity-state.ts';

export type Capacity = NonNullable<DataOf<'GET', '/insight/capacity'>>;

export interface StageResult {
  readonly stage: StatusId;
  readonly own: number | null;
  readonly places: number | null;
  /** Hours of waiting for a place, on average: as it is, and with the change. */
  readonly waitNow: number;
  readonly wait: number;
  readonly taken: number | null;
}

export interface Result {
  readonly now: Simulated['took'];
  readonly changed: Simulated['took'];
  readonly weekly: number;
  readonly stages: readonly StageResult[];
}

export const modelOf = ({ learnt_at: at, stages, ...rest }: Capacity): FlowModel => ({
  ...rest,
  at,
  stages: stages.flatMap(({ rma_status_id: stage, places }) =>
    isStatusId(stage) ? [{ stage, places }] : [],
  ),
});

/** A change is offered only where the simulation agrees with a past that it had not seen. */
export const isTrusted = ({ check }: Pick<Capacity, 'check'>): boolean =>
  check !== null && errorOf(check) <= MOST_ERROR;

/** A site as it is and with the change, by the same pieces. */
export function resultOf(capacity: Capacity, places: CapacityState['places'], weekly: number): Result {
  const model = modelOf(capacity);
  const now = simulateChange(model, { places: new Map(), weekly: model.weekly });
  const changed = simulateChange(model, { places, weekly });
  const before = new Map(now.stages.map((each) => [each.stage, each]));
  const stages = changed.stages.map(({ stage, places: set, meanWait, taken }) => ({
    stage,
    own: before.get(stage)?.places ?? null,
    places: set,
    waitNow: before.get(stage)?.meanWait ?? 0,
    wait: meanWait,
    taken,
  }));
  return {
    now: now.took,
    changed: changed.took,
    weekly,
    stages: stages.toSorted((a, b) => a.stage - b.stage),
  };
}
