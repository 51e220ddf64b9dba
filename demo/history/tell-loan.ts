import { DAY_MS, MINUTE_MS } from '@atelier/domain/kernel.ts';
import { dayIn } from '../reference/calendar.ts';
import type { PiecePlan } from './plan.ts';
import type { Teller } from './teller.ts';
import { onItem } from './verbs.ts';

/** What the shop lends at the counter, once the deposit is signed. */
export function tellLoan({ story, staff }: Teller, { rma, seat, turns }: PiecePlan, now: number): void {
  if (turns.loan === undefined) return;
  const { description, code, value, dueInDays } = turns.loan;
  const { shop, depositAt } = rma;
  const dueOn = dayIn(new Date(now + dueInDays * DAY_MS), shop.time_zone);
  const today = dayIn(new Date(depositAt), shop.time_zone);
  const loan = {
    description,
    code,
    value: { amount: value, currency: shop.currency },
    dueOn,
    condition: null,
  };
  story.plan(depositAt + 4 * MINUTE_MS, () =>
    onItem(story, staff.person(shop.id, rma.seat.id), seat.id, { type: 'HandOutLoan', loan, today }),
  );
}
