import { toMs, type Instant } from '../../kernel.ts';
import { overdueAt } from '../../dashboard/buckets.ts';
import type { Policy } from '../../policy.ts';
import type { StatusId } from '../../shared/status.ts';
import type { PolicySpan } from '../../system/config.ts';
import type { Span } from '../../insight/periods.ts';
import { changedLimits, type RuleChange } from './rules.ts';

/** A piece in a status at one place. The time of entry stays with it where it changes hands. */
export interface MarkedStay {
  readonly status: StatusId;
  readonly enteredAt: Instant;
  readonly from: Instant;
  /** The first moment after it; of one that lasts, the moment that is asked about. */
  readonly until: Instant;
}

type Limits = Pick<Policy, 'readyToShipOverMs' | 'waitingOverMs'>;

/** Whether a stay was marked as over at some time of a period, by the limits in force at each time (product/dashboard.md §2). */
export const wasMarked = (stay: MarkedStay, timeline: readonly PolicySpan[], period: Span): boolean =>
  timeline.some(({ fromMs, policy }, index) =>
    isMarkedWithin(stay, policy, {
      from: Math.max(fromMs, toMs(period.from)),
      until: Math.min(timeline[index + 1]?.fromMs ?? Infinity, toMs(period.until)),
    }),
  );

/** The same by changed limits, as though they had been in force throughout the period. */
export const wouldBeMarked = (
  stay: MarkedStay,
  timeline: readonly PolicySpan[],
  change: RuleChange,
  period: Span,
): boolean =>
  wasMarked(
    stay,
    timeline.map(({ fromMs, policy }) => ({
      fromMs,
      policy: { ...policy, ...changedLimits(policy, change) },
    })),
    period,
  );

function isMarkedWithin(
  { status, enteredAt, from, until }: MarkedStay,
  limits: Limits,
  span: { readonly from: number; readonly until: number },
): boolean {
  const over = overdueAt(status, enteredAt, limits);
  if (over === null) return false;
  return Math.max(toMs(over), toMs(from), span.from) < Math.min(toMs(until), span.until);
}

/** No stay that is shorter can be marked by any of these limits, milliseconds. */
export const shortestLimit = (timeline: readonly PolicySpan[], change: RuleChange): number =>
  Math.min(
    ...timeline.flatMap(({ policy }) =>
      [policy, changedLimits(policy, change)].flatMap(({ readyToShipOverMs, waitingOverMs }) => [
        readyToShipOverMs,
        waitingOverMs,
      ]),
    ),
  );
