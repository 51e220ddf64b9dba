import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { runJobOf } from '../jobs/job-slice.ts';
import {
  handClock,
  must,
  servicesOf,
  type HandClock,
} from '@atelier/application/commands/testing-commands.ts';
import { approveRequest, refuseRequest } from '@atelier/application/privacy/erasure.commands.ts';
import { findErasure, listErasures } from '@atelier/application/privacy/erasures.queries.ts';
import { placeLegalHold, releaseLegalHold } from '@atelier/application/privacy/legal-hold.commands.ts';
import { findPersons } from '@atelier/application/privacy/persons.queries.ts';
import { approveRetentionRun } from '@atelier/application/privacy/retention-run.commands.ts';
import { findOpenRun, listRetentionRuns } from '@atelier/application/privacy/retention-runs.queries.ts';
import { findRetained, listKept, listOverdue } from '@atelier/application/privacy/retention.queries.ts';
import { randomStories, writeStories } from '@atelier/application/projections/testing-histories.ts';
import { openWorld, TEST_NOW, type World } from '@atelier/application/projections/testing.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { keptBecause } from '@atelier/domain/privacy/retention.ts';
import { NO_RETENTION, type RetentionSchedule } from '@atelier/domain/shared/retention.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startJobs, type RunningJobs } from '../jobs/start-jobs.ts';
import { privacySlice } from './privacy.job.ts';
import { headquarters, jobOf, servedCustomer } from './testing-customers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const SCHEDULE: RetentionSchedule = {
  ...NO_RETENTION,
  on: true,
  countries: [{ code: 'FR', months: 36 }],
  notice_days: 14,
  approval_over: 1_000,
};
const YEAR_MS = 366 * DAY_MS;
const [ASKER, DECIDER] = [headquarters(900), headquarters(901)];

let world: World;
let clock: HandClock;
let schedule: RetentionSchedule;
let services: CommandServices;
let jobs: RunningJobs[];

beforeEach(async () => {
  world = await openWorld();
  clock = handClock(TEST_NOW);
  schedule = SCHEDULE;
  services = {
    ...servicesOf(world, clock),
    policy: () => ({ ...DEFAULT_POLICY, retention: schedule }),
  };
  jobs = [];
});
afterEach(async () => {
  await Promise.all(jobs.map((each) => each.stop()));
  await world.close();
});

async function startWorker(): Promise<void> {
  const running = await startJobs({
    services,
    queues: { databaseUrl: world.database.appUrl, redisUrl: undefined, onError: () => undefined },
    slices: [privacySlice],
    reconcileMs: 300,
    onError: () => undefined,
  });
  jobs.push(running);
}
const run = () => runJobOf(privacySlice, services)(jobOf('retention'));
const erase = (requestId: number) =>
  runJobOf(privacySlice, services)(jobOf('erase', { request_id: requestId }));
const runs = () => listRetentionRuns(world.db);
const requests = async () =>
  (await listErasures(world.db, world.store, { show: 'all', page: 1, page_size: 200 }, { seesNotes: true }))
    .erasures;
const read = (id: number) => findErasure(world.db, world.store, id, { seesNotes: true });
const customer = (name: string) => servedCustomer(world, services, name);
const namesOf = async (name: string) => {
  await world.settle();
  return (await findPersons(world.db, `${name}@forget.test`)).persons.map((person) => person.name);
};
/** Customers of long ago, most of them still in repair. */
const writeHistory = (deposits: number) => writeStories(world.store, randomStories({ seed: 5, deposits }));

describe('the search and the rule', () => {
  it.each([
    ['2027-11-20T10:00:00.000Z', SCHEDULE],
    ['2029-09-10T14:59:00.000Z', SCHEDULE],
    ['2029-09-10T15:01:00.000Z', { ...SCHEDULE, countries: [{ code: 'FR', months: 35 }] }],
    ['2026-12-01T10:00:00.000Z', { ...SCHEDULE, default_months: 2, countries: [{ code: 'JP', months: 3 }] }],
  ])('say the same of every customer at %s (product/privacy.md §6)', async (now, given) => {
    await writeHistory(250);
    const asOf = { now: new Date(now) };
    const due = await listOverdue(world.db, given, asOf, { after: null, limit: 1_000 });
    const kept = await listKept(world.db, given, asOf, 1_000);
    const found = [...due, ...kept];
    const facts = await findRetained(
      world.db,
      found.map(({ customer_ref }) => customer_ref),
    );
    expect(found.length).toBeGreaterThan(200);
    for (const { customer_ref, because } of found) {
      const pieces = facts.get(customer_ref)?.pieces ?? [];
      const ruled = keptBecause({ isHeld: false, isRequested: false, pieces }, given, now);
      expect([customer_ref, because]).toEqual([customer_ref, ruled]);
    }
  });
});

