import { captchaResponse, loginResponse } from '@atelier/contracts/identity/schema.ts';
import { workerRolesResponse } from '@atelier/contracts/workforce/schema.ts';
import { dataOf, type Reply } from './testing-reply.ts';
import type { Call } from './testing-people.ts';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anySku, keptPicture, PAR } from '@atelier/application/commands/testing-commands.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { postgresLog } from '@atelier/tests/harness/postgres.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '@atelier/host/files.ts';
import { freePort } from '@atelier/host/ports.ts';
import { Notices } from '../../../../scripts/lib/notices.ts';
import { startService, type Service } from '../../../../scripts/lib/service.ts';
import { until } from '@atelier/tests/faults/support/until.ts';
import { depositBody } from './testing-bodies.ts';
import { startEchoingNav, type EchoingNav } from './testing-echoing-nav.ts';
import { Journey } from './testing-journey.ts';
import { CAPTCHA, PASSWORD, openApiWorld, type ApiWorld, type PersonName } from './testing-api.ts';

/**
 * product/reliability.md §27: real processes at their most talkative, real people's details, and failures of every kind. Nothing of it may stand
 * in what the processes write, in a job, in the log of events in clear, or in an answer to another caller's mistake.
 */
const CANARY = {
  firstname: 'Canaryfirst',
  lastname: 'Canarylast',
  email: 'canary.client@person.test',
  phone: '612987654',
  address: '7 canary lane',
  receiver: 'Canaryreceiver',
  comment: 'canary remark about the clasp',
  signer: 'Canarysigner',
  guess: 'canary-guess-2026',
  stranger: 'canary.stranger@person.test',
  captcha: 'canarycaptcha',
  account: 'canary.account@person.test',
  worker: 'Canaryworker',
  barcode: 'CANARYBADGE77',
  pin: '77889911',
} as const;

const folder = join(projectRoot, '.tmp', `canaries-${process.pid}`);
const services: Service[] = [];
const secrets: string[] = [...Object.values(CANARY), PASSWORD];
const answers: string[] = [];
const tokens = new Map<PersonName, string>();
let api: ApiWorld;
let nav: EchoingNav;
let port: number;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'master.key'), Buffer.alloc(32, 7).toString('hex'));
  writeFileSync(join(folder, 'nav.token'), 'canary-nav-token');
  secrets.push('canary-nav-token', Buffer.alloc(32, 7).toString('hex'));
  api = await openApiWorld();
  nav = await startEchoingNav();
  port = await freePort();
  run('api', { PORT: String(port), HOST: '127.0.0.1', DEMO: '1', CAPTCHA_FIXED_ANSWER: CAPTCHA });
  await untilWritten('api', /^ready/m);
  run('workers', {
    NAV_URL: nav.url,
    NAV_COMPANY: '11111111-2222-4333-8444-555555555555',
    NAV_TOKEN_FILE: join(folder, 'nav.token'),
  });
});
afterAll(async () => {
  for (const service of services) await service.stop();
  nav.close();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(service: 'api' | 'workers', env: Record<string, string>): void {
  const script = join('services', service, 'src', 'main.ts');
  const shared = {
    DATA_DIR: folder,
    DATABASE_URL: api.world.database.appUrl,
    MASTER_KEY_FILE: join(folder, 'master.key'),
  };
  const definition = { name: service, script, env: { ...shared, LOG_LEVEL: 'trace', ...env } };
  const line = (): void => undefined;
  services.push(startService(definition, join(folder, 'logs'), { line, notices: new Notices(line) }));
}

const logOf = (name: 'api' | 'workers'): string => readFileSync(join(folder, 'logs', `${name}.log`), 'utf8');

const untilWritten = (name: 'api' | 'workers', pattern: RegExp) =>
  until(`the ${name} to write ${String(pattern)}`, () => pattern.test(logOf(name)));

async function send(method: string, path: string, body?: object | string, token?: string): Promise<Reply> {
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) answers.push(text);
  return { status: answer.status, body: JSON.parse(text) };
}

const call: Call = async (who, method, path, payload) => {
  const reply = await send(method, path, payload, tokens.get(who) ?? '');
  return { ...reply, code: reply.body.code, data: reply.body.data, etag: '' };
};
const post = (who: PersonName, path: string, body: object) => call(who, 'POST', path, body);
const journey = new Journey(call, {});

async function done(asked: Promise<Reply>): Promise<unknown> {
  const { status, body } = await asked;
  expect([status, body.code, body.message]).toMatchObject([200, 'ok', expect.any(String)]);
  return body.data;
}

async function tryForm(username: string, password: string, captcha: string = CAPTCHA): Promise<Reply> {
  const { CaptchaId: captcha_id } = dataOf(captchaResponse.shape.data, await send('GET', '/captcha/getOne'));
  const form = { username, password, is_captcha: 1, captcha_id, captcha };
  return send('POST', '/auth/loginold', form);
}

async function signIn(name: PersonName): Promise<void> {
  const { token } = dataOf(loginResponse.shape.data, await tryForm(`${name}@demo.test`, PASSWORD));
  tokens.set(name, token);
  secrets.push(token, `${name}@demo.test`);
}

/** What no test of ours may leave behind, with where it was found. */
function leaksIn(text: string): string[] {
  return secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()));
}

