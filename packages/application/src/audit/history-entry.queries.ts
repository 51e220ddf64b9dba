import type { HistoryEntry } from '@atelier/contracts/repair-detail/schema.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import type { Names } from '../shared/people.queries.ts';

/** Who reads: a worker at a bench sees what happened to the jewel, not what was said to or of the customer. */
export interface EntryReader {
  readonly seesWords: boolean;
}

/** The account that did it; undefined for the system. */
export function userIdOf({ metadata }: StoredEvent): number | undefined {
  const id = Number(metadata.actor.id);
  return Number.isSafeInteger(id) && metadata.actor.kind === 'user' ? id : undefined;
}

/** An event as histories show it. */
export function entryOf(event: StoredEvent, names: Names, reader: EntryReader): HistoryEntry {
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
  'linkHash',
  'move',
  'network',
  'pictureDigests',
  'reason',
  'rmaId',
  'runId',
  'siteId',
  'storeId',
  'wordsRef',
]);
/** Files are fetched by their own calls, which ask for the right to see them. */
const FILES = new Set([
  'signature',
  'signing',
  'photos',
  'images',
  'marks',
  'goldImage',
  'extendedWarrantyProof',
  'fakeProduct',
  'image',
]);
/** What a customer or a colleague said, and money. */
const WORDS = new Set([
  'text',
  'name',
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
  'refunded',
  'notReturned',
  'notReturnedReason',
  'carried',
  'settlement',
  'warranty',
  'purchase',
]);

function detailsOf(
  data: Readonly<Record<string, unknown>>,
  { seesWords }: EntryReader,
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
