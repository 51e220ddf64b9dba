import { TEST_NOW } from '@atelier/application/projections/testing.ts';
import { handClock } from '@atelier/application/commands/testing-commands.ts';
import { startRetentionRun } from '@atelier/application/privacy/retention-run.commands.ts';
import { findRetention } from '@atelier/application/privacy/retention-view.queries.ts';
import { SYSTEM } from '@atelier/domain/kernel.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { runDueAt } from '@atelier/domain/privacy/decide-retention.ts';
import { retentionPreviewResponse, retentionResponse } from '@atelier/contracts/privacy/retention-schema.ts';
import { NO_RETENTION } from '@atelier/domain/shared/retention.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testMetadata } from '../testing/testing-api.ts';
import { depositOf, openPrivacyWorld, type PrivacyWorld, type Who } from './testing-privacy.ts';

let world: PrivacyWorld;

const SCHEDULE = { ...NO_RETENTION, on: true, countries: [{ code: 'FR', months: 12 }], approval_over: 0 };
/** On which the term of a piece that was collected at the beginning of the test is over. */
const LATER = '2027-11-22';

beforeAll(async () => {
  world = await openPrivacyWorld(TEST_NOW);
});
afterAll(() => world.api.close());

const call: PrivacyWorld['call'] = (...asked) => world.call(...asked);
const propose = (schedule: object = SCHEDULE, reason = 'the new law') =>
  call('asker', 'POST', '/privacy/retention/propose', { schedule, reason });
const decide = (who: Who, proposal: number, decision: 'approve' | 'refuse', note = '') =>
  call(who, 'POST', '/privacy/retention/decide', { proposal, decision, note });
const retention = async (who: Who = 'auditor') =>
  retentionResponse.parse(await call(who, 'GET', '/privacy/retention')).data;
const preview = async (asked: object, who: Who = 'auditor') =>
  retentionPreviewResponse.parse(await call(who, 'POST', '/privacy/retention/preview', asked)).data;

/** When the schedule says, at an hour of a later day, that the next run begins. */
const nextRun = async (hour: string) =>
  (await findRetention(world.api.world.db, world.api.world.store, new Date(`${LATER}T${hour}:00.000Z`)))
    .next_run_at;

describe('a preview (product/privacy.md §6)', () => {
  it('says whom a draft would erase on a day, where, and what keeps the others, before anything is on', async () => {
    await depositOf(world, 'anna', { taken: true });
    await depositOf(world, 'bruno');
    expect(await retention()).toMatchObject({ schedule: { on: false }, next_run_at: null, proposal: null });
    const seen = await preview({ day: LATER, schedule: SCHEDULE });
    expect(seen).toMatchObject({
      day: LATER,
      needs_approval: true,
      total: { due: 1, legal_hold: 0, repair_open: 1, term: 0, requested: 0 },
      sites: [{ country: 'FR', due: 1, repair_open: 1 }],
      due: [{ country: 'FR', because: null, ended_on: '2026-11-20', kept_through: '2027-11-20' }],
      kept: [{ because: 'repair_open' }],
    });
    expect(seen.due[0]?.deposits).toHaveLength(1);
    expect(JSON.stringify(seen)).not.toContain('anna');
  });

  it('is of each site’s today and of what holds, where neither is given', async () => {
    expect(await preview({})).toMatchObject({
      day: null,
      schedule: NO_RETENTION,
      total: { due: 0, term: 1 },
    });
  });

  it('has the last day of the term among the kept', async () => {
    for (const [day, due] of [
      ['2027-11-19', 0],
      ['2027-11-20', 0],
      ['2027-11-21', 1],
    ] as const)
      expect((await preview({ day, schedule: SCHEDULE })).total.due).toBe(due);
  });

  it('is refused with a clear error and its field', async () => {
    const asked = (body: object) => call('auditor', 'POST', '/privacy/retention/preview', body);
    expect(await asked({ day: '2027-02-30' })).toMatchObject({ status: 400, errors: [{ path: 'day' }] });
    expect(await asked({ schedule: { ...SCHEDULE, default_months: 0 } })).toMatchObject({
      status: 400,
      errors: [{ path: 'schedule.default_months' }],
    });
    expect(await asked({ schedule: { ...SCHEDULE, countries: [{ code: 'XX', months: 1 }] } })).toMatchObject({
      status: 400,
      errors: [{ path: 'schedule.countries', code: 'unknown_country' }],
    });
  });
});

