import type { UserType } from '@atelier/domain/identity/contract.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { createDatabase } from '@atelier/application/platform/database.ts';
import { listReader } from '@atelier/application/shared/list-reader.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp } from '../app.ts';
import { loadConfig, type Config } from '../config.ts';
import type { ApiDeps } from '../http/deps.ts';
import { createMetrics } from '../http/metrics.ts';
import type { Authenticator } from '../http/authenticator.ts';
import type { ApiSlice } from '../slices.ts';

/** Tokens the core's tests know; each is refused or accepted by its name. */
export const TOKENS = {
  known: 'known-token-0123456789',
  unknown: 'unknown-token-0123456789',
  revoked: 'revoked-token-0123456789',
} as const;

export interface PersonShape {
  readonly userType?: UserType;
  readonly siteId?: number;
  readonly permissions?: readonly PermissionName[];
}

/** A signed-in person, a shop user of site 1 unless said otherwise. */
export function person(shape: PersonShape = {}): Principal {
  const { userType = 'shop', siteId = 1, permissions = [] } = shape;
  return {
    user: { id: 7, name: 'Ada', email: 'ada@demo.test' },
    userType,
    siteId: userType === 'admin' ? undefined : siteId,
    storeId: userType === 'shop' ? siteId : undefined,
    roles: [],
    permissions: new Set(permissions),
    worker: undefined,
    sessionId: 'session-7',
  };
}

/**
 * The API's core over slices that need no database: its pool points nowhere and is never asked.
 * A slice is tested over a real database (`tests/harness`) by handing its `db` in `parts`.
 */
export function buildCoreApp(
  slices: readonly ApiSlice[],
  principal: Principal = person(),
  overrides: Partial<Config> = {},
  parts: Partial<ApiDeps> = {},
): Promise<FastifyInstance> {
  const config = { ...loadConfig({ DEMO: '1', BODY_LIMIT: '65536' }), webDir: '/nowhere', ...overrides };
  const pool = createPool({ connectionString: 'postgres://127.0.0.1:1/none', role: 'atelier_app' });
  const db = createDatabase(pool);
  const deps: ApiDeps = {
    config,
    clock: { now: () => new Date() },
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    pool,
    db,
    readList: listReader(db),
    store: unreachableStore,
    blobs: { put: nowhere, get: nowhere, getPassing: nowhere, remove: nowhere, removeWithin: nowhere },
    masterKey: masterKeyOf(Buffer.alloc(32, 1)),
    metrics: createMetrics(),
    policy: () => DEFAULT_POLICY,
    nextPolicyAt: () => null,
    authenticator: authenticatorOf(principal),
    live: undefined,
    waitForProjections: async () => true,
    unconfirmedForMs: async () => 0,
    ...parts,
  };
  return buildApp(deps, slices);
}

const nowhere = (): Promise<never> => Promise.reject(new Error('this test has no store'));

const unreachableStore: ApiDeps['store'] = {
  append: nowhere,
  findCommand: nowhere,
  states: undefined,
  readStream: nowhere,
  readStreams: nowhere,
  readLoggedStreams: nowhere,
  readLog: nowhere,
  readHorizon: nowhere,
  epoch: () => '',
  onEpoch: () => () => undefined,
  readLogPage: nowhere,
  advanceHorizon: nowhere,
  tail: nowhere,
  verifyChain: nowhere,
  nextIds: nowhere,
  withoutErased: nowhere,
  decode: nowhere,
  erase: nowhere,
  erasures: nowhere,
  rewrapKeys: nowhere,
  keyStates: nowhere,
  files: { isOn: () => false, seal: nowhere, open: nowhere, listDestroyed: nowhere, destroy: nowhere },
  sealing: { isOn: () => false, sealRows: nowhere, openRows: nowhere, words: nowhere, renewWords: nowhere },
  close: nowhere,
};

function authenticatorOf(principal: Principal): Authenticator {
  return {
    authenticate: async (token) => {
      if (token === TOKENS.known) return { state: 'ok', principal };
      if (token === TOKENS.revoked) return { state: 'ended', reason: 'revoked' };
      return { state: 'unknown' };
    },
    forget: () => undefined,
  };
}
