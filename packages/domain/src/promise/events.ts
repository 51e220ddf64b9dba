import type { DomainEvent } from '../decider.ts';
import type { Instant } from '../kernel.ts';
import type { ReadyModel } from '../shared/ready-date/ready-model.ts';

/**
 * Stream `ready-model`: the newest is in force (product/promise.md §2). It names stages, places, products and reasons; nothing
 * personal.
 */
export type ReadyModelFitted = DomainEvent<
  'ReadyModelFitted',
  {
    /** The version of its stream. */
    readonly number: number;
    readonly model: ReadyModel;
    readonly at: Instant;
  }
>;

export const READY_MODEL_STREAM = 'ready-model';

/** Every event has a line; null = nothing personal in it. */
export const PROMISE_PERSONAL_DATA = {
  ReadyModelFitted: null,
} as const satisfies Record<ReadyModelFitted['type'], null>;
