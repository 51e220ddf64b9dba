import { Outages } from '@atelier/application/platform/outages.ts';
import { HOUR_MS, toInstant } from '@atelier/domain/kernel.ts';
import { handClock, servicesOf, type HandClock } from '@atelier/application/commands/testing-commands.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { touchNavDocument } from '@atelier/application/nav/nav.commands.ts';
import { findNavCircuit } from '@atelier/application/nav/nav-circuit.queries.ts';
import {
  documentOf,
  HKG,
  SHA,
  sentFromFactory,
  toDocument,
  toPackage,
} from '@atelier/application/nav/testing-nav.ts';
import { openWorld, type World } from '@atelier/application/projections/testing.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { startRedis, type TestRedis } from '@atelier/tests/harness/redis.ts';
import { FAULTLESS, type FaultKind } from '@atelier/tests/nav-simulator/faults.ts';
import { startNavSimulator, type NavSimulator } from '@atelier/tests/nav-simulator/server.ts';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveReactionCheckpoint } from '../jobs/reaction-checkpoints.ts';
import { startJobs, type RunningJobs } from '../jobs/start-jobs.ts';
import { systemCaller } from '../system-caller.ts';
import { navSlice } from './nav.job.ts';
import type { NavSettings } from './nav-settings.ts';
import { EVERYTHING, QUICK_FAULTS, quickSettings } from './testing-nav-settings.ts';

