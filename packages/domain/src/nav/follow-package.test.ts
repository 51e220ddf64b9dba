import { describe, expect, it } from 'vitest';
import { followPackage, retry, sendByHand, skip } from './follow-package.ts';
import type { NavPackage } from './follow-package.ts';
import {
  after,
  at,
  by,
  given,
  HONG_KONG,
  pending,
  rejected,
  sending,
  sent,
  START,
  typesOf,
  unknown,
} from './testing.ts';

const none = given();
const follow = (state = none, change: Partial<NavPackage> = {}) =>
  followPackage(state, { ...HONG_KONG, ...change }, by(at(60)));

describe('which packages NAV gets a document for (product/nav.md §1)', () => {
  it('a factory package to a store outside mainland China', () => {
    expect(follow()).toEqual([
      {
        type: 'NavDocumentRequested',
        data: {
          shipmentId: 77,
          trackingNumber: 'HK-2026-1',
          storeId: 7,
          itemIds: [1, 2],
          at: at(60),
          by: { userId: null, workerId: null },
        },
      },
    ]);
  });
  it('none for a store inside mainland China', () => {
    expect(follow(none, { storeIsOutside: false })).toEqual([]);
  });
  it.each([1, 3, 4])('none for a package of order type %i', (orderType) => {
    expect(follow(none, { orderType })).toEqual([]);
  });
  it('none before it is sent', () => {
    expect(follow(none, { sent: false })).toEqual([]);
  });
  it('one per package, however often it is checked', () => {
    expect(follow(pending())).toEqual([]);
    expect(follow(sending())).toEqual([]);
    expect(follow(unknown())).toEqual([]);
    expect(follow(sent())).toEqual([]);
    expect(follow(rejected())).toEqual([]);
  });
  it('one whose number NAV could not tell from another is rejected before NAV is asked', () => {
    const state = given(...follow(none, { numberTaken: true }));
    expect(state).toMatchObject({ state: 'rejected', answer: { code: 'number_taken' } });
  });
});

describe('a package taken back', () => {
  const takenBack = { sent: false };
  it('withdraws a pending document', () => {
    expect(typesOf(follow(pending(), takenBack))).toEqual(['NavDocumentWithdrawn']);
  });
  it('withdraws a rejected one: NAV has nothing of it', () => {
    expect(typesOf(follow(rejected(), takenBack))).toEqual(['NavDocumentWithdrawn']);
  });
  it.each([
    ['sent', sent()],
    ['sending', sending()],
    ['unknown', unknown()],
  ])('flags a %s one for attention, once: NAV may have it', (_, state) => {
    const events = follow(state, takenBack);
    expect(events).toMatchObject([{ type: 'NavAttentionRaised', data: { because: 'package_taken_back' } }]);
    expect(follow(after(state, events), takenBack)).toEqual([]);
  });
  it('and sent again asks for the document anew', () => {
    const withdrawn = after(pending(), follow(pending(), takenBack));
    expect(typesOf(follow(withdrawn))).toEqual(['NavDocumentRequested']);
  });
  it('and sent again as it was needs no attention any more when NAV has it', () => {
    const flagged = after(sent(), follow(sent(), takenBack));
    expect(typesOf(follow(flagged))).toEqual(['NavAttentionCleared']);
  });
  it('and sent again with other contents is flagged: NAV has what it was', () => {
    const flagged = after(sent(), follow(sent(), takenBack));
    const again = follow(flagged, { itemIds: [1] });
    expect(again).toMatchObject([{ type: 'NavAttentionRaised', data: { because: 'contents_changed' } }]);
    expect(after(flagged, again)).toMatchObject({ state: 'sent', itemIds: [1, 2] });
  });
});

describe('a tracking number that changes', () => {
  const renumbered = { trackingNumber: 'HK-2026-9' };
  it('changes a pending document with it', () => {
    expect(after(pending(), follow(pending(), renumbered))).toMatchObject({
      state: 'pending',
      trackingNumber: 'HK-2026-9',
    });
  });
  it('keeps what it knows of earlier attempts when it is asked for again', () => {
    const before = rejected();
    if (before.kind === 'none') throw new Error('no document');
    const { attempts, attemptedAt } = before;
    expect(after(before, follow(before, renumbered))).toMatchObject({
      state: 'pending',
      attempts,
      attemptedAt,
      attemptLimit: attempts + 10,
    });
    expect(attempts).toBe(1);
  });
  it('asks again under the new number after a rejection', () => {
    expect(typesOf(follow(rejected(), renumbered))).toEqual(['NavDocumentRequested']);
  });
  it.each([
    ['sent', sent()],
    ['sending', sending()],
    ['unknown', unknown()],
  ])('never makes a second document of a %s one: a person is told', (_, state) => {
    expect(follow(state, renumbered)).toMatchObject([
      { type: 'NavAttentionRaised', data: { because: 'tracking_changed' } },
    ]);
  });
});

