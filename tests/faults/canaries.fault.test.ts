import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { anySku } from '@atelier/application/commands/testing-commands.ts';
import { createDatabase, inScope } from '@atelier/application/platform/database.ts';
import { findRmaView } from '@atelier/application/repair-detail/rma-view.queries.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import type { PersonName } from '@atelier/api/testing/testing-api.ts';
import type { Call } from '@atelier/api/testing/testing-people.ts';
import { must } from '@atelier/api/testing/testing-reply.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { Redis } from 'ioredis';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbedded } from '@atelier/console/database.ts';
import { clusterHome } from '@atelier/host/postgres/home.ts';
import { runScriptOn } from '@atelier/host/testing-script.ts';
import { startRedis, type TestRedis } from '../harness/redis.ts';
import { startMailCatcher, type MailCatcher } from '../mail-catcher/server.ts';
import { copyOfServer } from './support/copy-of-server.ts';
import { caughtUp, eraseAll, figuresNow } from './support/canary-erasure.ts';
import { untoldTexts } from './support/canary-fields.ts';
import {
  callsOn,
  DIGITS,
  makeCanary,
  registerOf,
  sayingsOf,
  WORD,
  type Canary,
} from './support/canary-people.ts';
import { startHooks, type Hooks } from './support/hooks.ts';
import {
  answersOn,
  importRegister,
  sealFromNowOn,
  switchEverythingOn,
  textsTold,
  withStore,
} from './support/canary-site.ts';
import { signIn } from './support/caller.ts';
import { mailsAfterErasure } from './support/canary-mails.ts';
import { Needles, searchFolder, slices, wordsIn } from './support/search-bytes.ts';
import { someAtOnce } from './support/some-at-once.ts';
import { first, openSite, type Site } from './support/site.ts';
import { until } from './support/until.ts';

/**
 * product/reliability.md §28: half of the canaries are erased; nothing that is kept afterwards shows one of them. Together they have a
 * word in every field that takes free text about a person.
 */
const CANARIES = Number(process.env['CANARIES'] ?? 20);
const AT_ONCE = 4;
const patienceMs = 3_600_000;

let site: Site;
let redis: TestRedis;
let call: Call;
let gone: readonly Canary[];
let stay: readonly Canary[];
/** A copy of the server's files and log from before the erasures. */
let before: string;
let figures: string;
let mails: MailCatcher;
let hooks: Hooks;
/** Types and paths of the texts in which the log held a canary before the erasures. */
let told: ReadonlySet<string>;
/** Webhook deliveries before the erasures. */
let deliveriesBefore: number;
const tokens = new Map<PersonName, string>();
const took: string[] = [];

const url = (): string => first(site.apis).url;
const wordsOf = (people: readonly Canary[]) => people.flatMap(({ words }) => words);

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  took.push(`${what} ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  return result;
}

beforeAll(async () => {
  redis = await startRedis();
  mails = await startMailCatcher({ most: Infinity });
  hooks = await startHooks();
  const env = {
    REDIS_URL: redis.url,
    LOG_LEVEL: 'debug',
    MAIL_URL: mails.mailUrl,
    WEBHOOK_TO_LOOPBACK: '1',
    TRUST_PROXY: '127.0.0.1',
  };
  site = await openSite({ node: { env } });
  await sealFromNowOn(site);
  for (const name of ['paris', 'warehouse', 'admin'] as const) tokens.set(name, await signIn(url(), name));
  call = callsOn(url(), tokens);
  const other = callsOn(url(), new Map([['admin', await signIn(url(), 'admin2')]]));
  await switchEverythingOn(site, call, hooks.url);
  const sku = await anySku(site.world);
  const sayings = Array.from({ length: CANARIES }, (_, index) => sayingsOf(index));
  await importRegister(url(), tokens.get('admin') ?? '', registerOf(sayings));
  const place = { url: url(), tokens, call, other, sku, answerFee: answersOn(url()) };
  const people = await timed('deposits', () =>
    someAtOnce([...sayings.entries()], AT_ONCE, ([index, said]) => makeCanary(place, index, said)),
  );
  gone = people.filter((_, index) => index % 2 === 0);
  stay = people.filter((_, index) => index % 2 === 1);
  await makeFiles(people);
  await caughtUp(site);
  told = await textsTold(site, gone);
  await until('mails and deliveries', async () => mails.mails().length > 0 && hooks.bodies.length > 0);
  before = await timed('copy', () => copyOfServer(site));
  figures = await figuresNow(site, call);
  deliveriesBefore = hooks.bodies.length;
  await timed('erasures', () => eraseAll(site, { ask: call, approve: other }, gone));
}, patienceMs);

afterAll(async () => {
  console.log(`${CANARIES} canaries: ${took.join(', ')}`);
  if (before !== undefined) rmSync(before, { recursive: true, force: true });
  await site?.close();
  await redis?.stop();
  await Promise.all([mails?.close(), hooks?.close()]);
}, patienceMs);

async function listFile(people: readonly Canary[]): Promise<{ readonly id: number; readonly bytes: Buffer }> {
  const asked = await must(
    call('paris', 'POST', '/excel', { excelType: 'list', rmaItem: people.map(({ itemId }) => itemId) }),
  );
  const { id } = asked.data as { id: number };
  const isDone = async () => {
    const { data } = await call('paris', 'GET', `/export/${id}`);
    return (data as { state: string }).state === 'done';
  };
  await until('the list', isDone, 120_000);
  return { id, bytes: await file('paris', `/export/${id}/file`) };
}

async function file(who: PersonName, path: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${tokens.get(who)}` };
  const answer = await fetch(`${url()}/api${path}`, { headers });
  return Buffer.from(await answer.arrayBuffer());
}