/** Every file under the folder, except those that hold a secret on purpose. */
function filesIn(dataFolder: string): string[] {
  const meant = new Set(['master.key', 'nav.token']);
  return readdirSync(dataFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !meant.has(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

const written = (): string => `${logOf('api')}\n${logOf('workers')}`;

async function textOf(sql: string): Promise<string> {
  const pool = createPool({ connectionString: api.world.database.adminUrl, role: 'owner', max: 1 });
  try {
    return JSON.stringify((await pool.query(sql)).rows);
  } finally {
    await pool.end();
  }
}

/** A piece of the client whose details may stand nowhere, and that client. */
async function deposit(): Promise<readonly [item: object, contact: object]> {
  const item = { product_sku: await anySku(api.world), images: [await keptPicture(api.world, PAR)] };
  const { firstname, lastname, email, phone, address, receiver: receiver_name } = CANARY;
  return [item, { firstname, lastname, email, phone, address, receiver_name }];
}

const tryDeposit = async (): Promise<Reply> => post('paris', '/rma', depositBody(...(await deposit())));

/** Every insert into the table is refused with PostgreSQL's own words, which quote the row. */
const breakTable = (table: string) =>
  textOf(`alter table ${table} add constraint broken_for_a_test check (version < 0) not valid`);

describe('what people gave us', () => {
  it('goes through a day of work', async () => {
    for (const name of ['paris', 'warehouse', 'admin', 'station'] as const) await signIn(name);
    await tryForm(CANARY.stranger, CANARY.guess);
    await tryForm('tokyo@demo.test', CANARY.guess, CANARY.captcha);

    const account = { email: CANARY.account, name: 'Nina', last_name: 'Novak', user_type: 'shop' };
    const access = { site_id: PAR, roles: ['#INTRANET::FRONT_shop'], password: 'a long enough one' };
    await done(post('admin', '/user/create', { ...account, ...access }));
    // PostgreSQL refuses the second one and names the address in its own words.
    expect((await post('admin', '/user/create', { ...account, ...access })).body.code).toBe('email_used');

    const role = { Key: 'canaries', Name: 'Repair' };
    await post('admin', '/create/rma_workers_role', role);
    const roles = dataOf(workerRolesResponse.shape.data, await post('admin', '/all/rma_workers_role', {}));
    const worker = {
      WorkerID: 'W7001',
      WorkerName: CANARY.worker,
      Barcode: CANARY.barcode,
      Department: 'Floor',
    };
    const more = { Role: roles[0]?.ID, store: api.sites.get('FSZ'), Pin: CANARY.pin };
    await done(post('admin', '/create/rma_worker', { ...worker, ...more }));
    await post('station', '/auth/rma_worker', { barcode: CANARY.barcode, pin: '00000000' });
    await done(post('station', '/auth/rma_worker', { barcode: CANARY.barcode, pin: CANARY.pin }));

    const { itemId: id } = await journey.deposit(...(await deposit()));
    await done(post('paris', '/shopcomment', { id, comment: CANARY.comment }));
    await post('paris', '/search_contact', { keyword: CANARY.email });
    for (const code of [CANARY.barcode, CANARY.phone, CANARY.lastname])
      await done(post('warehouse', '/scan', { code, target: 3 }));
    const signed = { signer_name: CANARY.signer };
    await journey.send([id], 'CNR-1', signed);
    await journey.scanTo('warehouse', id, 3, 4, 6, 12, 13);
    await journey.sendHome([id], 'CNR-2', {}, signed);
    await done(post('paris', '/excel', { filter: { q: CANARY.email }, excelType: 'list' }));
    expect(answers.length).toBeGreaterThan(2);
  });

  it('goes through every kind of failure', async () => {
    const token = tokens.get('paris') ?? '';
    const statuses = [
      await send('POST', '/rma', `{"email": ${CANARY.email}`, token),
      await send('POST', '/rma', `{"email":"${CANARY.email}","email":"x"}`, token),
      await send('POST', '/shopcomment', { id: 'x', comment: CANARY.comment }, token),
      await send('POST', '/shopcomment', { id: 999_999, comment: CANARY.comment }, token),
      await send('POST', '/shopcomment', { id: 1, comment: `${CANARY.comment}\0` }, token),
      await send('POST', '/search_contact', { keyword: CANARY.email.repeat(500) }, token),
      await send('GET', `/rmalist?page=${encodeURIComponent(CANARY.email)}`, undefined, token),
      await send('GET', `/auth/session?token=${token}`),
      await send('GET', `/no/such/path/${CANARY.phone}?email=${CANARY.email}`, undefined, token),
    ].map(({ status }) => status);
    expect(statuses.filter((status) => status < 400)).toEqual([]);

    await breakTable('search_terms');
    await tryDeposit();
    await untilWritten('workers', /streams parked|projection failed/);
    await breakTable('rma_row');
    expect((await tryDeposit()).status).toBe(500);
    await untilWritten('api', /request failed/);
  });

  it('stands in nothing that the processes have written', () => {
    expect(written()).toContain('request failed');
    expect(leaksIn(written())).toEqual([]);
  });

  it('stands in no file of the data folder, and not in the log of PostgreSQL', () => {
    const serverLog = postgresLog();
    const files = [...filesIn(folder), ...(serverLog === undefined ? [] : [serverLog])];
    expect(files.map((file) => basename(file))).toEqual(expect.arrayContaining(['api.log', 'workers.log']));
    const leaks = files.map((file) => [file, leaksIn(readFileSync(file, 'utf8'))]);
    expect(leaks.filter(([, found]) => found?.length !== 0)).toEqual([]);
  });

  // The owner of a foreign server decides what it writes.
  it.runIf(postgresLog() !== undefined)('was refused by PostgreSQL in its log, without its words', () => {
    expect(readFileSync(postgresLog() ?? '', 'utf8')).toContain('users_email');
  });

  it('stands in no answer that refused something', () => {
    expect(answers.length).toBeGreaterThan(10);
    expect(leaksIn(answers.join('\n'))).toEqual([]);
  });

  it('stands in no job, neither at work, nor done, nor failed', async () => {
    const tables = JSON.parse(
      await textOf(`select table_name as name from information_schema.tables where table_schema = 'bullmq'`),
    );
    const rows = async () => {
      const all = [];
      for (const { name } of tables) all.push(await textOf(`select t::text from bullmq."${name}" t`));
      return all.join('\n');
    };
    let found = await rows();
    // The books have said their worst, and the job that asked them is still known.
    for (let look = 0; look < 100 && !(nav.calls() > 0 && /nav/i.test(found)); look += 1) {
      await sleep(100);
      found = await rows();
    }
    expect(nav.calls()).toBeGreaterThan(0);
    expect(found).toMatch(/nav/i);
    expect(leaksIn(found)).toEqual([]);
  });

  it('stands in the log of events sealed, never in clear', async () => {
    const types = await textOf(`select distinct type from events`);
    for (const type of ['ItemDeposited', 'NavDocumentRequested', 'WorkerRegistered', 'SignInFailed'])
      expect(types).toContain(type);
    expect(leaksIn(await textOf(`select data::text || metadata::text as text from events`))).toEqual([]);
  });

  it('stands in no note of an event that a projection could not read', async () => {
    const parked = await textOf(`select * from parked_events`);
    expect(parked).toContain('broken_for_a_test');
    expect(leaksIn(parked)).toEqual([]);
  });
});
