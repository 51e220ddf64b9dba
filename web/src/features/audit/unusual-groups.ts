import type { ReviewState } from '@atelier/domain/audit/review/events.ts';
import { UNUSUAL_RULES, type UnusualRule } from '@atelier/domain/audit/unusual.ts';
import type { DayCount } from './day-strip.tsx';
import type { UnusualEntry } from './queries.ts';

export interface UnusualGroup {
  readonly rule: UnusualRule;
  /** The newest first. */
  readonly entries: readonly UnusualEntry[];
  readonly states: Readonly<Record<ReviewState, number>>;
}

export const stateOf = ({ review }: Pick<UnusualEntry, 'review'>): ReviewState => review?.state ?? 'open';

/** Unusual events by the rules that name them; those with the most open events first, and no rule that names none. */
export function unusualGroups(entries: readonly UnusualEntry[]): readonly UnusualGroup[] {
  return UNUSUAL_RULES.map((rule) => groupOf(rule, entries))
    .filter((group) => group.entries.length > 0)
    .toSorted((a, b) => b.states.open - a.states.open || b.entries.length - a.entries.length);
}

/** Those with work left, then those whose events are all explained. */
export function splitSettled(groups: readonly UnusualGroup[]) {
  const isSettled = ({ states }: UnusualGroup) => states.open === 0 && states.looked_at === 0;
  return [groups.filter((group) => !isSettled(group)), groups.filter(isSettled)] as const;
}

function groupOf(rule: UnusualRule, all: readonly UnusualEntry[]): UnusualGroup {
  const entries = all.filter(({ rules }) => rules.includes(rule));
  const states = { open: 0, looked_at: 0, explained: 0 };
  for (const entry of entries) states[stateOf(entry)] += 1;
  return { rule, entries, states };
}

/** How many of these events there are each day, the oldest day first. */
export function daysOf(
  entries: readonly Pick<UnusualEntry, 'at'>[],
  dayOf: (at: string) => string,
): readonly DayCount[] {
  const days = new Map<string, number>();
  for (const { at } of entries.toReversed()) days.set(dayOf(at), (days.get(dayOf(at)) ?? 0) + 1);
  return [...days].map(([day, count]) => ({ day, count })).toSorted((a, b) => (a.day < b.day ? -1 : 1));
}
