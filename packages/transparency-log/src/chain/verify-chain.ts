import { hashOfEvent, hexOf, RAW_COLUMNS, readRaw, type RawEvent, type RawQueryable } from './raw-events.ts';

export type ChainCheck =
  | { readonly ok: true; readonly streams: number; readonly events: number }
  | {
      readonly ok: false;
      readonly streamId: string;
      readonly position: number;
      readonly version: number;
      readonly reason: string;
    };

interface RawStream {
  readonly stream_id: string;
  readonly version: string;
  readonly last_position: string;
  readonly last_hash: string;
}

/** How a stream does not fit its hash chain. */
export const CHAIN_REASONS = {
  chain_content: 'its content was changed',
  chain_gap: 'an event before it is missing',
  stream_end: 'the end of its stream does not fit',
  stream_unknown: 'its stream is unknown',
} as const;
export type ChainCode = keyof typeof CHAIN_REASONS;

export interface ChainFault extends Omit<Extract<ChainCheck, { ok: false }>, 'ok'> {
  readonly code: ChainCode;
}

interface Page {
  readonly streams: number;
  readonly events: number;
  readonly lastStream: string | null;
  /** The first of each stream. */
  readonly faults: readonly ChainFault[];
}

const pageSize = 500;
const strayPage = 100_000;

const inLog = 'select s.* from public.streams s where s.archive is null';
const pageSql = `${inLog} and s.stream_id > $1 order by s.stream_id limit $2`;
const singleSql = `${inLog} and s.stream_id = $1`;
const namedSql = `${inLog} and s.stream_id = any ($1::text[]) order by s.stream_id`;

const eventsSql = `
  select ${RAW_COLUMNS} from public.streams s
    join public.events e on e.stream_id = s.stream_id and e.position between s.first_position and s.last_position
   where s.stream_id = any ($1::text[]) order by e.stream_id, e.version, e.position`;

/** Recomputes the hash chain of one stream, or of all that lie in the log, page by page (product/reliability.md §16). */
export async function verifyChain(db: RawQueryable, streamId: string): Promise<ChainCheck> {
  const isAll = streamId === 'all';
  let streams = 0;
  let events = 0;
  for (let after: string | null = ''; after !== null;) {
    const page: Page = isAll
      ? await readPage(db, after)
      : await checkStreams(db, await readRaw(db, singleSql, [streamId]));
    const [fault] = page.faults.toSorted((a, b) => a.position - b.position);
    if (fault !== undefined) return checkOf(fault);
    streams += page.streams;
    events += page.events;
    after = isAll && page.streams === pageSize ? page.lastStream : null;
  }
  const [stray] = isAll ? await findStrays(db, 1) : [];
  return stray === undefined ? { ok: true, streams, events } : checkOf(stray);
}

const checkOf = ({ code: _, ...fault }: ChainFault): ChainCheck => ({ ok: false, ...fault });

/** Of these streams, those whose events or own row do not fit their hash chain, each at its first misfit. */
export async function findChainFaults(
  db: RawQueryable,
  streamIds: readonly string[],
): Promise<readonly ChainFault[]> {
  const { faults } = await checkStreams(db, await readRaw(db, namedSql, [streamIds]));
  const known = await readRaw<RawStream>(
    db,
    'select stream_id from public.streams where stream_id = any ($1::text[])',
    [streamIds],
  );
  const there = new Set(known.map(({ stream_id: id }) => id));
  return [
    ...faults,
    ...(await firstEvents(
      db,
      streamIds.filter((id) => !there.has(id)),
    )),
  ];
}

/** Every stream that does not fit its hash chain, at its first misfit, and every one that has events but no row. */
export async function* allChainFaults(
  db: RawQueryable,
  onShare: (share: number) => Promise<void> = async () => undefined,
): AsyncGenerator<ChainFault> {
  const [counted] = await readRaw<{ count: string }>(
    db,
    'select count(*) as count from public.streams where archive is null',
  );
  const all = Math.max(1, Number(counted?.count));
  let checked = 0;
  for (let after: string | null = ''; after !== null;) {
    const page: Page = await readPage(db, after);
    checked += page.streams;
    await onShare(Math.min(1, checked / all));
    yield* page.faults;
    after = page.streams === pageSize ? page.lastStream : null;
  }
  yield* await findStrays(db);
}

