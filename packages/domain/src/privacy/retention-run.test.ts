import { beforeEach, describe, expect, it } from 'vitest';
import type { StreamsDecision } from '../decider.ts';
import { SYSTEM } from '../kernel.ts';
import { NO_RETENTION } from '../shared/retention.ts';
import { keepErasure, placeHold } from './decide.ts';
import { approveRun, askBatch, refuseRun, runIdOf, startRun, type Candidate } from './decide-retention.ts';
import type { PrivacyEvent } from './events.ts';
import { toRetentionRunRow } from './retention-run.ts';
import { PrivacyLog } from './testing-privacy.ts';

const now = '2026-11-20T02:30:00.000Z';
const RUN = 20261120;
const schedule = { ...NO_RETENTION, on: true, approval_over: 3 };
const when = { now, actor: SYSTEM };
const decider = { now, actor: { userId: 8, workerId: null, siteId: null } };

let log: PrivacyLog;
beforeEach(() => (log = new PrivacyLog()));

const start = (found: number, on = true) =>
  log.take(startRun({ runId: RUN, found }, log.run(RUN), { ...schedule, on }, now));
const candidate = (id: number, endedAt = '2010-01-01T00:00:00.000Z'): Candidate => ({
  customerRef: `customer-${id}`,
  requestId: 100 + id,
  rmaIds: [id],
  subject: log.subject(`customer-${id}`),
  pieces: [
    { id, status: 21, custody: 'customer', holds: [], endedAt, country: 'FR', timeZone: 'Europe/Paris' },
  ],
});
const ask = (...candidates: readonly Candidate[]) => askBatch(candidates, log.run(RUN), schedule, when);
const codeOf = (decision: StreamsDecision<PrivacyEvent>) =>
  decision.ok ? 'accepted' : decision.rejection.code;
const row = () => {
  const run = log.run(RUN);
  if (run.kind === 'none') throw new Error('there is a run');
  return toRetentionRunRow(run);
};

describe('a run of the schedule (product/privacy.md §7)', () => {
  it('has the number of its day, so that a day has one', () => {
    expect(runIdOf(now)).toBe(RUN);
    start(1);
    expect(start(2)).toEqual([]);
    expect(row()).toMatchObject({ id: RUN, found: 1, stage: 'running' });
  });

  it('does not begin while the schedule is off', () => {
    expect(start(1, false)).toEqual([]);
  });

  it('ends at once without persons', () => {
    expect(start(0)).toEqual(['RetentionRunStarted', 'RetentionRunEnded']);
    expect(row()).toMatchObject({ stage: 'done', ended_at: now });
  });

  it('asks for each by a request whose notice begins now', () => {
    start(2);
    expect(log.take(ask(candidate(1), candidate(2)))).toEqual([
      'RetentionBatchAsked',
      'ErasureRequested',
      'SubjectErasureChanged',
      'ErasureRequested',
      'SubjectErasureChanged',
    ]);
    expect(log.erasure(102)).toMatchObject({
      asked: {
        origin: 'retention',
        reason: 'no_longer_needed',
        dueAt: '2026-12-04T02:30:00.000Z',
        by: { userId: null, workerId: null },
      },
    });
    expect(row()).toMatchObject({ asked: 2, through: 'customer-2', stage: 'running' });
    expect(log.take(ask())).toEqual(['RetentionRunEnded']);
    expect(log.take(ask())).toEqual([]);
  });

  it('leaves out whom another worker has dealt with', () => {
    start(3);
    log.take(ask(candidate(1), candidate(2)));
    expect(log.take(ask(candidate(1), candidate(2)))).toEqual([]);
    expect(log.take(ask(candidate(2), candidate(3)))[0]).toBe('RetentionBatchAsked');
    expect(row()).toMatchObject({ asked: 3 });
  });

  it('writes down whom something kept between the search and the request, and what', () => {
    start(3);
    const hold = { holdId: 9, customerRef: 'customer-1', reason: 'tax', reference: null } as const;
    log.take(placeHold(hold, log.subject('customer-1'), decider));
    log.take(ask(candidate(1), candidate(2, '2026-11-01T00:00:00.000Z'), candidate(3)));
    expect(row()).toMatchObject({ asked: 1, kept: { legal_hold: 1, term: 1 }, through: 'customer-3' });
    expect(log.subject('customer-1').request).toBe(null);
  });

  it('asks for no more than it found', () => {
    start(1);
    log.take(ask(candidate(1), candidate(2)));
    expect(row()).toMatchObject({ asked: 1, through: 'customer-1' });
    expect(log.take(ask(candidate(2)))).toEqual(['RetentionRunEnded']);
  });

  it('stops when the schedule is switched off', () => {
    start(2);
    const off = askBatch([candidate(1)], log.run(RUN), { ...schedule, on: false }, when);
    expect(log.take(off)).toEqual(['RetentionRunEnded']);
    expect(row()).toMatchObject({ stage: 'switched_off', asked: 0 });
  });
});

describe('a run over the amount that goes without a question (product/privacy.md §7)', () => {
  it('is one of more, not of as many', () => {
    start(3);
    expect(row()).toMatchObject({ stage: 'running' });
  });

  it('waits until an account approves it', () => {
    start(4);
    expect(row()).toMatchObject({ stage: 'waiting' });
    expect(log.take(ask(candidate(1)))).toEqual([]);
    log.take(approveRun(log.run(RUN), decider));
    expect(log.take(ask(candidate(1)))[0]).toBe('RetentionBatchAsked');
    expect(row()).toMatchObject({ decided_by: 8, decided_at: now });
    expect(codeOf(approveRun(log.run(RUN), decider))).toBe('erasure_decided');
  });

  it('makes no request once an account has refused it, with a reason', () => {
    start(4);
    expect(codeOf(refuseRun('', log.run(RUN), decider))).toBe('reason_required');
    log.take(refuseRun('an import was wrong', log.run(RUN), decider));
    expect(row()).toMatchObject({ stage: 'refused', decided_by: 8, ended_at: now });
    expect(log.take(ask(candidate(1)))).toEqual([]);
    expect(codeOf(refuseRun('again', log.run(RUN), decider))).toBe('erasure_decided');
  });

  it('is a run that exists', () => {
    for (const decision of [approveRun(log.run(1), decider), refuseRun('x', log.run(1), decider), ask()])
      expect(codeOf(decision)).toBe('not_found');
  });
});

describe('a request of the schedule that it would not make any more (product/privacy.md §7)', () => {
  const over = '2026-12-04T02:30:00.000Z';
  beforeEach(() => {
    start(1);
    log.take(ask(candidate(1)));
  });

  it('ends with what kept the person, and a later run may ask again', () => {
    log.take(keepErasure('repair_open', log.erasure(101), over));
    expect(log.erasure(101)).toMatchObject({ stage: 'kept', keptBecause: 'repair_open', endedAt: over });
    expect(log.subject('customer-1').request).toBe(null);
  });

  it('ends when its notice is over, not before', () => {
    expect(codeOf(keepErasure('term', log.erasure(101), now))).toBe('erasure_decided');
    expect(codeOf(keepErasure('term', log.erasure(999), over))).toBe('not_found');
  });
});
