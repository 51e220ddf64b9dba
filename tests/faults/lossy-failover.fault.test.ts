import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readingKey } from '@atelier/application/audit/reading.commands.ts';
import { deposit, newDeposit, PAR } from '@atelier/application/commands/testing-commands.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { recordSignInFailure } from '@atelier/application/identity/accounts.commands.ts';
import { worldOn, writeReference, type World } from '@atelier/application/projections/testing.ts';
import { seeded } from '@atelier/application/projections/testing-histories.ts';
import { checkEverything } from '@atelier/application/read-models/consistency/check-everything.ts';
import type { PolicySource } from '@atelier/application/system/policy-source.queries.ts';
import { Readings } from '@atelier/api/http/readings.ts';
import { MINUTE_MS } from '@atelier/domain/kernel.ts';
import { readingStream } from '@atelier/domain/audit/reading.ts';
import { vaultPlaceOf } from '@atelier/key-vault/vault-place.ts';
import type { EventMetadata } from '@atelier/event-store/types.ts';
import { servicesWithRules, setRule } from '@atelier/workers/messages/testing-messages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { laggingStandbyOf } from '../harness/failover.ts';
import { createPreparedDatabase, startPostgres, type TestPostgres } from '../harness/postgres.ts';
import { startLogReaders, type LogReaders } from './support/log-readers.ts';
import { until } from './support/until.ts';

/**
 * product/reliability.md: a standby without the newest commits takes the primary's place under everything that reads the log. FAILOVERS names
 * how often, SEED which moments; 200 take up to half an hour.
 */
const FAILOVERS = Number(process.env['FAILOVERS'] ?? 3);
const random = seeded(Number(process.env['SEED'] ?? 1));
const MOST_LOST = 5;
const NEW = 3;
const UNDER_WAY = 2;
const MOST_WAIT_MS = 120;
const clock = { now: () => new Date() };
const CALL = 'GET /test';
/** Readings of the same quarter of an hour are one. */
const BEGAN = clock.now();

/** A command that was acknowledged: a piece, and a sign-in that was refused. */
interface Acknowledged {
  readonly itemId: number;
  readonly deposited: string;
  readonly refused: string;
  /** How often the screen had been asked to read everything again. */
  readonly resyncs: number;
}

let postgres: TestPostgres;
let folder: string;
let world: World;
let services: CommandServices;
let rules: PolicySource;
let readers: LogReaders;
let readings: Readings;