const readPage = async (db: RawQueryable, after: string): Promise<Page> =>
  checkStreams(db, await readRaw(db, pageSql, [after, pageSize]));

async function checkStreams(db: RawQueryable, streams: readonly RawStream[]): Promise<Page> {
  const ids = streams.map(({ stream_id: id }) => id);
  const events = ids.length === 0 ? [] : await readRaw<RawEvent>(db, eventsSql, [ids]);
  const byStream = Map.groupBy(events, ({ stream_id: id }) => id);
  return {
    streams: streams.length,
    events: events.length,
    lastStream: ids.at(-1) ?? null,
    faults: streams.flatMap((stream) => streamFault(stream, byStream.get(stream.stream_id) ?? []) ?? []),
  };
}

/**
 * The misfit at the lowest position: every event against the hash of its columns and its forerunner; then the stream's own row, so that a cut-off
 * end shows too.
 */
function streamFault(stream: RawStream, events: readonly RawEvent[]): ChainFault | undefined {
  const faults = events.flatMap((event, index) => {
    const code = eventFault(event, events[index - 1]);
    return code === undefined ? [] : [faultAt(event, code)];
  });
  const last = events.at(-1);
  const isEnd =
    last?.position === stream.last_position &&
    last.version === stream.version &&
    last.hash === stream.last_hash;
  const end = faultAt({ ...stream, position: stream.last_position }, 'stream_end');
  const [first] = [...faults, ...(isEnd ? [] : [end])].toSorted((a, b) => a.position - b.position);
  return first;
}

function eventFault(event: RawEvent, before: RawEvent | undefined): ChainCode | undefined {
  if (Number(event.version) !== Number(before?.version ?? 0) + 1) return 'chain_gap';
  const isWhole = hexOf(event.hash) === hashOfEvent(hexOf(before?.hash ?? ''), event);
  return isWhole ? undefined : 'chain_content';
}

function faultAt(
  { stream_id: streamId, position, version }: Pick<RawEvent, 'stream_id' | 'position' | 'version'>,
  code: ChainCode,
): ChainFault {
  return {
    streamId,
    position: Number(position),
    version: Number(version),
    code,
    reason: CHAIN_REASONS[code],
  };
}

const strayIdsSql = `
  select distinct on (e.stream_id) e.stream_id, e.position, e.version from public.events e
   where e.position >= $1 and e.position < $2
     and not exists (select from public.streams s where s.stream_id = e.stream_id)
   order by e.stream_id, e.version`;

/**
 * The first event of each stream that has no row: they were written past the append. Positions begin at 1,
 * forged ones may lie below.
 */
async function findStrays(db: RawQueryable, most = Infinity): Promise<readonly ChainFault[]> {
  const [bounds] = await readRaw<{ first: string | null; last: string | null }>(
    db,
    'select min(position) as first, max(position) as last from public.events',
  );
  const found = new Map<string, ChainFault>();
  const last = Number(bounds?.last ?? 0);
  for (let from = Number(bounds?.first ?? 1); from <= last && found.size < most; from += strayPage)
    for (const event of await readRaw<RawEvent>(db, strayIdsSql, [from, from + strayPage]))
      if (!found.has(event.stream_id)) found.set(event.stream_id, faultAt(event, 'stream_unknown'));
  return [...found.values()];
}

async function firstEvents(db: RawQueryable, streamIds: readonly string[]): Promise<readonly ChainFault[]> {
  if (streamIds.length === 0) return [];
  const rows = await readRaw<RawEvent>(
    db,
    `select distinct on (e.stream_id) e.stream_id, e.position, e.version from public.events e
      where e.stream_id = any ($1::text[]) order by e.stream_id, e.version`,
    [streamIds],
  );
  return rows.map((event) => faultAt(event, 'stream_unknown'));
}