describe('sending by hand: the pre-checks (product/nav.md §4)', () => {
  const send = (state = none, pack: NavPackage | null = HONG_KONG) =>
    sendByHand(state, pack, 'asked by hand', by(at(60), 5));
  const code = (result: ReturnType<typeof send>) => (result.ok ? 'ok' : result.rejection.code);

  it('tracking number not bound to any RMA', () => {
    expect(code(send(none, null))).toBe('nav_not_bound');
    expect(code(send(none, { ...HONG_KONG, itemIds: [] }))).toBe('nav_not_bound');
  });
  it('store is not outside China', () => {
    expect(code(send(none, { ...HONG_KONG, storeIsOutside: false }))).toBe('nav_inside_china');
  });
  it('tracking number already used: NAV has it, may have it, or has one it cannot tell from it', () => {
    expect([sent(), sending(), unknown()].map((state) => code(send(state)))).toEqual([
      'nav_already_used',
      'nav_already_used',
      'nav_already_used',
    ]);
    expect(code(send(none, { ...HONG_KONG, numberTaken: true }))).toBe('nav_already_used');
    expect(code(send(sent(), { ...HONG_KONG, itemIds: [1] }))).toBe('nav_already_used');
  });
  it('what was skipped while unresolved is not sent anew by hand', () => {
    const skipped = skip(unknown(), 'entered in NAV', by(at(30), 5));
    expect(skipped.ok && code(send(after(unknown(), skipped.events)))).toBe('nav_already_used');
  });
  it('the package has to be on its way from a factory', () => {
    expect(code(send(none, { ...HONG_KONG, sent: false }))).toBe('nav_package_not_sent');
    expect(code(send(none, { ...HONG_KONG, orderType: 1 }))).toBe('nav_package_not_sent');
  });
  it('otherwise it is asked for, and says who did', () => {
    expect(send()).toMatchObject({ ok: true, events: [{ data: { by: { userId: 5 } } }] });
    expect(send(rejected())).toMatchObject({ ok: true, events: [{ type: 'NavRetryRequested' }] });
  });
});

describe('retry and skip', () => {
  it('need a reason', () => {
    for (const touch of [retry, skip]) {
      expect(touch(rejected(), '  ', by(START, 5))).toMatchObject({ rejection: { code: 'reason_required' } });
    }
  });
  it('a retry of a rejected one makes it pending, with ten more attempts', () => {
    const result = retry(rejected(), 'customer created in NAV', by(at(60), 5));
    const state = result.ok ? after(rejected(), result.events) : none;
    expect(state).toMatchObject({ state: 'pending', attempts: 1, attemptLimit: 11 });
  });
  it('a retry of what is unresolved asks NAV first, also after it was skipped', () => {
    const skipped = skip(unknown(), 'looked it up', by(at(30), 5));
    const state = skipped.ok ? after(unknown(), skipped.events) : none;
    const again = retry(state, 'not there after all', by(at(60), 5));
    expect(again.ok && after(state, again.events)).toMatchObject({ state: 'unknown', unresolved: true });
  });
  it('is skipped once: a second time changes nothing', () => {
    const skipped = skip(unknown(), 'entered in NAV', by(at(30), 5));
    const state = skipped.ok ? after(unknown(), skipped.events) : none;
    expect(state).toMatchObject({ state: 'skipped' });
    expect(skip(state, 'entered in NAV', by(at(31), 5))).toEqual({ ok: true, events: [] });
  });
  it('begins when it is asked for: what comes before it says nothing', () => {
    const withdrawn = { type: 'NavDocumentWithdrawn', data: { at: START } } as const;
    expect(after(none, [withdrawn])).toEqual(none);
  });
  it('nothing is done to what NAV has, what is being sent, or what was withdrawn', () => {
    const withdrawn = after(pending(), follow(pending(), { sent: false }));
    const codes = [sent(), sending(), withdrawn, none].map((state) => {
      const result = skip(state, 'because', by(START, 5));
      return result.ok ? 'ok' : result.rejection.code;
    });
    expect(codes).toEqual([
      'nav_already_used',
      'nav_sending_now',
      'nav_package_not_sent',
      'nav_data_not_found',
    ]);
  });
});
