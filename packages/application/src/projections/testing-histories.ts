import type { Custody } from '@atelier/domain/kernel.ts';
import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import { STATUSES, Status, type StatusId } from '@atelier/domain/shared/status.ts';
import type { RmaEvent } from '@atelier/domain/deposit/events.ts';
import { inlineRowOf } from '../aggregates.ts';
import type { DomainEvent, EventStore, StreamAppend } from '@atelier/event-store/types.ts';

/** A number in [0, 1) from a seed: the same seed tells the same story. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface HistoryOptions {
  readonly seed: number;
  readonly deposits: number;
  /** Events per item after its deposit, at most. */
  readonly steps?: number;
  readonly stores?: readonly number[];
  readonly sites?: readonly number[];
  /** First deposit. */
  readonly from?: Date;
  /** First id; streams of two stories must not meet. */
  readonly firstId?: number;
}

const by = { userId: 7, workerId: null };
const HOUR_MS = 3_600_000;

/** One item's events as they would stand in the log, each with its stream. */
export interface Story {
  readonly rmaId: number;
  readonly itemId: number;
  readonly storeId: number;
  readonly rma: readonly RmaEvent[];
  readonly item: readonly ItemEvent[];
}

/**
 * Stories of jewels that no shop would write: any status after any other, custody anywhere, undos with older entry
 * times. Projections have to be right about what the log says, not about what the domain would have allowed.
 */
export function randomStories(options: HistoryOptions): readonly Story[] {
  const { seed, deposits, steps = 12, stores = [1, 2, 5], sites = [20, 30, 31], firstId = 100_000 } = options;
  const random = seeded(seed);
  const pick = picker(random);
  let clock = (options.from ?? new Date('2026-08-03T08:00:00Z')).getTime();
  return Array.from({ length: deposits }, (_, index) => {
    clock += Math.floor(random() * 3 * HOUR_MS);
    const [rmaId, itemId, storeId] = [firstId + 2 * index, firstId + 2 * index + 1, pick(stores)];
    const rma = [depositedRma(rmaId, itemId, storeId, clock, random)];
    const item: ItemEvent[] = [depositedItem(rmaId, itemId, storeId, clock, pick)];
    let status: StatusId = Status.Created;
    let entered = clock;
    let at = clock;
    for (let step = Math.floor(random() * (steps + 1)); step > 0; step -= 1) {
      at += Math.floor(random() * 60 * HOUR_MS);
      const dice = random();
      if (dice < 0.5) {
        const to: StatusId = pick(STATUSES).id;
        const undo = random() < 0.1;
        const enteredAt = undo ? entered - Math.floor(random() * HOUR_MS) : at;
        item.push(statusChanged(status, to, undo, enteredAt, at));
        [status, entered] = [to, enteredAt];
      } else if (dice < 0.75)
        item.push(transferred(pick([...sites, storeId]), pick(sites), random(), itemId, at));
      else if (dice < 0.9) item.push(scanned(pick(STATUSES).id, pick(sites), at));
      else item.push(remarked(rmaId, at));
    }
    return { rmaId, itemId, storeId, rma, item };
  });
}

