import { describe, expect, it } from 'vitest';
import { retry, sendByHand, skip, type NavContext, type NavPackage } from './follow-package.ts';
import type { NavDocumentState } from './document.ts';
import {
  after,
  at,
  by,
  following,
  given,
  HONG_KONG,
  pending,
  rejected,
  sending,
  sent,
  START,
  stateAfter,
  stateOf,
  unknown,
} from './testing.ts';

const none = stateOf();
const retrying = (reason: string) => (state: NavDocumentState, context: NavContext) =>
  retry(state, reason, context);
const skipping = (reason: string) => (state: NavDocumentState, context: NavContext) =>
  skip(state, reason, context);
const attention = (because: 'package_taken_back' | 'contents_changed' | 'tracking_changed') =>
  ({ type: 'NavAttentionRaised', data: { because, at: at(60) } }) as const;

describe('which packages NAV gets a document for (product/nav.md §1)', () => {
  it('a factory package to a store outside mainland China', () => {
    given(none)
      .when(following())
      .then({
        type: 'NavDocumentRequested',
        data: {
          shipmentId: 77,
          trackingNumber: 'HK-2026-1',
          storeId: 7,
          itemIds: [1, 2],
          at: at(60),
          by: { userId: null, workerId: null },
        },
      });
  });
  it('none for a store inside mainland China', () => {
    given(none)
      .when(following({ storeIsOutside: false }))
      .thenNothing();
  });
  it.each([1, 3, 4])('none for a package of order type %i', (orderType) => {
    given(none).when(following({ orderType })).thenNothing();
  });
  it('none before it is sent', () => {
    given(none)
      .when(following({ sent: false }))
      .thenNothing();
  });
  it('one per package, however often it is checked', () => {
    for (const state of [pending(), sending(), unknown(), sent(), rejected()])
      given(state).when(following()).thenNothing();
  });
  it('one whose number NAV could not tell from another is rejected before NAV is asked', () => {
    const state = stateAfter(none, following({ numberTaken: true }));
    expect(state).toMatchObject({ state: 'rejected', answer: { code: 'number_taken' } });
  });
});

describe('a package taken back', () => {
  const takenBack = following({ sent: false });
  it('withdraws a pending document', () => {
    given(pending()).when(takenBack).thenTypes('NavDocumentWithdrawn');
  });
  it('withdraws a rejected one: NAV has nothing of it', () => {
    given(rejected()).when(takenBack).thenTypes('NavDocumentWithdrawn');
  });
  it.each([
    ['sent', sent()],
    ['sending', sending()],
    ['unknown', unknown()],
  ])('flags a %s one for attention, once: NAV may have it', (_, state) => {
    given(state).when(takenBack).then(attention('package_taken_back'));
    given(stateAfter(state, takenBack)).when(takenBack).thenNothing();
  });
  it('and sent again asks for the document again', () => {
    given(stateAfter(pending(), takenBack)).when(following()).thenTypes('NavDocumentRequested');
  });
  it('and sent again as it was needs no attention any more when NAV has it', () => {
    given(stateAfter(sent(), takenBack)).when(following()).thenTypes('NavAttentionCleared');
  });
  it('and sent again with other contents is flagged: NAV has what it was', () => {
    const flagged = stateAfter(sent(), takenBack);
    const again = following({ itemIds: [1] });
    given(flagged).when(again).then(attention('contents_changed'));
    expect(stateAfter(flagged, again)).toMatchObject({ state: 'sent', itemIds: [1, 2] });
  });
});

describe('a tracking number that changes', () => {
  const renumbered = following({ trackingNumber: 'HK-2026-9' });
  it('changes a pending document with it', () => {
    expect(stateAfter(pending(), renumbered)).toMatchObject({
      state: 'pending',
      trackingNumber: 'HK-2026-9',
    });
  });
  it('keeps what it knows of earlier attempts when it is asked for again', () => {
    const before = rejected();
    if (before.kind === 'none') throw new Error('no document');
    const { attempts, attemptedAt } = before;
    expect(stateAfter(before, renumbered)).toMatchObject({
      state: 'pending',
      attempts,
      attemptedAt,
      attemptLimit: attempts + 10,
    });
    expect(attempts).toBe(1);
  });
  it('asks again under the new number after a rejection', () => {
    given(rejected()).when(renumbered).thenTypes('NavDocumentRequested');
  });
  it.each([
    ['sent', sent()],
    ['sending', sending()],
    ['unknown', unknown()],
  ])('never makes a second document of a %s one: a person is told', (_, state) => {
    given(state).when(renumbered).then(attention('tracking_changed'));
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
  it('what was skipped while unresolved is not sent again by hand', () => {
    given(stateAfter(unknown(), skipping('entered in NAV')))
      .when(send())
      .thenRejected('nav_already_used');
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
    expect(stateAfter(rejected(), retrying('customer created in NAV'))).toMatchObject({
      state: 'pending',
      attempts: 1,
      attemptLimit: 11,
    });
  });
  it('a retry of what is unresolved asks NAV first, also after it was skipped', () => {
    const skipped = stateAfter(unknown(), skipping('looked it up'));
    expect(stateAfter(skipped, retrying('not there after all'))).toMatchObject({
      state: 'unknown',
      unresolved: true,
    });
  });
  it('is skipped once: a second time changes nothing', () => {
    const skipped = stateAfter(unknown(), skipping('entered in NAV'));
    expect(skipped).toMatchObject({ state: 'skipped' });
    given(skipped)
      .when(skipping('entered in NAV'), by(at(61), 5))
      .thenNothing();
  });
  it('begins when it is asked for: what comes before it says nothing', () => {
    const withdrawn = { type: 'NavDocumentWithdrawn', data: { at: START } } as const;
    expect(after(none, [withdrawn])).toEqual(none);
  });
  it('nothing is done to what NAV has, what is being sent, or what was withdrawn', () => {
    const withdrawn = stateAfter(pending(), following({ sent: false }));
    given(sent()).when(skipping('because')).thenRejected('nav_already_used');
    given(sending()).when(skipping('because')).thenRejected('nav_sending_now');
    given(withdrawn).when(skipping('because')).thenRejected('nav_package_not_sent');
    given(none).when(skipping('because')).thenRejected('nav_data_not_found');
  });
});
