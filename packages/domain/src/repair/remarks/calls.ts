import { addDays, isDay } from '../../calendar.ts';
import type { Day, Instant, Money, SiteId } from '../../kernel.ts';
import type { Slot } from '../collection/slots.ts';
import type { PickupBooked, PickupCancelled } from '../collection/collection-events.ts';
import type { CallOutcome } from './call-outcomes.ts';
import type { FollowUpRecorded } from '../item/remark-events.ts';
import type { FollowUpResult } from '../../shared/item-facts.ts';

export interface Call {
  readonly outcome: CallOutcome;
  /** The day the client chose; null for every other outcome. */
  readonly comesOn: Day | null;
}

/** What a call also agrees on (product/repair.md §20). */
export interface AgreedCall extends Call {
  /** The time of the day on which the client comes; without it the day alone is agreed. */
  readonly pickup?: Slot | null;
  /** The shop to which the piece goes; null = not said. */
  readonly shopId?: SiteId | null;
  /** The shop takes the client although the time is full. */
  readonly overbook?: boolean;
  /** What sending costs, as agreed with the client. */
  readonly fee?: Money | null;
}

/** A wrong number is answered by an email; without an address the client was not reached. */
export function resultOf(outcome: CallOutcome, hasEmail: boolean): FollowUpResult {
  switch (outcome) {
    case 'will_come':
    case 'send':
    case 'other_shop':
      return 'Phone contacted';
    case 'wrong_number':
      return hasEmail ? 'Email reminder sent' : 'Phone no answer';
    case 'no_answer':
    case 'left_message':
      return 'Phone no answer';
  }
}

export const NO_ANSWER_DAYS = 2;
export const LEFT_MESSAGE_DAYS = 4;
/** A day further away is a slip of the hand. */
export const COMES_WITHIN_DAYS = 60;

/** The field of a call that does not agree with the others; undefined where all do. */
export function wrongCallField({ outcome, comesOn }: Call, result: FollowUpResult, today: Day) {
  const results = [resultOf(outcome, true), resultOf(outcome, false)];
  if (!results.includes(result)) return 'result' as const;
  if (outcome !== 'will_come') return comesOn === null ? undefined : ('comes_on' as const);
  const isSoon = comesOn !== null && isDay(comesOn) && today <= comesOn;
  return isSoon && comesOn <= addDays(today, COMES_WITHIN_DAYS) ? undefined : ('comes_on' as const);
}

/** The day on which the client is called again; null = with the next reminder. */
export function nextCallOn({ outcome, comesOn }: Call, today: Day): Day | null {
  switch (outcome) {
    case 'will_come':
      return comesOn === null ? null : addDays(comesOn, 1);
    case 'no_answer':
      return addDays(today, NO_ANSWER_DAYS);
    case 'left_message':
      return addDays(today, LEFT_MESSAGE_DAYS);
    case 'send':
    case 'other_shop':
    case 'wrong_number':
      return null;
  }
}

/** What is known of a piece that waits at 15 at its own shop. */
export interface Waiting {
  /** Reminded, without a call or message since. */
  readonly toCall: boolean;
  readonly enteredAt: Instant;
  /** The newest call, message or booked time (`lastAgreement`); of an earlier wait it counts for nothing. */
  readonly last: { readonly at: Instant; readonly nextCallOn: Day | null } | null;
}

/** The agreed day, while it lasts; null where none was agreed in this wait. */
export function agreedDay({ enteredAt, last }: Waiting): Day | null {
  return last !== null && Date.parse(last.at) >= Date.parse(enteredAt) ? last.nextCallOn : null;
}

/** A day that was agreed counts before the reminders: not earlier, and from that day on until a call. */
export function isCallDue(waiting: Waiting, today: Day): boolean {
  const agreed = agreedDay(waiting);
  return agreed === null ? waiting.toCall : agreed <= today;
}

/** A call, or a time that the client booked or cancelled on their page: the newest says when they are called again. */
export type Agreement = FollowUpRecorded | PickupBooked | PickupCancelled;

/** The newest of them; null without any. Events in the order of their stream. */
export function lastAgreement(events: readonly Agreement[]): Waiting['last'] {
  const last = events.at(-1);
  return last === undefined ? null : { at: last.data.at, nextCallOn: nextCallAfter(last) };
}

/** A booked time counts as an agreed day. Without one the reminders decide. */
function nextCallAfter({ type, data }: Agreement): Day | null {
  switch (type) {
    case 'FollowUpRecorded':
      return data.nextCallOn ?? null;
    case 'PickupBooked':
      return addDays(data.day, 1);
    case 'PickupCancelled':
      return null;
  }
}

/** The day on which the client comes, by the newest agreement; null where it names none. Events in the order of their moments. */
export function agreedVisit(events: readonly Agreement[]): Day | null {
  const last = events.at(-1);
  if (last === undefined) return null;
  if (last.type === 'FollowUpRecorded') return last.data.comesOn ?? null;
  return last.type === 'PickupBooked' ? last.data.day : null;
}