describe('the schedule is changed by two people (product/privacy.md §6)', () => {
  it('one proposes, another approves: it holds from then on and stands in the configuration’s history', async () => {
    expect((await propose()).data.proposal).toMatchObject({ proposal: 1, stage: 'proposed' });
    expect(await propose({ ...SCHEDULE, default_months: 9 })).toMatchObject({ code: 'schedule_open' });
    expect(await decide('asker', 1, 'approve')).toMatchObject({ code: 'forbidden' });
    const approved = (await decide('decider', 1, 'approve')).data;
    const at: string = approved.proposal.decided_at;
    expect(approved).toMatchObject({
      schedule: SCHEDULE,
      next_run_at: runDueAt(at, at),
      proposal: { stage: 'approved', decided_by: { name: 'decider person' } },
    });
    const config = await call('asker', 'GET', '/system/config');
    const setting = config.data.settings.find(({ key }: { key: string }) => key === 'retention');
    expect(setting.history).toMatchObject([
      { previous: NO_RETENTION, value: SCHEDULE, reason: 'the new law', author: 'decider person' },
    ]);
  });

  it('is not changed by the call for settings', async () => {
    const change = { key: 'retention', value: NO_RETENTION, reason: 'alone' };
    expect(await call('asker', 'PUT', '/system/config', change)).toMatchObject({ code: 'setting_needs_two' });
  });

  it('is refused with a reason, or withdrawn', async () => {
    await propose(NO_RETENTION);
    expect(await decide('decider', 2, 'refuse')).toMatchObject({ code: 'reason_required' });
    expect((await decide('decider', 2, 'refuse', 'why')).data.proposal.stage).toBe('refused');
    await propose(NO_RETENTION);
    const withdrawn = await call('asker', 'POST', '/privacy/retention/withdraw', { proposal: 3 });
    expect(withdrawn.data.proposal.stage).toBe('withdrawn');
    expect((await retention()).schedule).toEqual(SCHEDULE);
  });

  it('is read by auditors, who change nothing of it, and not by shops', async () => {
    expect(await decide('auditor', 3, 'approve')).toMatchObject({ status: 403 });
    expect(await call('shop', 'GET', '/privacy/retention')).toMatchObject({ status: 403 });
    expect(await call('shop', 'POST', '/privacy/retention/preview', {})).toMatchObject({ status: 403 });
  });
});

describe('the next run (product/privacy.md §7)', () => {
  it('stays today’s until it begins, however late it is', async () => {
    const today = `${LATER}T02:30:00.000Z`;
    expect(await nextRun('02:29')).toBe(today);
    expect(await nextRun('02:30')).toBe(today);
    expect(await nextRun('23:59')).toBe(today);
  });
});

describe('a run that waits (product/privacy.md §7)', () => {
  it('is approved or refused by an account that decides', async () => {
    const later = { ...world.services, clock: handClock(new Date(`${LATER}T03:00:00.000Z`)) };
    const policy = () => ({ ...DEFAULT_POLICY, retention: SCHEDULE });
    const caller = { actor: SYSTEM, scope: { kind: 'all' }, metadata: testMetadata() } as const;
    const runId = await startRetentionRun({ ...later, policy }, caller);
    expect((await retention()).runs).toMatchObject([{ id: 20271122, stage: 'waiting', found: 1, asked: 0 }]);
    expect(await nextRun('03:01')).toBeNull();
    const decideRun = (who: Who, decision: string, note = '') =>
      call(who, 'POST', '/privacy/retention/run', { run_id: runId, decision, note });
    expect(await decideRun('auditor', 'approve')).toMatchObject({ status: 403 });
    expect(await decideRun('decider', 'refuse')).toMatchObject({ code: 'reason_required' });
    expect((await decideRun('decider', 'approve')).data.runs).toMatchObject([{ stage: 'running' }]);
    expect(await nextRun('03:01')).toBe('2027-11-23T02:30:00.000Z');
    expect(await decideRun('decider', 'refuse', 'late')).toMatchObject({ code: 'erasure_decided' });
  });
});
