import type { ReplayQuery } from '@atelier/contracts/audit/replay-schema.ts';
import type { ReplaySubject } from '@atelier/domain/audit/replay-subject.ts';
import { itemStream, rmaStream, shipmentStream } from '@atelier/domain/kernel.ts';
import { CONFIG_STREAM } from '@atelier/domain/system/events.ts';
import type { EventStore, LogEvent } from '@atelier/event-store/types.ts';
import type { ReadLogPageRequest } from '@atelier/event-store/log-requests.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { readStretches } from './read-stretches.queries.ts';

type Store = Pick<EventStore, 'readLoggedStreams' | 'readLogPage'>;
type Histories = ReadonlyMap<string, readonly LogEvent[]>;

export interface SubjectPage {
  /** The oldest first. */
  readonly events: readonly LogEvent[];
  readonly next: number | null;
  /** Whole streams that had to be read for it; the others are still to be read. */
  readonly histories: Histories;
  /** The stream of the subject itself. */
  readonly own: string;
}

/** One page of a subject's events; undefined where there is no such subject. */
export async function pageOfSubject(
  trx: Kysely<Database>,
  store: Store,
  asked: ReplayQuery,
): Promise<SubjectPage | undefined> {
  const { subject } = asked;
  if (subject.kind === 'user' || subject.kind === 'worker' || subject.kind === 'site')
    return pageOfActor(store, asked, subject);
  const streams = await streamsOfSubject(trx, store, subject);
  const [own] = streams;
  if (own === undefined) return undefined;
  const found = await store.readLoggedStreams(streams);
  if (subject.kind !== 'config' && (found.get(own)?.version ?? 0) === 0) return undefined;
  const histories: Histories = new Map([...found].map(([id, { events }]) => [id, events]));
  const events = withinSubject(subject, own, histories).filter((event) => isAsked(event, asked));
  const page = events.slice(0, asked.page_size);
  const next = events.length > page.length ? (page.at(-1)?.position ?? null) : null;
  return { events: page, next, histories, own };
}

function isAsked({ position, metadata }: LogEvent, { beyond, from, to }: ReplayQuery): boolean {
  const at = Date.parse(metadata.occurredAt);
  return (
    position > (beyond ?? 0) &&
    (from === undefined || at >= Date.parse(from)) &&
    (to === undefined || at < Date.parse(to))
  );
}

/** Everything an account or a worker did, or was done at a site, with the record's own history. */
async function pageOfActor(
  store: Store,
  { from, to, beyond, page_size: limit }: ReplayQuery,
  { kind, id }: ReplaySubject,
): Promise<SubjectPage> {
  const by: Partial<ReadLogPageRequest> =
    kind === 'user' ? { actor: id } : kind === 'worker' ? { worker: id } : { site: id };
  const own = `${kind}-${id}`;
  const request = { order: 'oldest', beyond, limit, from, to, own, ...by } as const;
  const { events, next } = await readStretches(store, request);
  return { events, next, histories: new Map(), own };
}

/** The record's own stream first; none where there is no such record. */
export async function streamsOfSubject(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readLoggedStreams'>,
  { kind, id }: ReplaySubject,
): Promise<readonly string[]> {
  if (kind === 'config') return [CONFIG_STREAM];
  if (kind === 'item') return [itemStream(id)];
  if (kind === 'rma') {
    const items = await trx.selectFrom('item_row').select('id').where('rma_id', '=', id).execute();
    return items.length === 0 ? [] : [rmaStream(id), ...items.map((item) => itemStream(item.id))];
  }
  const own = shipmentStream(id);
  const { events = [] } = (await store.readLoggedStreams([own])).get(own) ?? {};
  const items = new Set(events.flatMap((event) => itemBound(event) ?? []));
  return [own, `nav-${id}`, ...[...items].map(itemStream)];
}

function itemBound(event: LogEvent): number | undefined {
  if (event.type !== 'ShipmentItemBound' || !('data' in event)) return undefined;
  return 'itemId' in event.data && typeof event.data.itemId === 'number' ? event.data.itemId : undefined;
}

/** In the order of the log; of the pieces of a package only what happened while the package did. */
function withinSubject({ kind }: ReplaySubject, own: string, histories: Histories): readonly LogEvent[] {
  const events = [...histories.values()].flat().toSorted((a, b) => a.position - b.position);
  if (kind !== 'shipment') return events;
  const positions = (histories.get(own) ?? []).map(({ position }) => position);
  const [first, last] = [Math.min(...positions), Math.max(...positions)];
  // The pieces' events of the package's last command stand beside its own.
  const span = events.filter(
    ({ position }) => position >= first - ONE_COMMAND && position <= last + ONE_COMMAND,
  );
  return span;
}

/** Positions that one command may write beside the package's own. */
const ONE_COMMAND = 50;
