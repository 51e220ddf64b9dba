import {
  hashOfEvent,
  hexOf,
  RAW_COLUMNS,
  readRaw,
  type RawEvent,
  type RawQueryable,
} from '../chain/raw-events.ts';
import { jsonbText } from '@atelier/postgres/jsonb-text.ts';
import type { ProvenValue } from './fault-list.ts';
import { scalarsIn, variantsOf, type Variant } from './json-variants.ts';

/** What is kept elsewhere of a stream: rows of read models, copies. It needs no trust: the hash decides. */
export type EarlierValues = (streamId: string) => Promise<readonly unknown[]>;

const COLUMNS = ['data', 'metadata'] as const;
type JsonColumn = (typeof COLUMNS)[number];

/** An event whose content does not give its hash. */
export interface ChangedContent {
  /** As it is stored, with the columns that were sealed where they are known. */
  readonly event: RawEvent;
  /** Of the event before it in its stream, hexadecimal; `''` for the first. */
  readonly previous: string;
  /** That the event must have, hexadecimal. */
  readonly hash: string;
  /** Those that may have been changed. */
  readonly columns: readonly JsonColumn[];
}

/** Tries for one column of one event take a part of a second. */
const MOST_TRIES = 20_000;
/** Events of one verification whose values are looked for. */
export const MOST_PROVEN = 20;

/**
 * The one value that was changed in an event: with an earlier one in its place the event has its hash again. Values of the stream's other events and
 * of what is kept elsewhere are tried; undefined when none fits.
 */
export function findChangedValue(
  { event, previous, hash, columns }: ChangedContent,
  earlier: readonly unknown[],
): ProvenValue | undefined {
  const known = scalarsIn(earlier);
  for (const column of columns)
    for (const variant of readable(event[column], known)) {
      const text = jsonbText(variant.value) ?? '';
      if (hashOfEvent(previous, { ...event, [column]: text }) === hash) return valueOf(column, variant);
    }
  return undefined;
}

const valueOf = (column: JsonColumn, { path, before, after }: Variant): ProvenValue => ({
  field: [column, ...path].join('.'),
  before,
  after,
  by: 'hash',
});

/** Nothing for a column that is not printed as the hash was made over. */
function* readable(text: string, known: Parameters<typeof variantsOf>[1]): Generator<Variant> {
  const parsed = parse(text);
  if (parsed === undefined || jsonbText(parsed) !== text) return;
  let tries = 0;
  for (const variant of variantsOf(parsed, known)) {
    tries += 1;
    if (tries > MOST_TRIES) return;
    yield variant;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const JSON_COLUMNS: readonly JsonColumn[] = COLUMNS;

const MOST_EVENTS = 500;

/** Data and metadata of the stream's events, and what is kept elsewhere of it. */
export async function earlierValues(
  db: RawQueryable,
  streamId: string,
  kept: EarlierValues,
): Promise<readonly unknown[]> {
  const events = await readRaw<Pick<RawEvent, JsonColumn>>(
    db,
    'select e.data, e.metadata from public.events e where e.stream_id = $1 order by e.version desc limit $2',
    [streamId, MOST_EVENTS],
  );
  return [
    ...(await kept(streamId)),
    ...events.flatMap((event) => COLUMNS.map((column) => parse(event[column]))),
  ];
}

const WITH_FORERUNNER = `
  select ${RAW_COLUMNS}, before.hash as before, before.position as before_position from public.events e
    left join public.events before on before.stream_id = e.stream_id and before.version = e.version - 1
   where e.position = any ($1::bigint[])`;

export interface EventInChain {
  readonly event: RawEvent;
  /** Of the event before it in its stream, hexadecimal; `''` where there is none. */
  readonly previous: string;
  readonly previousPosition: number | undefined;
}

/** Events at positions, with what their hashes continue. */
export async function eventsInChain(
  db: RawQueryable,
  positions: readonly number[],
): Promise<readonly EventInChain[]> {
  type Row = RawEvent & { readonly before: string | null; readonly before_position: string | null };
  const rows = await readRaw<Row>(db, WITH_FORERUNNER, [positions]);
  return rows.map(({ before, before_position: at, ...event }) => ({
    event,
    previous: hexOf(before ?? ''),
    previousPosition: at === null ? undefined : Number(at),
  }));
}
