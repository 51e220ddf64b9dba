import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { deposit, newDeposit } from '@atelier/application/commands/testing-commands.ts';
import { seeded } from '@atelier/application/projections/testing-histories.ts';
import type { PolicySource } from '@atelier/application/system/policy-source.queries.ts';
import { servicesWithRules, setSender, switchOn } from '@atelier/workers/messages/testing-messages.ts';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRedis, type TestRedis } from '../harness/redis.ts';
import { startMailCatcher, type MailCatcher, type TakenMail } from '../mail-catcher/server.ts';
import { startFaultDatabase, type FaultDatabase } from './support/database.ts';
import { KilledWorkers } from './support/killed-workers.ts';
import { PausedWorker } from './support/paused-worker.ts';
import { until } from './support/until.ts';
import { prepareWorld, type FaultWorld } from './support/world.ts';

/**
 * product/messages.md §2: 1,000 deposits, and the worker that writes to their customers killed (−9) around its calls of the mail server. Every
 * customer has exactly one message, whichever backend carries the queues; a body comes a second time only where a worker was killed in
 * between, under the same Message-ID. Workers that are stopped and go on send nothing twice.
 */
const EVENTS = 1_000;
const AT_ONCE = 100;
const SEED = 20_261_123;
/** A kill at about every third message that is taken, up to 12 ms after it: before the server's yes, and before our record. */
const KILLS = 1 / 3;
const KILL_WITHIN_MS = 12;
const KILLS_A_WAVE = 8;
const PATIENCE_MS = 900_000;
/** Deposits while workers are stopped, which happens at about every tenth message, before its body. */
const PAUSED_EVENTS = 100;
const PAUSES = 1 / 10;
/** Longer than the workers' attempts may take, which are three seconds: the other worker sends meanwhile. */
const PAUSED_MS = 4_500;

