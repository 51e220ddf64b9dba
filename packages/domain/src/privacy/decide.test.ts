import { beforeEach, describe, expect, it } from 'vitest';
import type { StreamsDecision } from '../decider.ts';
import { DAY_MS, SYSTEM, toInstant, toMs } from '../kernel.ts';
import {
  approveErasure,
  completeErasure,
  isDue,
  placeHold,
  refuseErasure,
  releaseHold,
  requestErasure,
  startErasure,
  withdrawErasure,
} from './decide.ts';
import { toErasureRow } from './erasure.ts';
import { toLegalHoldRow } from './legal-hold.ts';
import type { PrivacyEvent } from './events.ts';
import { PrivacyLog } from './testing-privacy.ts';

const UNTIED = { ties: [] };
const now = '2026-11-20T10:00:00.000Z';
const REF = 'customer-5';
const OTHER = 'rma-9';
const asker = { now, actor: { userId: 7, workerId: null, siteId: null } };
const decider = { now, actor: { userId: 8, workerId: null, siteId: null } };
const covered = { repairs: 1, pieces: 2, pictures: 3, messages: 4 };
const taken = { id: 1, status: 16, custody: 'customer', holds: [] } as const;
const inRepair = { id: 2, status: 4, custody: 'site', holds: [] } as const;

const asked = {
  requestId: 41,
  customerRefs: [REF, OTHER],
  rmaIds: [9, 5],
  reason: 'customer_request',
  origin: 'person',
  dueAt: null,
  note: 'by letter',
} as const;

let log: PrivacyLog;
beforeEach(() => (log = new PrivacyLog()));

const request = (more = {}) => requestErasure({ ...asked, ...more }, log.subjects(REF, OTHER), asker);
const against = (...pieces: readonly (typeof taken | typeof inRepair)[]) => ({
  subjects: log.subjects(REF, OTHER),
  pieces,
});
const approve = (when = decider, ...pieces: readonly (typeof taken | typeof inRepair)[]) =>
  approveErasure(null, log.erasure(41), { ...against(...pieces), ...UNTIED }, when);
const start = (at = now, ...pieces: readonly (typeof taken | typeof inRepair)[]) =>
  startErasure(covered, log.erasure(41), against(...pieces), at);
const hold = (holdId = 60) =>
  placeHold(
    { holdId, customerRef: OTHER, reason: 'legal_claim', reference: 'RG 1' },
    log.subject(OTHER),
    asker,
  );
const codeOf = (decision: StreamsDecision<PrivacyEvent>) =>
  decision.ok ? 'accepted' : decision.rejection.code;

describe('asking for an erasure (product/privacy.md §2)', () => {
  it('says so to the request and to every customer of it', () => {
    expect(log.take(request())).toEqual([
      'ErasureRequested',
      'SubjectErasureChanged',
      'SubjectErasureChanged',
    ]);
    expect(log.subject(OTHER).request).toBe(41);
  });

  it('is rejected without a customer, and for a customer with another open request', () => {
    expect(codeOf(request({ customerRefs: [] }))).toBe('not_found');
    log.take(request());
    const second = requestErasure(
      { ...asked, requestId: 42, customerRefs: [OTHER] },
      log.subjects(OTHER),
      decider,
    );
    expect(second).toMatchObject({
      ok: false,
      rejection: { code: 'erasure_open', details: { request_id: 41 } },
    });
  });

  it('is possible again once it was refused or withdrawn, and never once it was begun', () => {
    log.take(request());
    log.take(refuseErasure('who is that', log.erasure(41), UNTIED, decider));
    log.take(request({ requestId: 42 }));
    log.take(withdrawErasure(null, log.erasure(42), asker));
    log.take(request({ requestId: 43 }));
    log.take(approveErasure(null, log.erasure(43), { ...against(taken), ...UNTIED }, decider));
    log.take(startErasure(covered, log.erasure(43), against(taken), now));
    log.take(completeErasure(log.erasure(43), now));
    expect(codeOf(request({ requestId: 44 }))).toBe('person_erased');
  });

  it('is possible under a hold: the month to respond runs from then on', () => {
    log.take(hold());
    log.take(request());
    expect(codeOf(approve(decider, taken))).toBe('legal_hold');
  });
});

