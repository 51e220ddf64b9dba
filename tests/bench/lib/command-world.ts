import { buildApp } from '@atelier/api/app.ts';
import { SLICES } from '@atelier/api/slices.ts';
import { createMetrics } from '@atelier/api/http/metrics.ts';
import { bearer, openApiWorld, signInAs, type ApiWorld } from '@atelier/api/testing/testing-api.ts';
import {
  deposit,
  must,
  newDeposit,
  PAR,
  paris,
  sendToWarehouse,
  servicesOf,
  warehouse,
  WHS,
} from '@atelier/application/commands/testing-commands.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { moveItemsTo } from '@atelier/application/repair/move.commands.ts';
import { packItems } from '@atelier/application/shipping/pack.commands.ts';
import { signPackage } from '@atelier/application/shipping/send.commands.ts';
import { scanResponse, type ScanView } from '@atelier/contracts/repair/schema.ts';
import { Status, type StatusId } from '@atelier/domain/shared/status.ts';
import type { FastifyInstance } from 'fastify';
import { runSql } from '@atelier/host/postgres/database.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { floorScanSlice } from './floor-scan.ts';
import { floorThirtySlice } from './floor-thirty.ts';
import type { HttpCall } from './http-load.ts';
import { plainChangeSlice, plainChangeSql } from './plain-change.ts';

type Calls = (turn: number) => HttpCall | undefined;

/** An API with pieces under way, and the calls of each section; every section has separate pieces. */
export interface CommandWorld {
  /** Of the warehouse, and of the shop that sends. */
  readonly token: string;
  readonly shopToken: string;
  readonly scan: Calls;
  readonly floorScan: Calls;
  readonly comment: Calls;
  /** The rows that a move of thirty writes, by plain statements. */
  readonly floorThirty: Calls;
  /** The same change as a plain UPDATE, of so many rows at once. */
  readonly plain: (rows: number) => Calls;
  readonly move: (pieces: number) => Promise<Calls>;
  readonly send: (pieces: number) => Promise<Calls>;
  readonly close: () => Promise<void>;
}

/** Pieces in a package. */
const PER_PACKAGE = 60;

/** There are enough pieces that no stream grows beyond what a piece lives through: some dozens of events. */
export async function openCommandWorld(items: number): Promise<CommandWorld> {
  const api = await openApiWorld();
  const services = servicesOf(api.world, { now: () => new Date(), advance: () => undefined });
  const scanned = await piecesUnderWay(api, services, items);
  const floored = await piecesUnderWay(api, services, items);
  await copyPlain(api, scanned);
  const node = await api.node();
  const views = await scanOnce(node.app, floored);
  // Separate metrics: the node's are registered already.
  const deps = { ...node.deps, metrics: createMetrics() };
  const floorMoved = await piecesAtBench(api, services, Math.min(items, 300));
  const floorGroups = inGroups(floorMoved, 30);
  const owner = createPool({ connectionString: api.world.database.adminUrl, role: 'owner', max: 4 });
  const ofBench = [
    plainChangeSlice(node.deps.pool),
    await floorScanSlice(node.deps.store, views),
    await floorThirtySlice(owner, node.deps.store, floorMoved),
  ];
  const app = await buildApp(deps, [...SLICES, ...ofBench]);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const post = (path: string, body: object): HttpCall => ({
    method: 'POST',
    url: `${address}/api${path}`,
    body,
  });
  return {
    token: await signInAs(app, 'warehouse'),
    shopToken: await signInAs(app, 'paris'),
    scan: (turn) => post('/scan', { code: String(at(scanned, turn)), target: Status.ReceiveFromShop }),
    floorScan: (turn) =>
      post('/bench/floor-scan', { code: String(at(floored, turn)), target: Status.ReceiveFromShop }),
    floorThirty: (turn) => post('/bench/floor-thirty', moveAt(floorGroups, turn)),
    comment: (turn) =>
      post('/operationcomment', { id: at(scanned, turn), comment: `Seen at the bench, ${turn}` }),
    plain: (rows) => {
      const groups = inGroups(scanned, rows);
      return (turn) => post('/bench/plain-change', { ids: at(groups, turn), target: Status.ReceiveFromShop });
    },
    move: async (pieces) => {
      const groups = inGroups(await piecesAtBench(api, services, items), pieces);
      // Counted over all rounds: a piece goes back from where the round before has left it.
      let moves = 0;
      return () => ({ method: 'PUT', url: `${address}/api/rmastatus`, body: moveBody(groups, moves++) });
    },
    send: async (pieces) => {
      const numbers = await packagesReady(api, services, pieces, Math.ceil(items / pieces));
      return (turn) => {
        const tracking = numbers[turn];
        return tracking === undefined ? undefined : post('/storepackage', { tracking_no: tracking });
      };
    },
    close: async () => {
      await app.close();
      await owner.end();
      await api.close();
    },
  };
}