describe.each(['PostgreSQL', 'Redis'] as const)('with queues on %s', (backend) => {
  let database: FaultDatabase;
  let world: FaultWorld;
  let services: CommandServices;
  let rules: PolicySource;
  let catcher: MailCatcher;
  let redis: TestRedis | undefined;
  let workers: KilledWorkers;
  let workerEnv: Readonly<Record<string, string>>;
  let folder: string;

  beforeAll(async () => {
    redis = backend === 'Redis' ? await startRedis() : undefined;
    database = await startFaultDatabase();
    world = await prepareWorld(database);
    ({ services, rules } = await servicesWithRules(world.world, { now: () => new Date() }));
    await setSender(services, 'atelier@maison.test');
    await switchOn(services);
    catcher = await startMailCatcher();
    folder = await mkdtemp(join(tmpdir(), 'atelier-messages-'));
    await writeFile(join(folder, 'master.key'), Buffer.alloc(32, 7));
    workerEnv = {
      DATABASE_URL: database.serviceUrl,
      MAIL_URL: catcher.mailUrl,
      MASTER_KEY_FILE: join(folder, 'master.key'),
      ...(redis !== undefined && { REDIS_URL: redis.url }),
    };
    workers = new KilledWorkers('message-worker.ts', workerEnv);
  });
  afterAll(async () => {
    workers?.end();
    await rules?.stop();
    await world?.close();
    await catcher?.close();
    await database?.remove();
    await redis?.stop();
    await rm(folder, { recursive: true });
  });

  test(
    `${EVENTS} deposits become ${EVENTS} messages, each once, whatever happens to the worker`,
    async () => {
      const random = seeded(SEED);
      catcher.onMail = () => {
        if (random() < KILLS) workers.killIn(random() * KILL_WITHIN_MS, 'a message was taken');
      };
      workers.begin();
      const given = await newDeposit(world.world);
      for (let index = 0; index < EVENTS; index += AT_ONCE) {
        workers.allow(KILLS_A_WAVE);
        for (let each = index; each < index + AT_ONCE; each += 1) await left(given, each);
        if (redis !== undefined && index % 300 === 0) await empty(redis);
        await until(`messages from ${index}`, async () => (await sent()) === index + AT_ONCE, 120_000);
      }
      workers.end();
      const kills = workers.killedAt.length;
      const mails = byRecipient(catcher.taken());
      const repeats = [...mails.values()].flatMap(([, ...others]) => others).length;
      console.log(`${backend}: ${EVENTS} events, ${kills} kills, ${repeats} messages taken twice`);
      expect(mails.size).toBe(EVENTS);
      expect([...mails.values()].flatMap(withoutKillBetween(workers.killedAt))).toEqual([]);
      const { rows } = await world.world.pool.query<{ sent: number; planned: number }>(
        `select count(*) filter (where type = 'MessageSent')::int as sent,
                count(*) filter (where type = 'MessagePlanned')::int as planned from events`,
      );
      expect(rows).toEqual([{ sent: EVENTS, planned: EVENTS }]);
      expect(kills).toBeGreaterThan(EVENTS / 25);
      // Two are sent at a time: a kill can leave at most two with an unknown outcome.
      expect(repeats).toBeLessThanOrEqual(2 * kills);
    },
    PATIENCE_MS,
  );

  test(
    'workers that are stopped between the intent and the body, and go on later, send each message once',
    async () => {
      const random = seeded(SEED);
      const catchers = [await startMailCatcher(), await startMailCatcher()];
      const paused = await Promise.all(
        catchers.map(({ mailUrl }) =>
          PausedWorker.begin('message-worker.ts', { ...workerEnv, MAIL_URL: mailUrl, CONCURRENCY: '1' }),
        ),
      );
      for (const [index, each] of catchers.entries()) {
        // The client sends the body once the recipient is accepted: nothing of it has left.
        each.onRecipient = () => {
          if (random() < PAUSES) paused[index]?.pause(PAUSED_MS);
        };
      }
      const before = await sent();
      const given = await newDeposit(world.world);
      for (let each = 0; each < PAUSED_EVENTS; each += 1) await left(given, EVENTS + each);
      await until('all messages', async () => (await sent()) === before + PAUSED_EVENTS, 300_000);
      // Whatever a stopped worker still sends is there once it has gone on and been idle.
      await sleep(PAUSED_MS + 1_500);
      for (const each of paused) each.end();
      await Promise.all(catchers.map((each) => each.close()));
      const mails = byRecipient(catchers.flatMap((each) => each.taken()));
      const pauses = paused.reduce((sum, each) => sum + each.pauses, 0);
      console.log(`${backend}: ${PAUSED_EVENTS} events, ${pauses} pauses`);
      expect(mails.size).toBe(PAUSED_EVENTS);
      expect([...mails].filter(([, bodies]) => bodies.length !== 1)).toEqual([]);
      expect(pauses).toBeGreaterThan(PAUSED_EVENTS / 25);
    },
    PATIENCE_MS,
  );

  const left = async (given: Awaited<ReturnType<typeof newDeposit>>, index: number): Promise<void> => {
    const contact = { ...given.contact, email: `customer-${index}@laurent.test` };
    const items = given.items.map((item) => ({ ...item, serial: `SN-${backend}-${index}` }));
    await deposit(services, { ...given, contact, items });
  };
  const sent = async (): Promise<number> => {
    const rows = await world.world.db
      .selectFrom('message_row')
      .select('id')
      .where('state', '=', 'sent')
      .execute();
    return rows.length;
  };
});

/** Bodies, the earliest first, of each customer: one message was planned for each. */
const byRecipient = (mails: readonly TakenMail[]): ReadonlyMap<string, readonly TakenMail[]> =>
  Map.groupBy(
    mails.toSorted((a, b) => a.at - b.at),
    ({ to }) => to.join(),
  );

/** Of one customer: bodies that followed another one, under another id or without a worker killed in between. */
const withoutKillBetween =
  (killedAt: readonly number[]) =>
  (bodies: readonly TakenMail[]): readonly TakenMail[] =>
    bodies.slice(1).filter((body, index) => {
      const before = bodies[index];
      const wasKilled = killedAt.some((at) => before !== undefined && at >= before.at && at <= body.at);
      return !wasKilled || body.id !== before?.id;
    });

async function empty({ url }: TestRedis): Promise<void> {
  const client = new Redis(url);
  await client.flushall();
  client.disconnect();
}