describe.each(['PostgreSQL', 'Redis'] as const)('sending to NAV with queues on %s', (backend) => {
  let world: World;
  let clock: HandClock;
  let services: CommandServices;
  let sim: NavSimulator;
  let redis: TestRedis | undefined;
  let jobs: RunningJobs | undefined;
  let troubles: unknown[] = [];
  let count = 0;

  beforeAll(async () => {
    redis = backend === 'Redis' ? await startRedis() : undefined;
    world = await openWorld();
    sim = await startNavSimulator({ seed: 20_261_122 });
    const offset = handClock(new Date(0));
    const now = () => new Date(Date.now() + offset.now().getTime());
    clock = { now, advance: offset.advance };
    services = servicesOf(world, clock);
  });
  beforeEach(() => {
    troubles = [];
    sim.nav.orders.clear();
    sim.nav.faults.change({ ...FAULTLESS, ...QUICK_FAULTS });
  });
  afterEach(async () => {
    await jobs?.stop();
    jobs = undefined;
    const twice = sim.nav.orders.duplicates();
    if (twice.length > 0) throw new Error(`NAV holds two of ${twice.join(', ')}`);
  });
  afterAll(async () => {
    await world.close();
    await sim.close();
    await redis?.stop();
  });

  /** What is logged of NAV as a whole. */
  const reported: string[] = [];
  const outages = new Outages({ warn: (_facts: object, line?: string) => void reported.push(line ?? '') });
  const outage = outages.use({ name: 'NAV', meanwhile: 'documents wait' });
  const begin = async (settings: NavSettings | 'no NAV' = quickSettings(sim)) => {
    jobs = await startJobs({
      services,
      queues: { databaseUrl: world.database.appUrl, redisUrl: redis?.url, onError: () => undefined },
      slices: [navSlice(settings === 'no NAV' ? undefined : settings, outage)],
      reconcileMs: 150,
      onError: (error) => troubles.push(error),
    });
  };
  const number = () => `${backend.slice(0, 2)}-${(count += 1)}`;
  const sent = (destination = HKG) =>
    sentFromFactory(world.store, number(), { destination, at: toInstant(clock.now().getTime()) });
  const settled = async (id: number, states: readonly string[] = ['sent'], within = 30_000) => {
    const deadline = Date.now() + within;
    for (;;) {
      const document = await documentOf(world.store, id);
      if (document !== undefined && states.includes(document.state)) return document;
      if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(document)}`);
      await sleep(25);
    }
  };
  const after = (fault: FaultKind, ...more: readonly FaultKind[]) =>
    sim.nav.faults.change({ next: [fault, ...more] });
  const documents = () => sim.nav.orders.all().length;
  const passedOver = async () => {
    await settleHorizon(world.pool, world.store);
    await saveReactionCheckpoint(world.db, 'nav', await world.store.readHorizon());
  };

  it('a package for Hong Kong becomes one document, with its pieces; one for Shanghai none', async () => {
    await begin();
    const [id, inside] = [await sent(), await sent(SHA)];
    const document = await settled(id);
    const [order] = sim.nav.orders.all();
    expect(order).toMatchObject({
      number: document.navNumber,
      externalDocumentNumber: document.trackingNumber.toUpperCase(),
      customerNumber: 'ST-HKG',
      currencyCode: 'HKD',
      salesOrderLines: [
        { lineObjectNumber: 'RING-1', quantity: 1, unitPrice: 12_500 },
        { lineObjectNumber: 'NECK-2', quantity: 1, unitPrice: 12_500 },
      ],
    });
    expect(await documentOf(world.store, inside)).toBeUndefined();
    expect(documents()).toBe(1);
  });

  it('an answer lost after creating is asked for, not sent again', async () => {
    after('lost');
    await begin();
    expect(await settled(await sent())).toMatchObject({ attempts: 1 });
    expect(documents()).toBe(1);
  });

  it('a document that NAV makes after we gave up waiting, and after we asked, stays the only one', async () => {
    after('late');
    await begin();
    expect(await settled(await sent())).toMatchObject({ attempts: 1 });
    await sleep(600);
    expect(documents()).toBe(1);
  });

  it('nothing comes of it: sent again once NAV can no longer be at work on it', async () => {
    after('error');
    await begin();
    const id = await sent();
    expect(await settled(id, ['unknown'])).toMatchObject({ answer: { code: 'Internal_ServerError' } });
    expect(await settled(id)).toMatchObject({ attempts: 2 });
  });

  it('429 waits as long as NAV says', async () => {
    after('throttled');
    await begin();
    const started = Date.now();
    expect(await settled(await sent())).toMatchObject({ attempts: 2 });
    expect(Date.now() - started).toBeGreaterThan(950);
  });

  it('what NAV refuses waits for a person; a retry with a reason sends it', async () => {
    after('refused');
    await begin();
    const id = await sent();
    expect(await settled(id, ['rejected'])).toMatchObject({
      answer: { code: 'Internal_ValidationError', message: 'The customer is blocked for sales orders.' },
    });
    const caller = systemCaller(clock, 'test');
    await touchNavDocument(services, caller, {
      shipmentId: id,
      touch: 'retry',
      reason: 'customer unblocked',
    });
    await settled(id);
  });

  it('the worker killed between the answer of NAV and our record leaves one document', async () => {
    const id = await sent();
    await begin('no NAV');
    const { trackingNumber } = await settled(id, ['pending']);
    await jobs?.stop();
    await toDocument(world.store, id, [
      { type: 'NavSendingStarted', data: { attempt: 1, at: toInstant(clock.now().getTime()) } },
    ]);
    sim.nav.orders.create({ externalDocumentNumber: trackingNumber, customerNumber: 'ST-HKG' });
    await begin();
    expect(await settled(id)).toMatchObject({ attempts: 1, navNumber: sim.nav.orders.all()[0]?.number });
    expect(documents()).toBe(1);
  });

  it('after a restore NAV is asked and sent nothing, until it can be at work on nothing from before', async () => {
    const owner = new Client({ connectionString: world.database.connectionString });
    await owner.connect();
    // A minute ahead, so that however busy the machine is the window has not passed before its time is moved on.
    await owner.query(
      `insert into restores (restored_at, backup, position, epoch)
       values (clock_timestamp() + interval '1 minute', 'a', 0, gen_random_uuid())`,
    );
    const [known, unknown] = [await sent(), await sent()];
    await begin('no NAV');
    const { trackingNumber } = await settled(known, ['pending']);
    await jobs?.stop();
    await begin();
    // The call of a worker from before the restore, of which the log knows nothing any more.
    await sleep(600);
    expect(documents()).toBe(0);
    sim.nav.orders.create({ externalDocumentNumber: trackingNumber, customerNumber: 'ST-HKG' });
    clock.advance(60_000 + quickSettings(sim).windowMs);
    expect(await settled(known)).toMatchObject({ attempts: 0, attention: 'found_in_nav' });
    expect(await settled(unknown)).toMatchObject({ attempts: 1 });
    expect(documents()).toBe(2);
    await owner.query('delete from restores');
    await owner.end();
  });

  it('a queue that lost everything loses no document', async () => {
    const ids = [await sent(), await sent()];
    // The policy has seen the packages, and what it put into the queue is gone.
    await passedOver();
    if (redis !== undefined) {
      const client = new Redis(redis.url);
      await client.flushall();
      client.disconnect();
    }
    await begin();
    for (const id of ids) await settled(id);
    expect(documents()).toBe(2);
  });

  it('a worker that was down for an hour takes up what it was at', async () => {
    const id = await sent();
    await begin('no NAV');
    await settled(id, ['pending']);
    await jobs?.stop();
    await toDocument(world.store, id, [
      { type: 'NavSendingStarted', data: { attempt: 1, at: toInstant(clock.now().getTime()) } },
    ]);
    clock.advance(HOUR_MS);
    const meanwhile = await sent();
    await begin();
    expect(await settled(id)).toMatchObject({ attempts: 2 });
    await settled(meanwhile);
    expect(documents()).toBe(2);
  });

  it('while NAV is down documents wait and nothing fails; they are sent when it is back', async () => {
    reported.length = 0;
    sim.nav.faults.change({ chances: { error: 1 }, questionsToo: true });
    await begin();
    const ids = [await sent(), await sent(), await sent()];
    const broken = async (): Promise<string> => {
      const { state } = await findNavCircuit(world.db, clock.now());
      return state === 'open' ? state : sleep(50).then(broken);
    };
    expect(await broken()).toBe('open');
    for (const id of ids) expect(await settled(id, ['pending'])).toMatchObject({ attempts: 0 });
    sim.nav.faults.change({ chances: {} });
    for (const id of ids) await settled(id);
    expect(troubles).toEqual([]);
    expect(reported).toEqual([
      expect.stringMatching(/^dependency away/),
      expect.stringMatching(/^dependency back/),
    ]);
  });

  it('a package taken back takes a pending document with it, and flags one that NAV has', async () => {
    const unsent = (at: string) =>
      ({
        type: 'ShipmentUnsent',
        data: { reason: null, at, by: { userId: 1, workerId: null } },
      }) as const;
    await begin('no NAV');
    const early = await sent();
    await settled(early, ['pending']);
    await toPackage(world.store, early, unsent(toInstant(clock.now().getTime())));
    await settled(early, ['withdrawn']);
    await jobs?.stop();
    await begin();
    const late = await sent();
    await settled(late);
    await toPackage(world.store, late, unsent(toInstant(clock.now().getTime())));
    const flagged = async (): Promise<string | null | undefined> => {
      const attention = (await documentOf(world.store, late))?.attention;
      return attention === null ? sleep(25).then(flagged) : attention;
    };
    expect(await flagged()).toBe('package_taken_back');
    expect(documents()).toBe(1);
  });

  it('a dozen packages and everything that can go wrong: one document each', async () => {
    sim.nav.faults.change({ chances: EVERYTHING, questionsToo: true });
    await begin();
    const ids: number[] = [];
    for (let index = 0; index < 12; index += 1) ids.push(await sent());
    for (const id of ids) await settled(id, ['sent'], 20_000);
    await sleep(600);
    expect(documents()).toBe(12);
  });
});
