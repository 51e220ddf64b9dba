import { randomUUID } from 'node:crypto';
import {
  callerAt,
  keptPicture,
  must,
  newDeposit,
  PAR,
  WHS,
} from '@atelier/application/commands/testing-commands.ts';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { findAccountForSignIn } from '@atelier/application/identity/account.queries.ts';
import { changeUser } from '@atelier/application/identity/accounts.commands.ts';
import { insertSession } from '@atelier/application/identity/sessions.commands.ts';
import { depositRma } from '@atelier/application/deposit/deposit.commands.ts';
import { packItems } from '@atelier/application/shipping/pack.commands.ts';
import { sendBound, signPackage } from '@atelier/application/shipping/send.commands.ts';
import { runSql } from '@atelier/host/postgres/database.ts';
import { startFaultDatabase, type FaultDatabase } from '../../../faults/support/database.ts';
import { openSite, type Site } from '../../../faults/support/site.ts';
import type { FaultWorld } from '../../../faults/support/world.ts';

const FIRST_STORE = 1_000;
const DAY_MS = 24 * 3_600_000;
const DEPOSITS_AT_ONCE = 4;

/** A whole Atelier as processes, with many shops and pieces of theirs on their way to the warehouse. */
export interface LiveInstallation {
  readonly site: Site;
  /** Of the shops; none when everybody stands in the warehouse. */
  readonly stores: readonly number[];
  /** Pieces with their shop; neighbours in the list are of different shops. */
  readonly pieces: readonly { readonly id: number; readonly storeId: number }[];
  /** A session of an account at a site, or of the administrator. */
  readonly signIn: (who: number | 'admin') => Promise<string>;
}

export interface InstallationOptions {
  readonly nodes: number;
  readonly stores: number;
  readonly pieces: number;
  readonly env: Readonly<Record<string, string>>;
}

/** PostgreSQL that keeps when each commit was, `nodes` API processes that carry screens, and one for commands. */
export async function openInstallation(options: InstallationOptions): Promise<LiveInstallation> {
  const database = await startFaultDatabase();
  await keepCommitTimes(database);
  const stores = Array.from({ length: options.stores }, (_, index) => FIRST_STORE + index);
  const site = await openSite({
    apis: options.nodes + 1,
    node: { env: { TRUST_PROXY: '127.0.0.1', ...options.env } },
    database,
    before: (world) => openStores(world, database, stores),
  });
  const pieces = await piecesUnderWay(site, stores.length === 0 ? [PAR] : stores, options.pieces);
  return { site, stores, pieces, signIn: (who) => signIn(site, who) };
}

/** The time of a commit is the server's own: what a client measures would have the answer's way in it. */
async function keepCommitTimes(database: FaultDatabase): Promise<void> {
  await runSql(database.adminUrl, 'alter system set track_commit_timestamp = on', 'checkpoint');
  await database.kill();
  await database.start();
}

/** Shops like Paris, each with one account. */
async function openStores(
  { world }: FaultWorld,
  { adminUrl }: FaultDatabase,
  stores: readonly number[],
): Promise<void> {
  if (stores.length === 0) return;
  await runSql(
    adminUrl,
    `insert into sites
     select (jsonb_populate_record(paris, jsonb_build_object('id', store, 'code', 'S' || store, 'nav_code', 'ST-' || store))).*
       from sites paris, unnest('{${stores.join(',')}}'::int[]) store where paris.id = ${PAR}`,
  );
  for (const storeId of stores) await openAccount({ world }, storeId);
}

async function openAccount({ world }: Pick<FaultWorld, 'world'>, siteId: number): Promise<void> {
  const [userId = 0] = await world.store.nextIds(1);
  const profile = { email: emailOf(siteId), name: `Shop ${siteId}`, lastName: 'Shop' };
  const roles = [STANDARD_ROLES.shop.name];
  const command = { type: 'OpenUser', userId, profile, userType: 'shop', siteId, roles } as const;
  const { metadata } = callerAt(siteId, 'store');
  const opened = await changeUser(world.store, userId, command, { metadata });
  if (!opened.ok) throw new Error(`the account of shop ${siteId} was refused: ${opened.rejection.code}`);
}

const emailOf = (who: number | 'admin'): string => {
  if (who === 'admin') return 'admin@demo.test';
  return who === WHS ? 'warehouse@demo.test' : `shop-${who}@bench.test`;
};

/** As signing in leaves it; the password's hash would take the benchmark's minutes. */
async function signIn({ world }: Pick<FaultWorld, 'world'>, who: number | 'admin'): Promise<string> {
  const account = await findAccountForSignIn(world.db, emailOf(who));
  if (account === undefined) throw new Error(`nobody works at ${who}`);
  const now = new Date();
  const token = randomUUID();
  const endsAt = new Date(now.getTime() + DAY_MS);
  await insertSession(world.db, { id: randomUUID(), token, kind: 'password', account, now, endsAt });
  return token;
}

async function piecesUnderWay(
  site: Site,
  stores: readonly number[],
  count: number,
): Promise<LiveInstallation['pieces']> {
  const waiting = [...stores];
  const perStore = Math.ceil(count / stores.length);
  const byStore: { id: number; storeId: number }[][] = [];
  const lane = async (): Promise<void> => {
    for (let store = waiting.pop(); store !== undefined; store = waiting.pop())
      byStore.push(await piecesOf(site, store, perStore));
  };
  await Promise.all(Array.from({ length: DEPOSITS_AT_ONCE }, lane));
  return Array.from({ length: perStore }, (_, turn) => byStore.flatMap((own) => own[turn] ?? [])).flat();
}

/** Deposited in a shop, packed there and sent to the warehouse. */
async function piecesOf({ world, services }: Site, storeId: number, count: number) {
  const shop = () => callerAt(storeId, 'store');
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1) {
    const given = await newDeposit(world, { images: [await keptPicture(world, storeId)] });
    const { answer } = must(await depositRma(services, shop(), { ...given, storeId }));
    if (Array.isArray(answer?.['item_ids'])) ids.push(Number(answer['item_ids'][0]));
  }
  const trackingNumber = `LIVE-${storeId}`;
  const packing = { trackingNumber, itemIds: ids, orderType: 1, origin: storeId, destination: WHS } as const;
  must(await packItems(services, shop(), packing));
  must(await signPackage(services, shop(), trackingNumber, 'a'.repeat(64)));
  must(await sendBound(services, shop(), { trackingNumber, orderTypes: [1] }));
  return ids.map((id) => ({ id, storeId }));
}