/** What the file for a person holds, or what is said in its place. */
async function personFile(customerRef: string): Promise<Buffer> {
  const order = { customer_refs: [customerRef], language: 'fr' };
  const asked = await must(call('admin', 'POST', '/privacy/export', order));
  const { id } = asked.data as { id: number };
  await until('the file for a person', async () => {
    const { data } = await call('admin', 'GET', '/privacy/exports');
    const exports = data as { id: number; state: string }[];
    return exports.some((one) => one.id === id && one.state !== 'requested');
  });
  return file('admin', `/privacy/export/${id}/file?format=json`);
}

const needles = () => new Needles(WORD, wordsOf([...gone, ...stay]));

/** A list, exports of persons and dispute files, as they are made of people who are there. */
async function makeFiles(people: readonly Canary[]): Promise<void> {
  const { bytes } = await listFile(people.slice(0, 500));
  // The search must find the canaries that were not erased.
  expect(wordsIn(needles(), bytes).size).toBeGreaterThan(0);
  const refs = people.slice(0, 4).map(({ customerRef }) => customerRef);
  await must(call('admin', 'POST', '/privacy/export', { customer_refs: refs, language: 'fr' }));
  for (const { itemId } of people.slice(0, 2)) await file('paris', `/item/${itemId}/dispute?language=en`);
}

/** Words of the erased that stand in some bytes, in a form that a failure names. */
const found = (bytes: Buffer) => [...wordsIn(new Needles(WORD, wordsOf(gone)), bytes)];
const digitsOf = () => gone.map(({ digits }) => digits);
const byDigits = () => new Needles(DIGITS, digitsOf());

/** Of some: each picture is a separate pass over everything. */
const pictures = () =>
  slices(new Map(gone.slice(0, 5).map(({ number, picture }) => [`picture of ${number}`, picture])));

function foundBelow(folder: string, skipped?: (path: string) => boolean): object {
  const short = (all: Map<string, string[]>) =>
    Object.fromEntries([...all].slice(0, 5).map(([word, paths]) => [word, paths.slice(0, 3)]));
  return {
    ...short(searchFolder(new Needles(WORD, wordsOf(gone)), folder, skipped)),
    ...short(searchFolder(byDigits(), folder, skipped)),
    ...short(searchFolder(pictures(), folder, skipped)),
  };
}

describe('a canary', () => {
  test('was in every field of every event that takes free text about a person', () => {
    expect(untoldTexts(told)).toEqual([]);
  });
});

