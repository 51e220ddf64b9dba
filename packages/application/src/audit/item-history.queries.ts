import { itemStream } from '@atelier/domain/kernel.ts';
import type { HistoryEntry } from '@atelier/domain/rma/schema.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { ArchivedHistory } from '@atelier/event-store/errors.ts';
import type { EventStore, StoredEvent } from '@atelier/event-store/types.ts';
import { findNames } from './people.queries.ts';
import type { Names } from './people.queries.ts';

/** Who reads: a worker at a bench sees what happened to the jewel, not what was said to or of the customer. */
export interface HistoryReader {
  readonly seesWords: boolean;
}

export interface ItemHistory {
  readonly entries: HistoryEntry[];
  /** The archive that all events of the item were moved to; then there are no entries. */
  readonly archive?: string;
}

/**
 * Every event of an item, oldest first, straight from its stream (a few milliseconds for a whole life, and never
 * late). Undefined when the item is not the caller's to see; call inside `inScope`.
 */
export async function findItemHistory(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readStream'>,
  itemId: number,
  reader: HistoryReader,
): Promise<ItemHistory | undefined> {
  const seen = await trx.selectFrom('item_row').select('id').where('id', '=', itemId).executeTakeFirst();
  if (seen === undefined) return undefined;
  const events = await eventsOf(store, itemId);
  if (typeof events === 'string') return { entries: [], archive: events };
  const names = await findNames(
    trx,
    events.flatMap((event) => userIdOf(event) ?? []),
  );
  return { entries: events.map((event) => entryOf(event, names, reader)) };
}

/** The events, or the name of the archive that holds them. */
async function eventsOf(
  store: Pick<EventStore, 'readStream'>,
  itemId: number,
): Promise<readonly StoredEvent[] | string> {
  try {
    return (await store.readStream(itemStream(itemId))).events;
  } catch (error) {
    if (error instanceof ArchivedHistory) return error.archive;
    throw error;
  }
}

function userIdOf({ metadata }: StoredEvent): number | undefined {
  const id = Number(metadata.actor.id);
  return Number.isSafeInteger(id) && metadata.actor.kind === 'user' ? id : undefined;
}

function entryOf(event: StoredEvent, names: Names, reader: HistoryReader): HistoryEntry {
  const data: Readonly<Record<string, unknown>> = { ...event.data };
  const { metadata } = event;
  return {
    position: event.position,
    version: event.version,
    type: event.type,
    at: textOf(data['at']) ?? textOf(data['createdAt']) ?? event.recordedAt,
    actor: actorOf(event, names),
    worker: metadata.worker?.name ?? metadata.worker?.workId ?? null,
    site: metadata.site === undefined ? null : (names.sites.get(metadata.site) ?? null),
    device: metadata.device ?? null,
    from_status: statusIn(event, data['from']),
    to_status: event.type === 'ItemDeposited' ? 1 : statusIn(event, data['to']),
    move: textOf(data['move']),
    reason: reader.seesWords ? textOf(data['reason']) : null,
    details: detailsOf(data, reader),
  };
}

function actorOf(event: StoredEvent, names: Names): string {
  const { actor } = event.metadata;
  if (actor.kind !== 'user') return actor.kind;
  const id = userIdOf(event);
  return (id === undefined ? undefined : names.users.get(id)) ?? actor.name ?? '';
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const statusIn = ({ type }: StoredEvent, value: unknown): number | null =>
  type === 'ItemStatusChanged' && typeof value === 'number' ? value : null;

/** Shown elsewhere in the entry, or of use to machines alone. */
const NO_CHANGE = new Set([
  'at',
  'by',
  'createdAt',
  'customerRef',
  'enteredAt',
  'itemId',
  'move',
  'reason',
  'rmaId',
  'runId',
  'siteId',
  'storeId',
]);
/** Files are fetched by their own calls, which ask for the right to see them. */
const FILES = new Set([
  'signature',
  'photos',
  'images',
  'goldImage',
  'extendedWarrantyProof',
  'fakeProduct',
  'image',
]);
/** What a customer or a colleague said, and money. */
const WORDS = new Set([
  'text',
  'email',
  'note',
  'remark',
  'survey',
  'renewReasons',
  'reference',
  'carrierProof',
  'fee',
  'agreedFee',
  'paid',
  'settlement',
  'warranty',
  'purchase',
]);

function detailsOf(
  data: Readonly<Record<string, unknown>>,
  { seesWords }: HistoryReader,
): Record<string, unknown> {
  const kept = Object.entries(data).filter(
    ([name]) => !NO_CHANGE.has(name) && !FILES.has(name) && (seesWords || !WORDS.has(name)),
  );
  return Object.fromEntries(kept.map(([name, value]) => [wireName(name), withWireNames(value)]));
}

/** The log's names as the wire spells them, `agreedFee` as `agreed_fee`, at every depth. */
function withWireNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withWireNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [wireName(name), withWireNames(inner)]),
  );
}

const wireName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
