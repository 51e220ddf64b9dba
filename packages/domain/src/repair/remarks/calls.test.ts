import { CALL_OUTCOMES, type CallOutcome } from './call-outcomes.ts';
import { describe, expect, test } from 'vitest';
import { worldAt } from '../../processes/testing-stages.ts';
import { SYSTEM } from '../../kernel.ts';
import { DEFAULT_POLICY } from '../../policy.ts';
import { FOLLOW_UP_RESULTS } from '../../shared/item-facts.ts';
import { specify } from '../../testing.ts';
import { itemDecider } from '../testing-decider.ts';
import { agreedDay, agreedVisit, isCallDue, nextCallOn, resultOf, wrongCallField } from './calls.ts';

const TODAY = '2026-11-26';
const call = (outcome: CallOutcome, comesOn: string | null = null) => ({ outcome, comesOn });

describe('the outcomes of a call (product/reminders.md §4)', () => {
  test.each(CALL_OUTCOMES)('%s is one of the five results', (outcome) => {
    for (const hasEmail of [true, false]) expect(FOLLOW_UP_RESULTS).toContain(resultOf(outcome, hasEmail));
  });

  test('a wrong number is answered by an email where there is an address', () => {
    expect(resultOf('wrong_number', true)).toBe('Email reminder sent');
    expect(resultOf('wrong_number', false)).toBe('Phone no answer');
  });

  test.each([
    ['no_answer', null, '2026-11-28'],
    ['left_message', null, '2026-11-30'],
    ['will_come', '2026-11-30', '2026-12-01'],
    ['will_come', '2026-12-31', '2027-01-01'],
    ['send', null, null],
    ['other_shop', null, null],
    ['wrong_number', null, null],
  ] as const)('after %s on %s the client is called again on %s', (outcome, comesOn, day) => {
    expect(nextCallOn(call(outcome, comesOn), TODAY)).toBe(day);
  });

  test('only a client who will come has a day, and it is today or within sixty days', () => {
    const field = (comesOn: string | null) =>
      wrongCallField(call('will_come', comesOn), 'Phone contacted', TODAY);
    expect(field(TODAY)).toBeUndefined();
    expect(field('2027-01-25')).toBeUndefined();
    for (const wrong of [null, '2026-11-25', '2027-01-26', '2026-11-31', 'Saturday'])
      expect(field(wrong)).toBe('comes_on');
    expect(wrongCallField(call('no_answer', TODAY), 'Phone no answer', TODAY)).toBe('comes_on');
    expect(wrongCallField(call('no_answer'), 'Phone contacted', TODAY)).toBe('result');
  });
});

describe('when a client is due a call', () => {
  const enteredAt = '2026-11-01T09:00:00.000Z';
  const last = (nextCall: string | null, at = '2026-11-20T09:00:00.000Z') => ({ at, nextCallOn: nextCall });

  test('without an agreed day the reminders decide', () => {
    for (const toCall of [true, false]) {
      expect(isCallDue({ toCall, enteredAt, last: null }, TODAY)).toBe(toCall);
      expect(isCallDue({ toCall, enteredAt, last: last(null) }, TODAY)).toBe(toCall);
    }
  });

  test('an agreed day counts before the reminders: not before it, and from it on', () => {
    expect(isCallDue({ toCall: true, enteredAt, last: last('2026-11-27') }, TODAY)).toBe(false);
    expect(isCallDue({ toCall: false, enteredAt, last: last(TODAY) }, TODAY)).toBe(true);
    expect(isCallDue({ toCall: false, enteredAt, last: last('2026-11-20') }, TODAY)).toBe(true);
  });

  test('what was agreed in an earlier wait counts for nothing', () => {
    const before = { toCall: false, enteredAt, last: last('2026-11-20', '2026-10-31T09:00:00.000Z') };
    expect(agreedDay(before)).toBeNull();
    expect(isCallDue(before, TODAY)).toBe(false);
  });
});

describe('logging a call', () => {
  const now = '2026-11-26T23:30:00.000Z';
  const { given } = specify(
    { ...itemDecider, initialState: worldAt(15).item(1) },
    { now, actor: SYSTEM, policy: DEFAULT_POLICY },
  );
  const logged = (outcome: CallOutcome, timeZone: string, comesOn: string | null = null) => ({
    type: 'RecordFollowUp' as const,
    result: resultOf(outcome, false),
    note: null,
    call: { outcome, comesOn, timeZone },
  });

  test('the next call is counted on the shop’s calendar', () => {
    const days = ['America/New_York', 'Asia/Tokyo'].map((zone) =>
      given().when(logged('no_answer', zone)).events(),
    );
    expect(days).toMatchObject([
      [{ type: 'FollowUpRecorded', data: { comesOn: null, nextCallOn: '2026-11-28' } }],
      [{ type: 'FollowUpRecorded', data: { comesOn: null, nextCallOn: '2026-11-29' } }],
    ]);
  });

  test('a day that is over where the shop is, is refused', () => {
    given()
      .when(logged('will_come', 'Asia/Tokyo', '2026-11-26'))
      .thenRejected('invalid_input');
    given()
      .when(logged('will_come', 'America/New_York', '2026-11-26'))
      .thenTypes('FollowUpRecorded');
  });

  test('without an outcome the event is what it was before the call list', () => {
    const events = given().when({ type: 'RecordFollowUp', result: 'Phone contacted', note: 'soon' }).events();
    expect(Object.keys(events[0]?.data ?? {}).toSorted()).toEqual([
      'at',
      'by',
      'customerRef',
      'note',
      'result',
    ]);
  });
});

describe('the day on which a client comes', () => {
  const booked = { type: 'PickupBooked', data: { day: '2026-11-30' } } as never;
  const cancelled = { type: 'PickupCancelled', data: {} } as never;
  const called = (comesOn?: string) => ({ type: 'FollowUpRecorded', data: { comesOn } }) as never;

  test.each([
    ['none without an agreement', [], null],
    ['of the booking', [called('2026-11-29'), booked], '2026-11-30'],
    ['none once it is cancelled', [booked, cancelled], null],
    ['of the newest call', [booked, called('2026-12-01')], '2026-12-01'],
    ['none after a call without one', [booked, called()], null],
  ])('is %s', (_, events, day) => {
    expect(agreedVisit(events)).toBe(day);
  });
});
