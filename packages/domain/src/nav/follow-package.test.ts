import { describe, expect, it } from 'vitest';
import { followPackage, retry, sendByHand, skip } from './follow-package.ts';
import type { NavContext, NavPackage } from './follow-package.ts';
import { evolveNavDocument } from './document.ts';
import type { NavDocumentState } from './document.ts';
import type { NavEvent } from './events.ts';
import { byFunctions, specify } from '../testing.ts';
import {
  after,
  at,
  by,
  stateOf,
  HONG_KONG,
  pending,
  rejected,
  sending,
  sent,
  START,
  typesOf,
  unknown,
} from './testing.ts';

const none = stateOf();
/** A document in this state; a person decides about it a minute after it was begun, unless said otherwise. */
const given = (state: NavDocumentState) =>
  specify(
    byFunctions<NavDocumentState, NavEvent, NavContext>(state, evolveNavDocument),
    by(at(60), 5),
  ).given();
const retrying = (reason: string) => (state: NavDocumentState, context: NavContext) =>
  retry(state, reason, context);
const skipping = (reason: string) => (state: NavDocumentState, context: NavContext) =>
  skip(state, reason, context);
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
    const state = stateOf(...follow(none, { numberTaken: true }));
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
  const send =
    (pack: NavPackage | null = HONG_KONG) =>
    (state: NavDocumentState, context: NavContext) =>
      sendByHand(state, pack, 'asked by hand', context);

  it('tracking number not bound to any RMA', () => {
    given(none).when(send(null)).thenRejected('nav_not_bound');
    given(none)
      .when(send({ ...HONG_KONG, itemIds: [] }))
      .thenRejected('nav_not_bound');
  });
  it('store is not outside China', () => {
    given(none)
      .when(send({ ...HONG_KONG, storeIsOutside: false }))
      .thenRejected('nav_inside_china');
  });
  it('tracking number already used: NAV has it, may have it, or has one it cannot tell from it', () => {
    for (const state of [sent(), sending(), unknown()])
      given(state).when(send()).thenRejected('nav_already_used');
    given(none)
      .when(send({ ...HONG_KONG, numberTaken: true }))
      .thenRejected('nav_already_used');
    given(sent())
      .when(send({ ...HONG_KONG, itemIds: [1] }))
      .thenRejected('nav_already_used');
  });
  it('what was skipped while unresolved is not sent anew by hand', () => {
    const skipped = given(unknown())
      .when(skipping('entered in NAV'), by(at(30), 5))
      .events();
    given(after(unknown(), skipped)).when(send()).thenRejected('nav_already_used');
  });
  it('the package has to be on its way from a factory', () => {
    given(none)
      .when(send({ ...HONG_KONG, sent: false }))
      .thenRejected('nav_package_not_sent');
    given(none)
      .when(send({ ...HONG_KONG, orderType: 1 }))
      .thenRejected('nav_package_not_sent');
  });
  it('otherwise it is asked for, and says who did', () => {
    expect(given(none).when(send()).events()).toMatchObject([{ data: { by: { userId: 5 } } }]);
    given(rejected()).when(send()).thenTypes('NavRetryRequested');
  });
});

describe('retry and skip', () => {
  it('need a reason', () => {
    given(rejected()).when(retrying('  ')).thenRejected('reason_required');
    given(rejected()).when(skipping('  ')).thenRejected('reason_required');
  });
  it('a retry of a rejected one makes it pending, with ten more attempts', () => {
    const events = given(rejected()).when(retrying('customer created in NAV')).events();
    expect(after(rejected(), events)).toMatchObject({ state: 'pending', attempts: 1, attemptLimit: 11 });
  });
  it('a retry of what is unresolved asks NAV first, also after it was skipped', () => {
    const skipped = given(unknown())
      .when(skipping('looked it up'), by(at(30), 5))
      .events();
    const state = after(unknown(), skipped);
    const again = given(state).when(retrying('not there after all')).events();
    expect(after(state, again)).toMatchObject({ state: 'unknown', unresolved: true });
  });
  it('is skipped once: a second time changes nothing', () => {
    const skipped = given(unknown())
      .when(skipping('entered in NAV'), by(at(30), 5))
      .events();
    const state = after(unknown(), skipped);
    expect(state).toMatchObject({ state: 'skipped' });
    given(state)
      .when(skipping('entered in NAV'), by(at(31), 5))
      .thenNothing();
  });
  it('begins when it is asked for: what comes before it says nothing', () => {
    const withdrawn = { type: 'NavDocumentWithdrawn', data: { at: START } } as const;
    expect(after(none, [withdrawn])).toEqual(none);
  });
  it('nothing is done to what NAV has, what is being sent, or what was withdrawn', () => {
    const withdrawn = after(pending(), follow(pending(), { sent: false }));
    given(sent()).when(skipping('because')).thenRejected('nav_already_used');
    given(sending()).when(skipping('because')).thenRejected('nav_sending_now');
    given(withdrawn).when(skipping('because')).thenRejected('nav_package_not_sent');
    given(none).when(skipping('because')).thenRejected('nav_data_not_found');
  });
});
