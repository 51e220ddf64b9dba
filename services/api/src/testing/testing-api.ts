import { STANDARD_ROLES, type StandardRole } from '@atelier/domain/identity/standard-roles.ts';
import type { UserType } from '@atelier/domain/identity/contract.ts';
import { listReader, type Replica } from '@atelier/application/shared/list-reader.ts';
import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import type { VaultPlace } from '@atelier/key-vault/vault-place.ts';
import type { EventMetadata } from '@atelier/event-store/types.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
import { storePasswordHash } from '@atelier/application/identity/passwords.commands.ts';
import { changeUser } from '@atelier/application/identity/accounts.commands.ts';
import { defineRole } from '@atelier/application/identity/roles.commands.ts';
import { TEST_KEY, worldOn, writeReference, type World } from '@atelier/application/projections/testing.ts';
import { openPolicySource } from '@atelier/application/system/policy-source.queries.ts';
import { waitForProjections } from '@atelier/event-store/projections/wait.ts';
import { createPreparedDatabase, type TestDatabase } from '@atelier/tests/harness/postgres.ts';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance } from 'fastify';
import { pino, type Logger } from 'pino';
import { buildApp } from '../app.ts';
import { loadConfig, type Config } from '../config.ts';
import type { ApiDeps } from '../http/deps.ts';
import { SessionCache } from '../identity/session-cache.ts';
import { startLive, type RunningLive } from '../live/service.ts';
import { liveSources } from '../live-sources.ts';
import { createMetrics } from '../http/metrics.ts';
import { queryable } from '@atelier/application/platform/database.ts';

export const PASSWORD = 'correct horse battery';
export const CAPTCHA = 'atelier';

/** People of the tests: who they are and where they stand. */
const PEOPLE = {
  paris: ['shop', 'PAR', 'shop'],
  tokyo: ['shop', 'TYO', 'shop'],
  warehouse: ['operation', 'WHS', 'operation'],
  factory: ['operation', 'FSZ', 'operation'],
  station: ['operation', 'FSZ', 'factoryWorker'],
  admin: ['admin', null, 'admin'],
  auditor: ['admin', null, 'auditor'],
} as const satisfies Record<string, readonly [UserType, string | null, keyof typeof STANDARD_ROLES]>;

export type PersonName = keyof typeof PEOPLE;
export const PERSON_NAMES = [
  'paris',
  'tokyo',
  'warehouse',
  'factory',
  'station',
  'admin',
  'auditor',
] as const satisfies readonly PersonName[];

/** Time that stands still until it is moved. */
export class TestClock implements Clock {
  #ms: number;

  constructor(start: Date = new Date()) {
    this.#ms = start.getTime();
  }

  readonly now = (): Date => new Date(this.#ms);

  advance(ms: number): void {
    this.#ms += ms;
  }
}

export interface ApiNode {
  readonly app: FastifyInstance;
  readonly deps: ApiDeps & { readonly live: RunningLive | undefined };
  readonly close: () => Promise<void>;
}

export interface ApiWorld {
  readonly world: World;
  readonly users: Readonly<Record<PersonName, number>>;
  readonly sites: ReadonlyMap<string, number>;
  /** Another API node on the same database, listening on a free port when `live`. */
  readonly node: (options?: NodeOptions) => Promise<ApiNode>;
  readonly close: () => Promise<void>;
}

export interface NodeOptions {
  readonly clock?: Clock;
  readonly live?: boolean;
  readonly journalEntries?: number;
  readonly config?: Partial<Config>;
  readonly replica?: Replica;
  /** Answers calls and does nothing in its own time; settings are those of its start. */
  readonly isStill?: boolean;
  /** Where this node writes what it has to say; nowhere unless given. */
  readonly log?: Logger;
}

/** A database with reference data, roles and an account per person, and API nodes on it as wanted. */
export async function openApiWorld(vault?: VaultPlace): Promise<ApiWorld> {
  const world = await worldOn(await createPreparedDatabase('accounts', writeAccounts), vault);
  const sites = await readSites(world);
  const users = await readUsers(world);
  const nodes: ApiNode[] = [];
  return {
    world,
    users,
    sites,
    node: async (options = {}) => {
      const node = await startNode(world, options);
      nodes.push(node);
      return node;
    },
    close: async () => {
      for (const node of nodes) await node.close();
      await world.close();
    },
  };
}

async function startNode(world: World, options: NodeOptions): Promise<ApiNode> {
  const { db, pool, store } = world;
  const clock = options.clock ?? { now: () => new Date() };
  const log = options.log ?? pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const rules = await openPolicySource({ store, clock, onError: (error) => log.warn({ err: error }) });
  if (options.isStill === true) await rules.stop();
  const base = {
    config: {
      ...loadConfig({ DEMO: '1', CAPTCHA_FIXED_ANSWER: CAPTCHA, RATE_LIMIT: '1000000' }),
      webDir: '/nowhere',
      ...options.config,
    },
    clock,
    log,
    pool,
    db,
    readList: listReader(db, options.replica),
    store,
    masterKey: TEST_KEY,
    blobs: createPostgresBlobStore(pool, store.files),
    metrics: createMetrics(),
    policy: rules.policy,
    nextPolicyAt: rules.nextChangeAt,
    authenticator: new SessionCache(db, clock),
  };
  const sources = {
    ...liveSources({ db, pool, store }, rules.policy),
    ...(options.journalEntries !== undefined && { journalEntries: options.journalEntries }),
  };
  const live = options.live === true ? await startLive(base, sources) : undefined;
  const deps = {
    ...base,
    live,
    unconfirmedForMs: async () => 0,
    waitForProjections: (names, position, timeoutMs) =>
      waitForProjections(queryable(db), names, position, timeoutMs),
  } satisfies ApiDeps & { readonly live: RunningLive | undefined };
  const app = await buildApp(deps);
  if (live !== undefined) await app.listen({ port: 0, host: '127.0.0.1' });
  let closed = false;
  const close = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    await live?.stop();
    await app.close();
    await rules.stop();
  };
  return { app, deps, close };
}