function picker(random: () => number) {
  return <T>(list: readonly T[]): T => {
    const picked = list[Math.floor(random() * list.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  };
}

function depositedRma(
  rmaId: number,
  itemId: number,
  storeId: number,
  at: number,
  random: () => number,
): RmaEvent {
  const name = `Name${rmaId}`;
  return {
    type: 'RmaDeposited',
    data: {
      rmaId,
      number: `S${storeId}-R${rmaId}`,
      publicReference: `ref-${rmaId}-${Math.floor(random() * 1e9).toString(36)}`,
      storeId,
      customerRef: `customer-${rmaId}`,
      contact: {
        firstName: `First${rmaId}`,
        lastName: name,
        phoneCode: '+33',
        phone: `6${String(10_000_000 + rmaId)}`,
        email: `${name.toLowerCase()}@store${storeId}.test`,
      },
      address: {
        country: 'FR',
        province: null,
        city: 'Paris',
        address: '1 rue de la Paix',
        receiverName: name,
        receiverPhone: '0600000000',
      },
      delivery: 'store',
      platform: 'store',
      fulfilledDate: null,
      originalOrderId: `O-${rmaId}`,
      originalOrderNumber: `ON-${rmaId}`,
      isAgent: false,
      language: 'fr',
      itemIds: [itemId],
      createdAt: iso(at),
      by,
    },
  };
}

function depositedItem(
  rmaId: number,
  itemId: number,
  storeId: number,
  at: number,
  pick: <T>(list: readonly T[]) => T,
): ItemEvent {
  return {
    type: 'ItemDeposited',
    data: {
      itemId,
      rmaId,
      number: `S${storeId}-${itemId}`,
      storeId,
      customerRef: `customer-${rmaId}`,
      linkedFrom: null,
      product: {
        sku: pick(['RG-LUN-01', 'NK-SOL-02', 'ER-AUB-03']),
        size: '52',
        name: 'Lune ring',
        kind: 'ring',
        isGold: true,
        serial: `SN${itemId}`,
        certificateNo: null,
        sequenceNumber: null,
      },
      purchase: {
        platform: 'store',
        purchaseDate: '2025-06-01',
        fulfilledDate: null,
        originalOrderId: `O-${rmaId}`,
        originalOrderNumber: `ON-${rmaId}`,
        invoiceNumber: `INV-${itemId}`,
      },
      weights: { totalMg: 5000, goldMg: 4000, milliCarats: null },
      reasonIds: [pick([1, 2, 3])],
      subReasons: [],
      renewReasons: [],
      warranty: {
        inWarranty: pick([true, false]),
        until: '2027-06-01',
        policyVersion: 1,
        extended: false,
        override: null,
      },
      fee: { amount: pick([0, 4500]), currency: 'EUR' },
      agreedFee: null,
      total180: pick([0, 1, 4]),
      images: [`picture-of-${itemId}`],
      goldImage: null,
      extendedWarrantyProof: null,
      delivery: 'store',
      survey: null,
      fakeProduct: null,
      createdAt: iso(at),
      by,
    },
  };
}

function statusChanged(
  from: StatusId,
  to: StatusId,
  undo: boolean,
  enteredAt: number,
  at: number,
): ItemEvent {
  return {
    type: 'ItemStatusChanged',
    data: {
      from,
      to,
      move: undo ? 'undo' : 'forward',
      reason: null,
      enteredAt: iso(enteredAt),
      at: iso(at),
      by,
      siteId: null,
      runId: null,
    },
  };
}

function transferred(from: number, to: number, dice: number, shipmentId: number, at: number): ItemEvent {
  const custody: Custody =
    dice < 0.45
      ? { kind: 'shipment', shipmentId, from, to: dice < 0.05 ? null : to }
      : dice < 0.9
        ? { kind: 'site', siteId: from }
        : { kind: 'customer' };
  return { type: 'CustodyTransferred', data: { from: { kind: 'customer' }, to: custody, at: iso(at) } };
}

function scanned(target: StatusId, siteId: number, at: number): ItemEvent {
  return {
    type: 'ItemScanned',
    data: { target, verdict: 'accepted', trackingNumber: null, siteId, at: iso(at), by },
  };
}

function remarked(rmaId: number, at: number): ItemEvent {
  return {
    type: 'CommentAdded',
    data: {
      customerRef: `customer-${rmaId}`,
      commentId: at,
      commentType: 1,
      text: 'please hurry',
      email: null,
      at: iso(at),
      by,
    },
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** Writes the stories, each stream with its inline row, several streams and events per append, interleaved. */
export async function writeStories(store: EventStore, stories: readonly Story[], seed = 1): Promise<void> {
  const random = seeded(seed);
  const streams = stories.flatMap((story) => [
    { streamId: `rma-${story.rmaId}`, events: story.rma, done: 0 },
    { streamId: `item-${story.itemId}`, events: story.item, done: 0 },
  ]);
  let open = streams;
  while (open.length > 0) {
    const round = open.filter(() => random() < 0.7).slice(0, 400);
    await Promise.all(
      round.map((stream) => store.append({ streams: [nextAppend(stream, random)], metadata: META })),
    );
    open = open.filter((stream) => stream.done < stream.events.length);
  }
}

interface Pending {
  readonly streamId: string;
  readonly events: readonly DomainEvent[];
  done: number;
}

function nextAppend(stream: Pending, random: () => number): StreamAppend {
  const expectedVersion = stream.done;
  stream.done = Math.min(stream.events.length, expectedVersion + 1 + Math.floor(random() * 3));
  const row = inlineRowOf(stream.streamId, stream.events.slice(0, stream.done));
  const events = stream.events.slice(expectedVersion, stream.done);
  return { streamId: stream.streamId, expectedVersion, events, ...(row && { row }) };
}

export const META = {
  actor: { id: 7, kind: 'user' as const },
  site: 1,
  commandId: 'story',
  occurredAt: '2026-11-20T10:00:00.000Z',
};