describe('four eyes', () => {
  beforeEach(() => void log.take(request()));

  it('rejects the account that asked, whether it says yes or no', () => {
    expect(codeOf(approve(asker, taken))).toBe('other_person_needed');
    expect(codeOf(refuseErasure('no', log.erasure(41), UNTIED, asker))).toBe('other_person_needed');
    const ties = [{ accountId: 9, actorId: asker.actor.userId ?? 0, gives: 'access' } as const];
    const puppet = { ...decider, actor: { ...decider.actor, userId: 9 } };
    expect(codeOf(refuseErasure('no', log.erasure(41), { ties }, puppet))).toBe('decider_not_independent');
    expect(codeOf(approveErasure(null, log.erasure(41), { ...against(taken), ties }, puppet))).toBe(
      'decider_not_independent',
    );
  });

  it('lets another account approve, once', () => {
    expect(log.take(approve(decider, taken))).toEqual(['ErasureApproved']);
    expect(codeOf(approve(decider, taken))).toBe('erasure_decided');
    expect(codeOf(refuseErasure('no', log.erasure(41), UNTIED, decider))).toBe('erasure_decided');
  });

  it('lets another account refuse, with a reason', () => {
    expect(codeOf(refuseErasure('', log.erasure(41), UNTIED, decider))).toBe('reason_required');
    log.take(refuseErasure('wrong person', log.erasure(41), UNTIED, decider));
    expect(log.erasure(41)).toMatchObject({ stage: 'refused', endedAt: now });
    expect(log.subject(REF).request).toBe(null);
  });

  it('is of accounts that exist', () => {
    for (const decision of [
      approveErasure(null, log.erasure(99), { ...against(), ...UNTIED }, decider),
      refuseErasure('no', log.erasure(99), UNTIED, decider),
      withdrawErasure(null, log.erasure(99), asker),
      startErasure(covered, log.erasure(99), against(), now),
      completeErasure(log.erasure(99), now),
    ])
      expect(codeOf(decision)).toBe('not_found');
  });
});

describe('withdrawing', () => {
  it('is possible until a worker has begun', () => {
    log.take(request());
    log.take(approve(decider, taken));
    log.take(withdrawErasure('a mistake', log.erasure(41), asker));
    expect(log.erasure(41)).toMatchObject({ stage: 'withdrawn' });
    expect(codeOf(withdrawErasure(null, log.erasure(41), asker))).toBe('erasure_decided');
    expect(codeOf(start(now, taken))).toBe('erasure_decided');
  });

  it('is too late afterwards', () => {
    log.take(request());
    log.take(approve(decider, taken));
    log.take(start(now, taken));
    expect(codeOf(withdrawErasure(null, log.erasure(41), asker))).toBe('erasure_decided');
  });
});

describe('a piece that is owed (product/privacy.md §3)', () => {
  it('keeps a request from being approved and from being begun, and is named', () => {
    log.take(request());
    const refused = { ok: false, rejection: { code: 'repair_open', details: { item_ids: [2] } } };
    expect(approve(decider, taken, inRepair)).toEqual(refused);
    log.take(approve(decider, taken));
    expect(start(now, taken, inRepair)).toEqual(refused);
    expect(log.take(start(now, taken))).toEqual([
      'ErasureStarted',
      'SubjectErasureChanged',
      'SubjectErasureChanged',
    ]);
  });
});

