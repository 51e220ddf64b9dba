import { describe, expect, test } from 'vitest';
import { worldAt } from '../../processes/testing-stages.ts';
import { DAY_MS, SYSTEM, toInstant, toMs } from '../../kernel.ts';
import { DEFAULT_POLICY } from '../../policy.ts';
import { specify } from '../../testing.ts';
import { itemDecider } from '../testing-decider.ts';
import { evolveItem } from '../evolve.ts';
import type { ItemEvent, ItemStatusChanged } from '../item/events.ts';
import type { Item, ItemFacts } from '../item/item.ts';
import { isToCall, reminderAt, reminderTerms } from './reminders.ts';

const ARRIVED = '2026-10-01T09:00:00.000Z';
const after = (ms: number): string => toInstant(toMs(ARRIVED) + ms);
const waiting = (over: Partial<ItemFacts> = {}): Item => ({
  ...worldAt(15).item(1),
  enteredAt: ARRIVED,
  ...over,
});

const given = (item: Item) => specify({ ...itemDecider, initialState: item }, contextAt(0)).given();
const contextAt = (ms: number) => ({ now: after(ms), actor: SYSTEM, policy: DEFAULT_POLICY });
const REMIND = { type: 'RemindCustomer' } as const;
const remind = (item: Item, ms: number) => given(item).when(REMIND, contextAt(ms));

function evolved(item: Item, events: readonly ItemEvent[]): Item {
  const state = events.reduce(evolveItem, item);
  if (state.kind === 'none') throw new Error('no item');
  return state;
}

const followUp = (ms: number): ItemEvent => ({
  type: 'FollowUpRecorded',
  data: {
    customerRef: 'customer-1',
    result: 'Phone contacted',
    note: null,
    at: after(ms),
    by: { userId: 1, workerId: null },
  },
});

describe('when a reminder falls due', () => {
  test.each([
    [7 * DAY_MS - 1, null],
    [7 * DAY_MS, 1],
    [14 * DAY_MS - 1, 1],
    [14 * DAY_MS, 2],
    [21 * DAY_MS, 3],
  ])('%d ms after arrival it is number %s', (ms, number) => {
    expect(reminderAt(ARRIVED, after(ms), DEFAULT_POLICY)?.number ?? null).toBe(number);
  });

  test('three are the shop’s own, the fourth is escalated', () => {
    expect(reminderAt(ARRIVED, after(28 * DAY_MS - 1), DEFAULT_POLICY)?.escalated).toBe(false);
    expect(reminderAt(ARRIVED, after(28 * DAY_MS), DEFAULT_POLICY)?.escalated).toBe(true);
  });
});

describe('the terms by which a query chooses', () => {
  test('the last arrival of which a reminder is due is one period ago', () => {
    const terms = reminderTerms(after(7 * DAY_MS), DEFAULT_POLICY);
    expect(terms).toEqual({
      status: 15,
      now: after(7 * DAY_MS),
      everyMs: 7 * DAY_MS,
      arrivedUntil: ARRIVED,
      keptBy: ['missing'],
    });
  });
});

describe('reminding', () => {
  test('nothing is noted a millisecond too early, and once at the very moment', () => {
    given(waiting())
      .when(REMIND, contextAt(7 * DAY_MS - 1))
      .thenNothing();
    expect(remind(waiting(), 7 * DAY_MS).events()).toMatchObject([
      { type: 'ReminderDue', data: { number: 1, dueAt: after(7 * DAY_MS), escalated: false } },
    ]);
  });

  test('asked again it notes nothing more until the next one is due', () => {
    const once = evolved(waiting(), remind(waiting(), 7 * DAY_MS).events());
    given(once)
      .when(REMIND, contextAt(14 * DAY_MS - 1))
      .thenNothing();
    expect(remind(once, 14 * DAY_MS).events()).toMatchObject([{ data: { number: 2 } }]);
  });

  test('what fell due between two checks is one reminder, the newest', () => {
    expect(remind(waiting(), 30 * DAY_MS).events()).toMatchObject([{ data: { number: 4, escalated: true } }]);
  });

  test('a call since it fell due has answered it, one before has not', () => {
    const early = evolved(waiting(), [followUp(7 * DAY_MS - 1)]);
    given(early)
      .when(REMIND, contextAt(8 * DAY_MS))
      .thenTypes('ReminderDue');
    const since = evolved(waiting(), [followUp(7 * DAY_MS)]);
    given(since)
      .when(REMIND, contextAt(8 * DAY_MS))
      .thenNothing();
    expect(remind(since, 14 * DAY_MS).events()).toMatchObject([{ data: { number: 2 } }]);
  });

  test('only what waits at its own shop: not under way, missing, or gone', () => {
    const way = { kind: 'site', siteId: 99 } as const;
    given(waiting({ custody: way }))
      .when(REMIND, contextAt(8 * DAY_MS))
      .thenRejected('custody_elsewhere');
    given(waiting({ holds: ['missing'] }))
      .when(REMIND, contextAt(8 * DAY_MS))
      .thenRejected('held_missing');
    given(worldAt(16).item(1))
      .when(REMIND, contextAt(8 * DAY_MS))
      .thenRejected('illegal_transition');
  });
});

describe('the list "to call"', () => {
  const reminded = evolved(waiting(), remind(waiting(), 7 * DAY_MS).events());

  test('lists a reminded piece until a call is recorded, and again from the next reminder on', () => {
    expect(isToCall(waiting())).toBe(false);
    expect(isToCall(reminded)).toBe(true);
    const called = evolved(reminded, [followUp(8 * DAY_MS)]);
    expect(isToCall(called)).toBe(false);
    expect(isToCall(evolved(called, remind(called, 14 * DAY_MS).events()))).toBe(true);
  });

  test('is left when the piece is taken, and a new wait begins without a reminder', () => {
    const move = (from: 15 | 16, to: 15 | 16, kind: ItemStatusChanged['data']['move']): ItemEvent => ({
      type: 'ItemStatusChanged',
      data: {
        from,
        to,
        move: kind,
        reason: null,
        enteredAt: after(9 * DAY_MS),
        at: after(9 * DAY_MS),
        by: { userId: 1, workerId: null },
        siteId: 1,
        runId: null,
      },
    });
    const taken = evolved(reminded, [move(15, 16, 'forward')]);
    expect(isToCall(taken)).toBe(false);
    expect(evolved(taken, [move(16, 15, 'override')]).remarks.reminder).toBeNull();
    for (const undo of ['undo', 'undo-administrative'] as const)
      expect(evolved(taken, [move(16, 15, undo)]).remarks.reminder).toEqual(reminded.remarks.reminder);
  });
});