async function readSites({ db }: World): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('sites').select(['id', 'code']).execute();
  return new Map(rows.map((site) => [site.code, site.id]));
}

export function testMetadata(): EventMetadata {
  return {
    actor: { id: 'test', kind: 'system' },
    commandId: crypto.randomUUID(),
    occurredAt: new Date().toISOString(),
  };
}

/** Reference data, the standard roles and an account for each of the tests' people. */
async function writeAccounts(database: TestDatabase): Promise<void> {
  await writeReference(database);
  const world = await worldOn({ ...database, drop: () => Promise.resolve() });
  const roles: readonly StandardRole[] = Object.values(STANDARD_ROLES);
  const roleIds = await world.store.nextIds(roles.length);
  for (const [index, role] of roles.entries()) {
    await defineRole(world.store, { roleId: roleIds[index] ?? 0, ...role }, testMetadata());
  }
  const secret = await quicklyHashed(PASSWORD);
  const sites = await readSites(world);
  for (const name of PERSON_NAMES) await openAccount(world, sites, name, secret);
  await world.close();
}

/** At the lowest cost there is: a sign-in takes as long as its hash, and every test signs in. */
const quicklyHashed = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

async function readUsers({ db }: World): Promise<Record<PersonName, number>> {
  const rows = await db.selectFrom('users').select(['id', 'email']).execute();
  const idOf = (name: PersonName): number => rows.find(({ email }) => email === emailOf(name))?.id ?? 0;
  return {
    paris: idOf('paris'),
    tokyo: idOf('tokyo'),
    warehouse: idOf('warehouse'),
    factory: idOf('factory'),
    station: idOf('station'),
    admin: idOf('admin'),
    auditor: idOf('auditor'),
  };
}

const emailOf = (name: PersonName): string => `${name}@demo.test`;

async function openAccount(
  world: World,
  sites: ReadonlyMap<string, number>,
  name: PersonName,
  hash: string,
): Promise<void> {
  const [userType, siteCode, role] = PEOPLE[name];
  const siteId = siteCode === null ? null : (sites.get(siteCode) ?? null);
  const profile = { email: emailOf(name), name: `${name} person`, lastName: name };
  await openUser(world, { profile, userType, siteId, roles: [STANDARD_ROLES[role].name] }, hash);
}

type NewUser = Omit<Extract<Parameters<typeof changeUser>[2], { type: 'OpenUser' }>, 'type' | 'userId'>;

async function openUser(world: World, user: NewUser, hash: string): Promise<number> {
  const [userId = 0] = await world.store.nextIds(1);
  const command = { type: 'OpenUser', userId, ...user } as const;
  const opened = await changeUser(world.store, userId, command, { metadata: testMetadata() });
  if (!opened.ok) throw new Error(`${user.profile.email}: ${opened.rejection.code}`);
  await storePasswordHash(world.db, userId, hash, new Date());
  return userId;
}

/** One more account, with the tests' password; its roles are names. Answers its id. */
export async function openPerson({ world }: Pick<ApiWorld, 'world'>, user: NewUser): Promise<number> {
  return openUser(world, user, await quicklyHashed(PASSWORD));
}

/** Opens the administrator who decides what `admin` asks for, and signs in with the account. */
export async function signInDecider(api: ApiWorld, app: FastifyInstance): Promise<string> {
  const email = 'decider@demo.test';
  const profile = { email, name: 'decider person', lastName: 'decider' };
  const roles = [STANDARD_ROLES.decider.name];
  await openPerson(api, { profile, userType: 'admin', siteId: null, roles });
  return (await tryLogin(app, email, PASSWORD)).json().data.token;
}

/** Administrators' accounts beside those of the tests' people, with their password. */
export async function openMoreAccounts({ world }: ApiWorld, emails: readonly string[]): Promise<void> {
  const secret = await quicklyHashed(PASSWORD);
  const roles = [STANDARD_ROLES.admin.name];
  for (const email of emails) {
    const profile = { email, name: email, lastName: '' };
    await openUser(world, { profile, userType: 'admin', siteId: null, roles }, secret);
  }
}

/** Signs in over HTTP and answers the bearer token. */
export async function signInAs(app: FastifyInstance, name: PersonName): Promise<string> {
  const answer = await tryLogin(app, emailOf(name), PASSWORD);
  if (answer.statusCode !== 200) throw new Error(`${name} could not sign in: ${answer.body}`);
  return answer.json().data.token;
}

/** One whole attempt: a captcha, then the form. */
export async function tryLogin(
  app: FastifyInstance,
  username: string,
  password: string,
  remoteAddress = '127.0.0.1',
) {
  const captcha = await app.inject({ method: 'GET', url: '/api/captcha/getOne', remoteAddress });
  const payload = {
    username,
    password,
    is_captcha: 1,
    captcha_id: captcha.json().CaptchaId,
    captcha: CAPTCHA,
  };
  return app.inject({ method: 'POST', url: '/api/auth/loginold', payload, remoteAddress });
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