describe('carrying out', () => {
  beforeEach(() => {
    log.take(request());
    log.take(approve(decider, taken));
  });

  it('is begun once and ended once, however often a job is delivered', () => {
    log.take(start(now, taken));
    expect(log.take(start(now, taken))).toEqual([]);
    expect(log.take(completeErasure(log.erasure(41), now))).toEqual(['ErasureCompleted']);
    expect(log.take(completeErasure(log.erasure(41), now))).toEqual([]);
    const state = log.erasure(41);
    if (state.kind === 'none') throw new Error('there is a request');
    expect(toErasureRow(state)).toMatchObject({
      id: 41,
      stage: 'done',
      requested_by: 7,
      decided_by: 8,
      ended_at: now,
      ...covered,
    });
    expect(JSON.stringify(toErasureRow(state))).not.toContain('letter');
  });

  it('has an end only after its beginning', () => {
    expect(log.take(completeErasure(log.erasure(41), now))).toEqual([]);
    expect(log.erasure(41)).toMatchObject({ stage: 'approved' });
  });
});

describe('a request of the schedule (product/privacy.md §2)', () => {
  const dueAt = toInstant(toMs(now) + DAY_MS);
  beforeEach(
    () =>
      void log.take(
        requestErasure({ ...asked, origin: 'retention', dueAt }, log.subjects(REF, OTHER), {
          now,
          actor: SYSTEM,
        }),
      ),
  );

  it('is due when its notice is over, not a moment before', () => {
    const state = log.erasure(41);
    if (state.kind === 'none') throw new Error('there is a request');
    expect(isDue(state, toInstant(toMs(dueAt) - 1))).toBe(false);
    expect(isDue(state, dueAt)).toBe(true);
    expect(codeOf(start(toInstant(toMs(dueAt) - 1), taken))).toBe('erasure_decided');
    expect(log.take(start(dueAt, taken))[0]).toBe('ErasureStarted');
  });

  it('can be refused by every approver: it has no requester', () => {
    log.take(refuseErasure('guarantee for life', log.erasure(41), UNTIED, asker));
    expect(codeOf(start(dueAt, taken))).toBe('erasure_decided');
  });

  it('can be approved before', () => {
    log.take(approve(decider, taken));
    expect(log.take(start(now, taken))[0]).toBe('ErasureStarted');
  });
});

describe('a legal hold (product/privacy.md §4)', () => {
  it('stops what was approved, and what waits goes on once it is released', () => {
    log.take(request());
    log.take(approve(decider, taken));
    log.take(hold());
    expect(start(now, taken)).toMatchObject({
      rejection: { code: 'legal_hold', details: { hold_ids: [60] } },
    });
    log.take(releaseHold('settled', log.hold(60), decider));
    expect(log.take(start(now, taken))[0]).toBe('ErasureStarted');
  });

  it('stands as long as one of several does', () => {
    log.take(hold(60));
    log.take(hold(61));
    log.take(releaseHold('settled', log.hold(60), decider));
    expect(log.subject(OTHER).holds).toEqual([61]);
    expect(log.subject(REF).holds).toEqual([]);
  });

  it('comes too late once the erasure has begun', () => {
    log.take(request());
    log.take(approve(decider, taken));
    log.take(start(now, taken));
    expect(codeOf(hold())).toBe('person_erased');
  });

  it('is released once, with a reason', () => {
    expect(codeOf(releaseHold('x', log.hold(60), decider))).toBe('not_found');
    log.take(hold());
    expect(codeOf(releaseHold('', log.hold(60), decider))).toBe('reason_required');
    log.take(releaseHold('settled', log.hold(60), decider));
    expect(codeOf(releaseHold('again', log.hold(60), decider))).toBe('hold_absent');
    const state = log.hold(60);
    if (state.kind === 'none') throw new Error('there is a hold');
    expect(toLegalHoldRow(state)).toMatchObject({ id: 60, placed_by: 7, released_by: 8, released_at: now });
    expect(JSON.stringify(toLegalHoldRow(state))).not.toContain('RG');
  });
});