/** Back and forth between two benches where stones and pearls are set: neither way needs a reason. */
function moveAt(
  groups: readonly (readonly number[])[],
  turn: number,
): { ids: readonly number[]; target: number } {
  const isEven = Math.floor(turn / groups.length) % 2 === 0;
  const target = isEven ? Status.AssemblySettingPearl : Status.AssemblySettingStone;
  return { ids: at(groups, turn), target };
}

function moveBody(groups: readonly (readonly number[])[], turn: number): object {
  const { ids, target } = moveAt(groups, turn);
  return ids.length === 1 ? { id: ids[0], rma_status_id: target } : { ids, rma_status_id: target };
}

async function pieces(api: ApiWorld, services: CommandServices, count: number): Promise<readonly number[]> {
  const made = Array.from({ length: count }, async () => deposit(services, await newDeposit(api.world)));
  return (await Promise.all(made)).map(({ itemId }) => itemId);
}

let packages = 0;

/** Pieces in packages on their way to the warehouse. */
async function piecesUnderWay(
  api: ApiWorld,
  services: CommandServices,
  count: number,
): Promise<readonly number[]> {
  const ids: number[] = [];
  while (ids.length < count) {
    const more = await pieces(api, services, Math.min(PER_PACKAGE, count - ids.length));
    await sendToWarehouse(services, more, `BENCH-${(packages += 1)}`);
    ids.push(...more);
  }
  return ids;
}

const TO_THE_BENCH: readonly StatusId[] = [
  Status.ReceiveFromShop,
  Status.RepairProcess,
  Status.RepairQC,
  Status.AssemblySettingStone,
];

async function piecesAtBench(
  api: ApiWorld,
  services: CommandServices,
  count: number,
): Promise<readonly number[]> {
  const ids = await piecesUnderWay(api, services, count);
  for (const target of TO_THE_BENCH)
    for (let from = 0; from < ids.length; from += PER_PACKAGE) {
      const moves = ids.slice(from, from + PER_PACKAGE).map((itemId) => ({ itemId, target }));
      for (const { outcome } of await moveItemsTo(services, warehouse(), moves)) must(outcome);
    }
  return ids;
}

/** Packed and signed, not sent. */
async function packagesReady(
  api: ApiWorld,
  services: CommandServices,
  size: number,
  count: number,
): Promise<readonly string[]> {
  const numbers: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const trackingNumber = `READY-${made}`;
    const itemIds = await pieces(api, services, size);
    const packing = { trackingNumber, itemIds, orderType: 1, origin: PAR, destination: WHS } as const;
    must(await packItems(services, paris(), packing));
    must(await signPackage(services, paris(), trackingNumber, 'a'.repeat(64)));
    numbers.push(trackingNumber);
  }
  return numbers;
}

/** A first scan of each, and what it answered. */
async function scanOnce(
  app: FastifyInstance,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ScanView>> {
  const headers = bearer(await signInAs(app, 'warehouse'));
  const views = new Map<number, ScanView>();
  for (const id of ids) {
    const payload = { code: String(id), target: Status.ReceiveFromShop };
    const reply = await app.inject({ method: 'POST', url: '/api/scan', headers, payload });
    views.set(id, scanResponse.parse(reply.json()).data);
  }
  return views;
}

async function copyPlain(api: ApiWorld, ids: readonly number[]): Promise<void> {
  const rows = ids.map((id) => `(${id}, 1, '{1,20}', 2, 1)`).join(', ');
  await runSql(
    api.world.database.connectionString,
    plainChangeSql,
    `insert into plain_item (id, store_id, visible_sites, status, version) values ${rows}`,
  );
}

function inGroups(ids: readonly number[], size: number): readonly (readonly number[])[] {
  return Array.from({ length: Math.floor(ids.length / size) }, (_, group) =>
    ids.slice(group * size, (group + 1) * size),
  );
}

function at<T>(list: readonly T[], turn: number): T {
  const one = list[turn % list.length];
  if (one === undefined) throw new Error('the benchmark has no pieces');
  return one;
}
