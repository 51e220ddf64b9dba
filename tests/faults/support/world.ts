import { STANDARD_ROLES, type StandardRole } from '@atelier/domain/identity/standard-roles.ts';
import { hashPassword } from '@atelier/api/shared/passwords.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import {
  deposit,
  newDeposit,
  repairAndReturn,
  sendToWarehouse,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { createDatabase, inScope } from '@atelier/application/platform/database.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import type { EventMetadata } from '@atelier/event-store/types.ts';
import { storePasswordHash } from '@atelier/application/identity/passwords.commands.ts';
import { changeUser } from '@atelier/application/identity/accounts.commands.ts';
import { defineRole } from '@atelier/application/identity/roles.commands.ts';
import { TEST_KEY, type World } from '@atelier/application/projections/testing.ts';
import { asRole } from '../../harness/as-role.ts';
import { projectorRole } from '@atelier/host/postgres/database.ts';
import { DEMO_ACCOUNTS, type DemoAccount } from '../../../demo/accounts.ts';
import { loadReference } from '../../../demo/reference/load.ts';
import type { FaultDatabase } from './database.ts';
import { LANES } from './load.ts';
import { readModelsOn } from '@atelier/application/projections/projection.ts';

/** Everything an API process needs to find in its database, and this process's own way to look at it. */
export interface FaultWorld {
  readonly world: World;
  readonly services: CommandServices;
  /** Pieces deposited in Paris and sent to the warehouse, in a package for each of those who will receive them. */
  readonly sentPieces: (count: number, tracking: string) => Promise<readonly number[]>;
  /** Pieces that have been repaired and wait in Paris for their clients, each in a separate deposit. */
  readonly waitingPieces: (count: number, tracking: string) => Promise<readonly DepositedPiece[]>;
  readonly close: () => Promise<void>;
}

export interface DepositedPiece {
  readonly rmaId: number;
  readonly itemId: number;
}

const metadata = (): EventMetadata => ({
  actor: { id: 'test', kind: 'system' },
  commandId: crypto.randomUUID(),
  occurredAt: new Date().toISOString(),
});

/** Reference data, roles and the demo's accounts, in a migrated database. */
export async function prepareWorld(database: FaultDatabase): Promise<FaultWorld> {
  const owner = createPool({ connectionString: database.ownerUrl, role: 'owner', max: 1 });
  await loadReference(createDatabase(owner), new Date(), 7);
  await owner.end();
  const world = await openWorldOn(database);
  await openPeople(world);
  const services = servicesOf(world, { now: () => new Date(), advance: () => undefined });
  const deposited = async (count: number): Promise<readonly DepositedPiece[]> => {
    const pieces: DepositedPiece[] = [];
    // Each with a separate serial number: a piece that was here before asks for its renew reasons.
    for (let index = 0; index < count; index += 1)
      pieces.push(await deposit(services, await newDeposit(world)));
    return pieces;
  };
  return {
    world,
    services,
    sentPieces: async (count, tracking) => {
      const ids = (await deposited(count)).map(({ itemId }) => itemId);
      for (let lane = 0; lane < Math.min(LANES, ids.length); lane += 1) {
        const own = ids.filter((_id, index) => index % LANES === lane);
        await sendToWarehouse(services, own, `${tracking}-${lane}`);
      }
      return ids;
    },
    waitingPieces: async (count, tracking) => {
      const pieces = await deposited(count);
      const ids = pieces.map(({ itemId }) => itemId);
      await sendToWarehouse(services, ids, `${tracking}-OUT`);
      for (const id of ids) await repairAndReturn(services, id, `${tracking}-${id}`);
      return pieces;
    },
    close: () => world.close(),
  };
}

async function openWorldOn({ ownerUrl, serviceUrl, adminUrl }: FaultDatabase): Promise<World> {
  const projectorUrl = asRole(serviceUrl, projectorRole);
  const pool = createPool({ connectionString: serviceUrl, role: 'atelier_app', max: 4 });
  const projectorPool = createPool({ connectionString: projectorUrl, role: 'atelier_projector', max: 2 });
  const store = await openStore({ pool, masterKey: TEST_KEY, registry: EVENT_REGISTRY });
  const db = createDatabase(pool, store.sealing);
  return {
    database: {
      name: 'atelier',
      connectionString: ownerUrl,
      appUrl: serviceUrl,
      projectorUrl,
      adminUrl,
      drop: () => Promise.resolve(),
    },
    store,
    pool,
    db,
    projectorPool,
    readModels: readModelsOn(projectorPool, store.sealing),
    projector: createDatabase(projectorPool, store.sealing),
    // The workers fold here, as they do in the product.
    settle: () => Promise.resolve(),
    asked: (scope, work) => inScope(db, scope, work),
    close: async () => {
      await store.close();
      await Promise.all([pool.end(), projectorPool.end()]);
    },
  };
}

async function openPeople(world: World): Promise<void> {
  const { store } = world;
  const roles: readonly StandardRole[] = Object.values(STANDARD_ROLES);
  const ids = await store.nextIds(roles.length);
  for (const [index, role] of roles.entries()) {
    await defineRole(store, { roleId: ids[index] ?? 0, ...role }, metadata());
  }
  const sites = await world.db.selectFrom('sites').select(['id', 'code']).execute();
  const siteIds = new Map(sites.map(({ id, code }) => [code, id]));
  const hashes = new Map<string, string>();
  for (const person of DEMO_ACCOUNTS) await openAccount(world, siteIds, hashes, person);
}

async function openAccount(
  world: World,
  siteIds: ReadonlyMap<string, number>,
  hashes: Map<string, string>,
  { email, password, name, lastName, type, siteCode, roles }: DemoAccount,
): Promise<void> {
  const [userId = 0] = await world.store.nextIds(1);
  const siteId = siteCode === null ? null : (siteIds.get(siteCode) ?? null);
  const profile = { email, name, lastName };
  const command = { type: 'OpenUser', userId, profile, userType: type, siteId, roles } as const;
  const opened = await changeUser(world.store, userId, command, { metadata: metadata() });
  if (!opened.ok) throw new Error(`${email}: ${opened.rejection.code}`);
  if (password === null) return;
  const hash = hashes.get(password) ?? (await hashPassword(password));
  hashes.set(password, hash);
  await storePasswordHash(world.db, userId, hash, new Date());
}
