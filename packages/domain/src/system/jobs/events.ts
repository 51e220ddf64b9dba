import type { DomainEvent } from '../../decider.ts';
import type { Actor, Instant } from '../../kernel.ts';

/** A failed job was retried. Queues forget; this keeps who did it, to what, and why. Stream `job-retry-<id>`. */
export type JobRetried = DomainEvent<
  'JobRetried',
  {
    readonly retryId: number;
    readonly queue: string;
    readonly jobId: string;
    readonly name: string;
    readonly reason: string;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
/** A stream that a projection had parked was released; a worker folds it again. Stream `job-retry-<id>`. */
export type ParkedStreamReleased = DomainEvent<
  'ParkedStreamReleased',
  {
    readonly retryId: number;
    readonly projection: string;
    readonly streamId: string;
    readonly reason: string;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
export type JobEvent = JobRetried | ParkedStreamReleased;

/** Every job event has a line; null = nothing personal in it. */
export const JOB_PERSONAL_DATA = { JobRetried: null, ParkedStreamReleased: null } as const;
