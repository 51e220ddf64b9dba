import type { DomainEvent } from '../../decider.ts';
import type { Actor, Instant, SiteId } from '../../kernel.ts';
import type { StatusId } from '../../shared/status.ts';

/**
 * Part of stream `item-<id>`: the clock of the piece's stage reached the stage's target at this site (product/dashboard.md §3).
 * Once per stay; it moves nothing and names no person.
 */
export type StageTargetPassed = DomainEvent<
  'StageTargetPassed',
  {
    readonly status: StatusId;
    /** null on the way between two sites. */
    readonly siteId: SiteId | null;
    /** Entry to the stage: with status and site it names the stay. */
    readonly enteredAt: Instant;
    readonly targetHours: number;
    /** Time in the stage without its pauses, when the job found it. */
    readonly clockSeconds: number;
    readonly at: Instant;
    /** The system. */
    readonly by: Actor;
  }
>;
