import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '@atelier/event-store/pool.ts';
import type { AppendRequest } from '@atelier/event-store/types.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, askUntilAnswered, must, signIn, type Answer, type Call } from './support/caller.ts';
import { startReplicatedDatabase, type ReplicatedDatabase } from './support/replicated-database.ts';
import { first, openSite, type Site } from './support/site.ts';
import { until } from './support/until.ts';

/**
 * product/reliability.md §30: the synchronous standby is away, and PostgreSQL confirms no commit. Callers are answered all the
 * same, reads go on, and nothing that is not on two disks is acknowledged.
 */
const PIECES = 40;
const ANSWERED_WITHIN_MS = 10_000;

let database: ReplicatedDatabase;
let site: Site;
let admin: Pool;
let pieces: readonly number[];
/** One that is not scanned: no commit under way holds its stream. */
let spare: number;
let warehouse: string;
const url = (): string => first(site.apis).url;

beforeAll(async () => {
  database = await startReplicatedDatabase();
  site = await openSite({ apis: 1, workers: 1, database });
  admin = createPool({ connectionString: database.adminUrl, role: 'owner', max: 2 });
  [spare = 0, ...pieces] = await site.sentPieces(1 + PIECES, 'AWAY');
  warehouse = await signIn(url(), 'warehouse');
});

afterAll(async () => {
  await admin?.end();
  await site?.close();
});

const scanOf = (piece: number): Call => ({
  method: 'POST',
  path: '/scan',
  body: { code: String(piece), target: 3 },
  key: `away-${piece}`,
  device: `away-${piece}`,
});
const scans = (): readonly Call[] => pieces.map(scanOf);

/** A call that writes other things than events. */
const LOGIN: Call = {
  method: 'POST',
  path: '/auth/loginold',
  body: {
    username: 'paris@demo.test',
    password: 'wrong',
    is_captcha: 1,
    captcha_id: 'none',
    captcha: 'none',
  },
};

/** Rejects when there is no answer within the limit. */
async function answered(call: Call, token = warehouse): Promise<Answer> {
  const late = new AbortController();
  const limit = sleep(ANSWERED_WITHIN_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error(`${call.method} ${call.path} was not answered`);
  });
  return Promise.race([ask(url(), token, call), limit]).finally(() => late.abort());
}

const codesOf = (answers: readonly Answer[]): readonly unknown[] => [
  ...new Set(answers.map(({ status, body }) => (status === 200 ? 200 : body.code))),
];
const waitingBackends = async () => {
  const { rows } = await admin.query<{ pid: number; name: string }>(
    `select pid, application_name as name from pg_stat_activity where wait_event = 'SyncRep'`,
  );
  return rows;
};
/** How often a call with this mark stands in the log. */
const effectsOf = async (mark: string): Promise<number> => {
  const { rows } = await admin.query<{ effects: number }>(
    `select coalesce(max(count), 0)::int as effects
       from (select count(*) from events where metadata ->> 'device' = $1 group by type) by_type`,
    [mark],
  );
  return first(rows).effects;
};
const key = { person: 'test', key: 'cancelled', fingerprint: 'cancelled' };
/** An append of this process, past the API. */
async function remark(): Promise<AppendRequest> {
  const streamId = `item-${spare}`;
  const by = { userId: 7, workerId: null };
  const at = new Date().toISOString();
  const data = { target: 2, verdict: 'accepted', trackingNumber: null, siteId: 1, at, by };
  const { version: expectedVersion } = await site.world.store.readStream(streamId);
  return {
    streams: [{ streamId, expectedVersion, events: [{ type: 'ItemScanned', data }] }],
    metadata: {
      actor: { id: 1, kind: 'system' },
      device: 'cancelled',
      commandId: 'cancelled',
      occurredAt: at,
    },
    idempotency: key,
  };
}
const codeOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.catch((error: unknown) => (error instanceof Error && 'code' in error ? error.code : error));

const readiness = async (): Promise<unknown> => {
  const { status, body } = await ask(url(), '', { method: 'GET', path: '/health/ready' });
  return [status, body.data];
};

test('while it is away every caller is answered, and reads go on', async () => {
  expect(await readiness()).toMatchObject([200, { replication: 'current', unreplicated_s: 0 }]);
  await database.killStandby();
  const during = new AbortController();
  const reading = readOn(during.signal);
  const answers = await Promise.all(scans().map((scan) => answered(scan)));
  expect(codesOf(answers).filter((code) => code === 200)).toEqual([]);
  expect(codesOf(answers)).toContain('outcome_unknown');

  // Later calls are refused at once, whatever they write.
  const later = await Promise.all([...scans(), LOGIN, LOGIN, LOGIN].map((call) => answered(call)));
  expect(codesOf(later)).toEqual(['not_replicated']);
  during.abort();
  expect(codesOf(await reading)).toEqual([200]);
  expect(await readiness()).toMatchObject([200, { replication: 'not_replicated' }]);
});

/** Reads that touch the caller's session now and then. */
async function readOn(signal: AbortSignal): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  while (!signal.aborted) {
    answers.push(await answered({ method: 'GET', path: '/dashboard/stats' }));
    await sleep(200);
  }
  return answers;
}

test('a commit whose wait is cancelled is in the log of the primary alone, and is not acknowledged', async () => {
  await until('commits to wait', async () => (await waitingBackends()).length > 0);
  const { store } = site.world;
  const cancelled = codeOf(store.append(await remark()));
  const isWaiting = async () => (await waitingBackends()).some(({ name }) => name === 'atelier');
  await until('the append to wait', isWaiting);
  for (const { pid } of await waitingBackends()) await admin.query('select pg_cancel_backend($1)', [pid]);
  expect(await cancelled).toBe('outcome_unknown');
  await until('its event to be seen', async () => (await effectsOf('cancelled')) === 1);
  // It is found under its key; saying so would acknowledge it.
  expect(await codeOf(store.append(await remark()))).toBe('outcome_unknown');
  // One statement with this key is under way: this one was not sent.
  expect(await codeOf(store.findCommand(key))).toBe('append_queue_full');
  expect(await effectsOf('cancelled')).toBe(1);
});

test('when it is back, everything goes on, and each key has one effect', async () => {
  await database.startStandby();
  const answers = await Promise.all(scans().map((scan) => askUntilAnswered(url(), warehouse, scan)));
  for (const answer of answers) must(answer);
  expect(await Promise.all(pieces.map((piece) => effectsOf(`away-${piece}`)))).toEqual(pieces.map(() => 1));
  expect(await readiness()).toMatchObject([200, { replication: 'current' }]);
  await until('no commit to wait', async () => (await waitingBackends()).length === 0);
  expect(await site.world.store.append(await remark())).toMatchObject({ replayed: true });
  expect(await effectsOf('cancelled')).toBe(1);
});