describe('nothing of an erased person is found', () => {
  test('in webhooks, before and after', () => {
    expect(hooks.bodies.length).toBeGreaterThan(deliveriesBefore);
    expect(found(Buffer.concat(hooks.bodies))).toEqual([]);
  });

  test('in a mail whose sending began after the erasure of its person', async () => {
    const { late, withWords } = await mailsAfterErasure(site.pool, mails.mails(), gone);
    expect(late).toEqual([]);
    expect(withWords).toBeGreaterThan(0);
  });

  test(
    'in any row of any table, nor in a dump',
    async () => {
      const { rows: tables } = await site.pool.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not like 'pg\\_%' and schemaname <> 'information_schema'`,
      );
      for (const { name } of tables) {
        const { rows } = await site.pool.query<{ row: string }>(`select t::text as row from ${name} t`);
        const text = Buffer.from(rows.map(({ row }) => row).join('\n'));
        expect({ name, found: found(text), digits: [...byDigits().in(text)] }).toEqual({
          name,
          found: [],
          digits: [],
        });
      }
    },
    patienceMs,
  );

  test(
    'in the files and the log of the running server, its vault and its folder',
    async () => {
      await timed('search of the server', async () => {
        expect(foundBelow(site.database.folder)).toEqual({});
        expect(foundBelow(clusterHome(site.database.folder))).toEqual({});
      });
    },
    patienceMs,
  );

  test(
    'in the bytes of a backup from before, nor in its log',
    async () => {
      await timed('search of the backup', async () => expect(foundBelow(before)).toEqual({}));
    },
    patienceMs,
  );

  test(
    'in a backup from before that is opened with the vault of today, which opens everybody else',
    async () => {
      const cluster = await startEmbedded(before);
      const opened = async (store: EventStore, pool: Pool): Promise<void> => {
        const db = createDatabase(pool, store.sealing);
        for (const { rmaId, itemId, words } of [...gone, ...stay]) {
          const isGone = gone.some((one) => one.rmaId === rmaId);
          const view = await inScope(db, { kind: 'all' }, (trx) =>
            findRmaView(trx, rmaId, { audience: 'shop', policy: DEFAULT_POLICY }),
          );
          const events = await store.readStreams([`rma-${rmaId}`, `item-${itemId}`]);
          const text = Buffer.from(JSON.stringify([view, [...events.values()]]));
          const read = new Needles(WORD, words).in(text);
          expect([rmaId, isGone ? [...read] : read.size > 5]).toEqual([rmaId, isGone ? [] : true]);
        }
      };
      try {
        await withStore(site, cluster.url('atelier'), opened);
      } finally {
        await cluster.stop();
      }
    },
    patienceMs,
  );

  test(
    'in Redis, neither in its keys nor in its files',
    async () => {
      const client = new Redis(redis.url);
      try {
        for (const key of await client.keys('*'))
          expect([key, found((await client.dumpBuffer(key)) ?? Buffer.alloc(0))]).toEqual([key, []]);
        await client.save();
        const [, folder = ''] = await client.config('GET', 'dir');
        expect(foundBelow(folder)).toEqual({});
      } finally {
        client.disconnect();
      }
    },
    patienceMs,
  );

  test('in what the processes wrote at their most talkative', () => {
    for (const node of [...site.apis, ...site.workers]) {
      const text = Buffer.from(`${node.program().stdout()}\n${node.program().stderr()}`);
      expect(text.length).toBeGreaterThan(0);
      expect([...found(text), ...byDigits().in(text)]).toEqual([]);
    }
  });

  test(
    'in files that are made afterwards, which show everybody else',
    async () => {
      const { bytes } = await listFile([...gone.slice(0, 250), ...stay.slice(0, 250)]);
      expect(found(bytes)).toEqual([]);
      expect(wordsIn(needles(), bytes).size).toBeGreaterThan(0);
      for (const { itemId, customerRef } of gone.slice(0, 2)) {
        expect(found(await file('paris', `/item/${itemId}/dispute?language=en`))).toEqual([]);
        expect(found(await personFile(customerRef))).toEqual([]);
      }
    },
    patienceMs,
  );
});

describe('after erasures', () => {
  test(
    'everybody else is shown as before',
    async () => {
      for (const { rmaId, words } of stay) {
        const { data } = await must(call('paris', 'GET', `/rma/${rmaId}`));
        const text = Buffer.from(JSON.stringify(data));
        expect(new Needles(WORD, words).in(text).size).toBeGreaterThan(4);
      }
    },
    patienceMs,
  );

  test('the figures are what they were', async () => {
    expect(await figuresNow(site, call)).toBe(figures);
  });

  test(
    'the log verifies',
    async () => {
      const { folder, ownerUrl } = site.database;
      const env = { DATA_DIR: folder, DATABASE_URL: ownerUrl, MASTER_KEY_FILE: join(folder, 'master.key') };
      const { said, code } = await runScriptOn('services/witness/src/audit-verify.ts', [], env);
      expect([code, said]).toEqual([0, expect.stringContaining(': 0 faults')]);
    },
    patienceMs,
  );
});