beforeAll(async () => {
  postgres = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), 'atelier-lossy-'));
  const database = await createPreparedDatabase('reference', writeReference);
  world = await worldOn(database, vaultPlaceOf({}, join(folder, 'master.key')));
  ({ services, rules } = await servicesWithRules(world, clock));
  readings = new Readings({ store: world.store, clock: { now: () => BEGAN } });
  readers = await startLogReaders(world, services, `store:${PAR}`);
});
afterAll(async () => {
  await readers?.stop();
  await rules?.stop();
  await world?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function acknowledge(): Promise<Acknowledged> {
  const { itemId } = await deposit(services, await newDeposit(world));
  const [deposited] = (await world.store.readStream(`item-${itemId}`)).events;
  const at = clock.now().toISOString();
  const why = { why: 'wrong_password', failures: 1, at } as const;
  const by = metadata();
  await recordSignInFailure(
    world.store,
    randomUUID(),
    { userId: null, account: 'a1', address: 'b2', ...why },
    by,
  );
  const { rows } = await world.pool.query<{ event_id: string }>(
    `select event_id from events where type = 'SignInFailed' and metadata ->> 'commandId' = $1`,
    [by.commandId],
  );
  return {
    itemId,
    deposited: deposited?.eventId ?? '',
    refused: rows[0]?.event_id ?? '',
    resyncs: readers.resyncs(),
  };
}

const metadata = (): EventMetadata => ({
  actor: { id: 'sign-in', kind: 'system' },
  commandId: randomUUID(),
  occurredAt: clock.now().toISOString(),
});

/** Broken connections of the pools are known by the first query that finds none. */
const untilBack = () =>
  until('the database to be back', async () => {
    const asked = [world.pool, world.projectorPool].map((pool) => pool.query('select 1'));
    return (await Promise.allSettled(asked)).every(({ status }) => status === 'fulfilled');
  });

/** Readers that have not been given it. A screen that was asked to read everything again since has it. */
function missing({ itemId, deposited, refused, resyncs }: Acknowledged): readonly string[] {
  const { policy, siem, webhook, screen } = readers.times;
  const times = {
    policy: Math.min(policy(deposited), policy(refused)),
    siem: siem(refused),
    webhook: webhook(itemId),
    screen: screen(itemId) + readers.resyncs() - resyncs,
  };
  return Object.entries(times).flatMap(([reader, count]) => (count === 0 ? [`${reader} of ${itemId}`] : []));
}

const untilReached = (some: readonly Acknowledged[]) =>
  expect.poll(() => some.flatMap(missing), { timeout: 30_000, interval: 50 }).toEqual([]);

/** Once each: nothing that read the log was broken since. A screen may be sent a row again, which has its version. */
function expectOnce({ itemId, deposited, refused }: Acknowledged): void {
  const { policy, siem, webhook } = readers.times;
  expect({
    policy: [policy(deposited), policy(refused)],
    siem: siem(refused),
    webhook: webhook(itemId),
  }).toEqual({ policy: [1, 1], siem: 1, webhook: 1 });
}

const isRecorded = async (key: string): Promise<boolean> =>
  (await world.store.readStream(readingStream(key))).version === 1;
const erasedIn = async (subject: string): Promise<boolean> =>
  (await world.pool.query('select from erasures where subject = $1', [subject])).rowCount === 1;

/** What a node remembers of the part of the log that is lost: a setting, a reading, a person's erasure. */
async function rememberAndLose(round: number) {
  const reading = { sessionId: 'session', subject: `item-${round}`, call: CALL };
  await setRule(services, 'undo_minutes', 30 + (round % 20));
  await readings.record(reading, metadata);
  await world.store.erase([`customer-lost-${round}`], 'test');
  return { reading, key: readingKey(reading, BEGAN), subject: `customer-lost-${round}` };
}

async function failOver(
  round: number,
): Promise<{ readonly lost: readonly Acknowledged[]; readonly fresh: readonly Acknowledged[] }> {
  const undoMs = services.policy().undoMs;
  const standby = await laggingStandbyOf(world.database);
  await untilBack();
  const remembered = await rememberAndLose(round);
  const lost = await times(1 + Math.floor(random() * MOST_LOST), acknowledge);
  // The readers have come to the end of what is lost, or are in the midst of it.
  if (random() < 0.5) await untilReached(lost);
  const underWay = Promise.allSettled(Array.from({ length: UNDER_WAY }, acknowledge));
  await sleep(random() * MOST_WAIT_MS);
  await standby.promote();
  await untilBack();
  await readings.record(remembered.reading, metadata);
  const fresh = await times(NEW, acknowledge);
  await untilReached(await keptOf(await underWay));
  await untilReached(fresh);
  fresh.forEach(expectOnce);
  await until('the setting of before', () => services.policy().undoMs === undoMs);
  await until('the erasure to be applied', () => erasedIn(remembered.subject));
  expect(await isRecorded(remembered.key)).toBe(true);
  return { lost, fresh };
}

/** Of the commands that were under way when the primary died, those that the new one has. */
async function keptOf(
  underWay: readonly PromiseSettledResult<Acknowledged>[],
): Promise<readonly Acknowledged[]> {
  const answered = underWay.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const { rows } = await world.pool.query<{ event_id: string }>(
    'select event_id from events where event_id = any($1)',
    [answered.flatMap(({ deposited, refused }) => [deposited, refused].filter((id) => id !== ''))],
  );
  const kept = new Set(rows.map((row) => row.event_id));
  return answered.filter(({ deposited, refused }) => kept.has(deposited) && kept.has(refused));
}

async function times<T>(count: number, work: () => Promise<T>): Promise<readonly T[]> {
  const done: T[] = [];
  for (let n = 0; n < count; n += 1) done.push(await work());
  return done;
}

test(
  `after each of ${FAILOVERS} lossy failovers everything acknowledged reaches every reader once`,
  async () => {
    const lostIds = new Set<number>();
    const given: number[] = [];
    let reached = 0;
    for (let round = 0; round < FAILOVERS; round += 1) {
      const { lost, fresh } = await failOver(round);
      for (const { itemId } of lost) lostIds.add(itemId);
      given.push(...fresh.map(({ itemId }) => itemId));
      reached += fresh.length;
      if (round % 20 === 19) console.log(`${round + 1} failovers`);
    }
    console.log(
      `${FAILOVERS} failovers, ${lostIds.size} pieces lost, ${reached} acknowledged after them, all reached`,
    );
    expect(given.filter((id) => lostIds.has(id))).toEqual([]);
    const { rows } = await world.pool.query('select from restores');
    expect(rows).toHaveLength(FAILOVERS);
    await world.settle();
    const { differences } = await checkEverything(
      { pool: world.projectorPool, store: world.store },
      () => undefined,
    );
    expect(differences).toBe(0);
  },
  MINUTE_MS + FAILOVERS * 10_000,
);