describe('a run of the schedule by a worker (product/privacy.md §7)', () => {
  it('asks for whom nothing keeps, waits out the notice, and erases them like any other', async () => {
    const [gone, held] = [await customer('anna'), await customer('bruno')];
    const hold = { customerRef: held.ref, reason: 'authority', reference: null } as const;
    must(await placeLegalHold(services, ASKER, hold));
    clock.advance(3 * YEAR_MS);
    await startWorker();
    await expect.poll(async () => (await runs())[0]?.stage).toBe('done');
    expect(await runs()).toMatchObject([{ found: 1, asked: 1, kept: {} }]);
    const [request] = await requests();
    expect(request).toMatchObject({
      customer_refs: [gone.ref],
      origin: 'retention',
      stage: 'requested',
      requested_by: { id: null },
      respond_by: null,
    });
    expect(await namesOf('anna')).toHaveLength(1);
    clock.advance(14 * DAY_MS);
    await expect.poll(async () => (await read(request?.id ?? 0))?.stage).toBe('done');
    expect(await namesOf('anna')).toEqual([]);
    expect(await namesOf('bruno')).toHaveLength(1);
  });

  it('keeps customers who came again, were written to or bought something within the term, under any reference', async () => {
    const [again, written, quiet] = [
      await customer('again'),
      await customer('written'),
      await customer('quiet'),
    ];
    clock.advance(2 * YEAR_MS);
    await servedCustomer(world, services, 'again', { purchaseDate: '2027-03-01' });
    await world.projectorPool.query(
      `insert into message_row (id, kind, rma_id, item_ids, store_id, state, channel, language, why, fault, attempts,
                                planned_at, changed_at, due_at, version, position)
       select 1, 'reminder', i.rma_id, array[i.id], 1, 'sent', 'email', 'fr', null, null, 1, $2, $2, null, 1, 1
         from item_row i where i.id = $1`,
      [written.itemId, clock.now()],
    );
    clock.advance(1.2 * YEAR_MS);
    await run();
    const asked = (await requests()).flatMap(({ customer_refs: refs }) => refs);
    expect(asked).toEqual([quiet.ref]);
    expect(asked).not.toContain(again.ref);
  });

  it('does nothing while the schedule is off', async () => {
    await customer('carla');
    clock.advance(3 * YEAR_MS);
    schedule = { ...SCHEDULE, on: false };
    await startWorker();
    await run();
    await sleep(1_000);
    expect([await runs(), await requests()]).toEqual([[], []]);
  });

  it('is one for each day, however often its job is delivered', async () => {
    await customer('dora');
    clock.advance(3 * YEAR_MS);
    for (const _ of [1, 2, 3]) await run();
    expect(await requests()).toHaveLength(1);
    clock.advance(DAY_MS);
    await run();
    expect((await runs()).map(({ found, asked }) => [found, asked])).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  it('over the amount allowed unasked makes no request until an account approves it', async () => {
    schedule = { ...SCHEDULE, approval_over: 0 };
    await customer('emil');
    clock.advance(3 * YEAR_MS);
    await run();
    clock.advance(DAY_MS);
    await run();
    expect(await runs()).toMatchObject([{ stage: 'waiting', found: 1, asked: 0 }]);
    await startWorker();
    const runId = (await findOpenRun(world.db))?.id ?? 0;
    must(await approveRetentionRun(services, DECIDER, { runId, note: null }));
    await expect.poll(async () => (await runs())[0]?.stage).toBe('done');
    expect(await requests()).toHaveLength(1);
  });
});

describe('between the request and the erasure (product/privacy.md §7)', () => {
  async function requested(name: string) {
    const person = await customer(name);
    clock.advance(3 * YEAR_MS);
    await run();
    const requestId = (await requests())[0]?.id ?? 0;
    return { person, requestId };
  }

  it('an account that decides may refuse', async () => {
    const { requestId } = await requested('fred');
    must(await refuseRequest(services, ASKER, { requestId, note: 'guarantee for life' }));
    clock.advance(15 * DAY_MS);
    await erase(requestId);
    expect(await read(requestId)).toMatchObject({ stage: 'refused' });
    expect(await namesOf('fred')).toHaveLength(1);
  });

  it('a hold keeps the person: the request ends and says why, and a later run asks again', async () => {
    const { person, requestId } = await requested('gina');
    const hold = { customerRef: person.ref, reason: 'legal_claim', reference: null } as const;
    const placed = must(await placeLegalHold(services, ASKER, hold));
    clock.advance(15 * DAY_MS);
    await erase(requestId);
    expect(await read(requestId)).toMatchObject({ stage: 'kept', kept_because: 'legal_hold' });
    const released = { holdId: Number(placed.answer?.['hold_id']), note: 'closed' };
    must(await releaseLegalHold(services, DECIDER, released));
    await run();
    expect((await requests())[0]).toMatchObject({ stage: 'requested', customer_refs: [person.ref] });
  });

  it('the schedule may be switched off: unapproved requests end, approved ones continue', async () => {
    const { requestId } = await requested('hans');
    schedule = { ...SCHEDULE, on: false };
    clock.advance(15 * DAY_MS);
    await erase(requestId);
    expect(await read(requestId)).toMatchObject({ stage: 'kept', kept_because: 'switched_off' });
    schedule = SCHEDULE;
    await run();
    const next = (await requests())[0]?.id ?? 0;
    must(await approveRequest(services, DECIDER, { requestId: next, note: null }));
    schedule = { ...SCHEDULE, on: false };
    await erase(next);
    expect(await read(next)).toMatchObject({ stage: 'done' });
  });

  it('a longer term keeps the person', async () => {
    const { requestId } = await requested('ines');
    schedule = { ...SCHEDULE, countries: [{ code: 'FR', months: 60 }] };
    clock.advance(15 * DAY_MS);
    await erase(requestId);
    expect(await read(requestId)).toMatchObject({ stage: 'kept', kept_because: 'term' });
  });
});

describe('a large run (product/privacy.md §7)', () => {
  /** All of them collected their pieces long ago: only the rows matter to a run. */
  async function writeCollected(customers: number): Promise<void> {
    await writeHistory(customers);
    await world.projectorPool.query(
      `update item_row set status = $1, custody_kind = 'customer', custody_site = null, holds = '{}'`,
      [Status.Closed],
    );
    clock.advance(11 * YEAR_MS);
  }
  /** How many customers are due, and that each was asked for once. */
  async function expectAskedOnce(customers: number): Promise<void> {
    const { rows } = await world.projectorPool.query<{
      requests: number;
      customers: number;
      streams: number;
    }>(
      `select count(*)::int as requests, count(distinct customer_refs)::int as customers,
              (select count(*)::int from streams where stream_id like 'privacy-request-%') as streams
         from privacy_request_row`,
    );
    const [newest] = await runs();
    expect([newest?.found, newest?.asked]).toEqual([customers, customers]);
    expect(rows).toEqual([{ requests: customers, customers, streams: customers }]);
  }

  it('is shared by two workers that begin it at once: no person is requested twice', async () => {
    // Three appends, of 50 requests at most.
    await writeCollected(120);
    await Promise.all([run(), run()]);
    expect(await runs()).toMatchObject([{ stage: 'done' }]);
    await expectAskedOnce(120);
  });

  it('is gone on with after each kill -9 in its middle', async () => {
    // More than the 500 that are searched for at a time.
    await writeCollected(510);
    const kills = await killRuns(5);
    expect(kills).toBeGreaterThan(0);
    await startWorker();
    await expect.poll(async () => (await runs())[0]?.stage, { timeout: 100_000 }).toBe('done');
    await expectAskedOnce(510);
  });

  /** Runs in separate processes, killed halfway, until one completes. Returns the number of kills. */
  async function killRuns(most: number): Promise<number> {
    for (let kills = 0; kills < most; kills += 1) {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'testing-retention-child.ts')], {
        env: {
          ...process.env,
          DATABASE: JSON.stringify(world.database),
          SCHEDULE: JSON.stringify(schedule),
          NOW: clock.now().toISOString(),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(child, 'exit');
      await Promise.race([once(child.stdout, 'data'), ended]);
      await sleep(5 + ((kills * 37) % 60));
      child.kill('SIGKILL');
      const [code] = await ended;
      if (code === 0) return kills;
    }
    return most;
  }
});
