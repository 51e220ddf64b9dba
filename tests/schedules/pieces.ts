import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import { Status, type StatusId } from '@atelier/domain/shared/status.ts';
import { META, randomStories } from '@atelier/application/projections/testing-histories.ts';
import { inlineRowOf } from '@atelier/application/aggregates.ts';
import { handleCommand } from '@atelier/event-store/handle-command.ts';
import type { AppendResult, DomainEvent, EventStore } from '@atelier/event-store/types.ts';
import type { Installation } from './installation.ts';
import type { Scheduler } from './lib/scheduler.ts';

/** A deposited item of this schedule. */
export interface Piece {
  readonly id: number;
  readonly rmaId: number;
  readonly storeId: number;
}

/** A command that was answered: its key, and what it says it did. */
export interface Acknowledged {
  readonly key: string;
  readonly streams: readonly string[];
  readonly result: AppendResult;
}

const STATUSES: readonly StatusId[] = [
  Status.SentToWarehouse,
  Status.ReceiveFromShop,
  Status.RepairProcess,
  Status.RepairPolish,
  Status.RepairQC,
];
const by = { userId: 7, workerId: null };
const at = '2026-11-20T10:00:00.000Z';

/** Deposits made at once for the schedules to come: each takes its own, and none meets another's. */
const STOCK = 100;

/** Takes deposited items at one of these shops; deposits more when there are none left. */
export async function takePieces(
  installation: Installation,
  scheduler: Scheduler,
  count: number,
  shops: readonly string[] = ['PAR', 'TYO'],
): Promise<readonly Piece[]> {
  const taken: Piece[] = [];
  while (taken.length < count) {
    const shop = scheduler.pick(shops);
    const stock = installation.stock.get(shop) ?? [];
    installation.stock.set(shop, stock);
    if (stock.length === 0) stock.push(...(await depositPieces(installation, installation.site(shop))));
    taken.push(...stock.splice(0, 1));
  }
  return taken;
}

async function depositPieces({ api }: Installation, shop: number): Promise<readonly Piece[]> {
  const [firstId = 0] = await api.world.store.nextIds(2 * STOCK);
  const stories = randomStories({ seed: firstId, deposits: STOCK, steps: 0, stores: [shop], firstId });
  const streams = stories.flatMap(({ rmaId, itemId, rma, item }) => [
    { streamId: `rma-${rmaId}`, events: rma },
    { streamId: `item-${itemId}`, events: item },
  ]);
  await api.world.store.append({
    metadata: META,
    streams: streams.map(({ streamId, events }) => {
      const row = inlineRowOf(streamId, events);
      return { streamId, expectedVersion: 0, events, ...(row && { row }) };
    }),
  });
  return stories.map(({ itemId, rmaId, storeId }) => ({ id: itemId, rmaId, storeId }));
}

/**
 * Two scans of a piece that no other part touches: what a hub reads again at its start is the same then,
 * whichever schedule ran before.
 */
export async function scanBystander(installation: Installation, scheduler: Scheduler): Promise<void> {
  const { store } = installation.api.world;
  const [piece] = await takePieces(installation, scheduler, 1);
  if (piece === undefined) throw new RangeError('nothing was deposited');
  const streamId = `item-${piece.id}`;
  const { version, events: past } = await store.readStream(streamId);
  const scan = eventOf({ key: '', pieces: [piece], kind: 'scan', status: 2, siteId: piece.storeId }, past);
  const row = inlineRowOf(streamId, [...past, scan, scan]);
  const entry = { streamId, expectedVersion: version, events: [scan, scan], ...(row && { row }) };
  await store.append({ metadata: META, streams: [entry] });
}

/** What a person asks for: something that happens to one or more pieces, all or nothing. */
export interface Wish {
  readonly key: string;
  readonly pieces: readonly Piece[];
  readonly kind: 'move' | 'carry' | 'scan';
  readonly status: StatusId;
  readonly siteId: number;
}

export function wishFor(
  key: string,
  pieces: readonly Piece[],
  stage: { scheduler: Scheduler; sites: readonly number[] },
): Wish {
  const { scheduler, sites } = stage;
  const several = pieces.length > 1 && scheduler.chance(0.3);
  return {
    key,
    pieces: several ? pieces : [scheduler.pick(pieces)],
    kind: scheduler.pick(['move', 'move', 'carry', 'scan']),
    status: scheduler.pick(STATUSES),
    siteId: scheduler.pick(sites),
  };
}

/** Carries a wish out on a node, under its own key: read, decide, append, as every command does. */
export async function fulfil(store: EventStore, wish: Wish): Promise<Acknowledged> {
  const streams = wish.pieces.map(({ id }) => `item-${id}`);
  const result = await handleCommand(store, {
    streams,
    metadata: { ...META, commandId: wish.key },
    idempotency: { person: 'schedules', key: wish.key, fingerprint: wish.key },
    decide: (histories) => ({
      ok: true,
      streams: streams.map((streamId) => {
        const past = histories.get(streamId)?.events ?? [];
        const events = [eventOf(wish, past)];
        const row = inlineRowOf(streamId, [...past, ...events]);
        return { streamId, events, ...(row && { row }) };
      }),
    }),
  });
  if (!result.ok) throw new Error('nothing is ever rejected here');
  return { key: wish.key, streams, result };
}

function eventOf({ kind, status, siteId }: Wish, past: readonly DomainEvent[]): ItemEvent {
  if (kind === 'scan')
    return {
      type: 'ItemScanned',
      data: { target: status, verdict: 'accepted', trackingNumber: null, siteId, at, by },
    };
  if (kind === 'carry') {
    const to = { kind: 'site', siteId } as const;
    return { type: 'CustodyTransferred', data: { from: to, to, at } };
  }
  return statusMove(statusIn(past), status);
}

export function statusMove(from: StatusId, to: StatusId): ItemEvent {
  const data = {
    from,
    to,
    move: 'forward' as const,
    reason: null,
    enteredAt: at,
    at,
    by,
    siteId: null,
    runId: null,
  };
  return { type: 'ItemStatusChanged', data };
}

function statusIn(past: readonly DomainEvent[]): StatusId {
  const last = past.findLast((event) => event.type === 'ItemStatusChanged')?.data;
  return last !== undefined && 'to' in last ? (last.to as StatusId) : 1;
}
