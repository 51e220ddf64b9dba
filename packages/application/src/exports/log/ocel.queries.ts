import { micros } from '@atelier/domain/kernel.ts';
import { concernsOf, OBJECT_KINDS, type ObjectKind } from '@atelier/contracts/exports/log/concerns.ts';
import type { LoggedEvent } from '@atelier/contracts/exports/log/logged-event.ts';
import {
  asOcelText,
  objectId,
  OcelTypes,
  toOcelEvent,
  type OcelObject,
} from '@atelier/contracts/exports/log/ocel.ts';
import { type Known, toOcelObject, toOcelSite } from '@atelier/contracts/exports/log/ocel-objects.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import type { AppDb } from '../../platform/database.ts';
import { IdSet } from '../../shared/id-set.ts';
import { type LogChunk, type LogServices, readSpan, toLogged, type Span } from './read-span.queries.ts';
import { listing } from './listing.queries.ts';

type Mentioned = Readonly<Record<ObjectKind, IdSet>>;

/** Streams read at once for the histories of their objects. */
const STREAMS = 200;

/**
 * A span of the log in OCEL 2.0: its events, then every object that they mention with its attributes up to the end of
 * the span, then the types of both. Held in memory: a stretch of events or objects, and a bit for each object.
 */
export async function* ocelText(services: LogServices, span: Span): AsyncGenerator<LogChunk> {
  const [events, objects] = [new OcelTypes(), new OcelTypes()];
  const mentioned = mentionedNone();
  const list = listing();
  let place = { position: 0, end: 0 };
  yield { text: '{"events":[', rows: 0, ...place };
  for await (const batch of readSpan(services.store, span)) {
    place = { position: batch.position, end: batch.end };
    const found = batch.events.flatMap((event) => mention(event, mentioned) ?? []);
    for (const event of found) events.add(event);
    yield { text: list(found.map(asOcelText)), rows: found.length, ...place };
  }
  yield { text: '],"objects":[', rows: 0, ...place };
  const listObjects = listing();
  for await (const stretch of readObjects(services, mentioned, { to: span.to, end: place.end })) {
    for (const object of stretch) objects.add(object);
    yield { text: listObjects(stretch.map(asOcelText)), rows: 0, ...place };
  }
  const types = `"eventTypes":${JSON.stringify(events.list())},"objectTypes":${JSON.stringify(objects.list())}`;
  yield { text: `],${types}}\n`, rows: 0, ...place };
}

function mentionedNone(): Mentioned {
  const [item, rma, shipment, worker, site] = OBJECT_KINDS.map(() => new IdSet());
  if (!item || !rma || !shipment || !worker || !site) throw new Error('a kind of object has no set');
  return { item, rma, shipment, worker, site };
}

function mention(event: LoggedEvent, mentioned: Mentioned) {
  const found = toOcelEvent(event);
  if (found !== null) for (const { kind, id } of concernsOf(event)) mentioned[kind].add(id);
  return found;
}

interface Until {
  readonly to: string | null;
  readonly end: number;
}

async function* readObjects(
  { store, db }: LogServices,
  mentioned: Mentioned,
  until: Until,
): AsyncGenerator<readonly OcelObject[]> {
  const isKnown: Known = (kind, id) => kind === 'site' || mentioned[kind].has(id);
  for (const kind of ['worker', 'shipment', 'rma', 'item'] as const)
    for (const ids of mentioned[kind].inStretches(STREAMS))
      yield (await historiesOf(store, kind, ids, until)).map(([id, events]) =>
        toOcelObject({ kind, id }, events, isKnown),
      );
  yield readSites(db, mentioned.site);
}

/** Every place that reference data knows; of one that it does not, its number. */
async function readSites(db: AppDb, mentioned: IdSet): Promise<readonly OcelObject[]> {
  const known = await db.selectFrom('sites').select(['id', 'code', 'kind', 'country']).execute();
  const ids = new Set(known.map(({ id }) => id));
  const others = [...mentioned.inStretches(STREAMS)].flat().filter((id) => !ids.has(id));
  return [...known, ...others.map((id) => ({ id }))].map(toOcelSite);
}

type Histories = readonly (readonly [number, readonly LoggedEvent[]])[];

async function historiesOf(
  store: Pick<EventStore, 'readLoggedStreams'>,
  kind: ObjectKind,
  ids: readonly number[],
  until: Until,
): Promise<Histories> {
  try {
    const streams = await store.readLoggedStreams(ids.map((id) => objectId(kind, id)));
    return ids.map((id) => [id, eventsUntil(streams.get(objectId(kind, id))?.events ?? [], until)]);
  } catch (error) {
    if (!(error instanceof ArchivedHistory)) throw error;
    // Of an object whose history lies in an archive only its number is known.
    if (ids.length === 1) return ids.map((id) => [id, []]);
    return (await Promise.all(ids.map((id) => historiesOf(store, kind, [id], until)))).flat();
  }
}

function eventsUntil(events: readonly Parameters<typeof toLogged>[0][], { to, end }: Until) {
  const last = to === null ? null : micros(to);
  return events
    .filter(({ position, recordedAt }) => position <= end && (last === null || recordedAt < last))
    .map(toLogged);
}
