import { compareRows, type JsonRow } from '@atelier/domain/system/consistency/compare-rows.ts';
import type { DifferencePlace } from '@atelier/domain/system/consistency/events.ts';
import { type Kysely, type RawBuilder, type Transaction, sql } from 'kysely';
import type { Pool } from 'pg';
import type { Database } from '../../platform/database.ts';
import type { EventStore, StreamHistory } from '@atelier/event-store/types.ts';
import { findChainFaults } from '@atelier/transparency-log/chain/verify-chain.ts';
import { isPoison } from '@atelier/event-store/projections/failures.ts';
import { type CoveredTable, type RowOwner, COVERED_TABLES } from './covered-tables.ts';
import { foldInto } from './fold-streams.ts';
import { live, refs, scratch, type Shapes, type TableShape } from './scratch.ts';
import { isSkipped, readSnapshot, type Snapshot } from './snapshot.ts';

/** What comparing and repairing work with. */
export interface CheckTools {
  /** One connection of role `atelier_projector` with scratch tables (`onScratchSession`), held for a whole round. */
  readonly session: Kysely<Database>;
  readonly shapes: Shapes;
  /** Sessions of role `atelier_projector`. */
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'readStreams' | 'sealing' | 'keyStates'>;
  /** Every hash of the log was computed just now: the streams' chains are not gone through once more. */
  readonly isChainVerified?: boolean;
}

export interface Comparison {
  readonly differences: readonly DifferencePlace[];
  /** Streams that were not compared in every table: rebuilding, parked, unreadable or written all the while. */
  readonly skipped: readonly string[];
}

const NOTHING: Comparison = { differences: [], skipped: [] };
const TRIES = 3;

/**
 * Compares streams with their hash chains, and every row of theirs in the read models with the fold of their history.
 * Rows, checkpoints and versions are of one snapshot, so that neither a projection that lags nor a command that commits
 * meanwhile makes a difference. Takes no locks.
 */
export async function compareStreams(tools: CheckTools, streamIds: readonly string[]): Promise<Comparison> {
  if (streamIds.length === 0) return NOTHING;
  const faults = tools.isChainVerified === true ? [] : await findChainFaults(tools.pool, streamIds);
  const broken = new Set(faults.map(({ streamId }) => streamId));
  const sound = streamIds.filter((streamId) => !broken.has(streamId));
  return join([
    { differences: faults.map(faultPlace), skipped: [] },
    await compareSound(tools, sound, TRIES),
  ]);
}

const faultPlace = (fault: Awaited<ReturnType<typeof findChainFaults>>[number]): DifferencePlace => ({
  table: 'streams',
  key: `stream_id=${fault.streamId}`,
  kind: 'log',
  columns: [],
  streamId: fault.streamId,
  version: fault.version,
  position: fault.position,
});

/** Halves what cannot be read or folded until the stream at fault stands alone; that one is left out. */
async function compareSound(
  tools: CheckTools,
  streamIds: readonly string[],
  tries: number,
): Promise<Comparison> {
  if (streamIds.length === 0) return NOTHING;
  let result: Comparison & { readonly moved: readonly string[] };
  try {
    const histories = await tools.store.readStreams(streamIds);
    result = await tools.session
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => compareInSnapshot(tools, trx, histories));
  } catch (error) {
    // Lost connections and time-outs are no stream's fault: they end the round, and the next one begins where it did.
    if (!isPoison(error)) throw error;
    if (streamIds.length === 1) return { differences: [], skipped: streamIds };
    const half = Math.ceil(streamIds.length / 2);
    return join([
      await compareSound(tools, streamIds.slice(0, half), tries),
      await compareSound(tools, streamIds.slice(half), tries),
    ]);
  }
  const { moved } = result;
  const again = tries > 1 ? await compareSound(tools, moved, tries - 1) : { differences: [], skipped: moved };
  return join([result, again]);
}

async function compareInSnapshot(
  tools: CheckTools,
  trx: Transaction<Database>,
  histories: ReadonlyMap<string, StreamHistory>,
): Promise<Comparison & { readonly moved: readonly string[] }> {
  const snapshot = await readSnapshot(trx, [...histories.keys()]);
  const still = [...histories.values()].filter(
    ({ streamId, version }) => (snapshot.versions.get(streamId) ?? 0) === version,
  );
  await foldInto(trx, tools.shapes, still, snapshot, tools.store.sealing);
  const found: DifferencePlace[] = [];
  for (const covered of COVERED_TABLES)
    found.push(...(await compareTable(tools, trx, covered, still, snapshot)));
  const skipped = still
    .filter(({ streamId }) => isSkipped(snapshot, streamId))
    .map(({ streamId }) => streamId);
  const kept = new Set(still.map(({ streamId }) => streamId));
  const moved = [...histories.keys()].filter((streamId) => !kept.has(streamId));
  return { differences: found, skipped, moved };
}

interface Pair {
  readonly stream_id: string;
  readonly expected: JsonRow;
  readonly held: JsonRow;
}

async function compareTable(
  { shapes, store }: CheckTools,
  trx: Transaction<Database>,
  covered: CoveredTable,
  histories: readonly StreamHistory[],
  snapshot: Snapshot,
): Promise<readonly DifferencePlace[]> {
  const compared = new Map(
    histories
      .filter(({ streamId }) => !isSkipped(snapshot, streamId, covered))
      .map((history) => [history.streamId, history]),
  );
  const shape = shapes.get(covered.table);
  if (shape === undefined) throw new RangeError(`${covered.table} has no scratch table`);
  const found: DifferencePlace[] = [];
  for (const owner of covered.owners) {
    const pairs = await openedPairs(
      await differingRows(trx, shape, owner, [...compared.keys()]),
      store.sealing,
    );
    found.push(...pairs.flatMap((pair) => placeOf(covered, shape, pair, compared.get(pair.stream_id)) ?? []));
  }
  return withoutRepeats(found);
}

/** Scratch rows beside live rows of these streams, by key, where they are not the same. */
async function differingRows(
  trx: Transaction<Database>,
  { table, key }: TableShape,
  owner: RowOwner,
  streamIds: readonly string[],
): Promise<readonly Pair[]> {
  const rows = owner.rowsOf(streamIds);
  if (rows === undefined || (await isSame(trx, table, rows))) return [];
  const whole = sql`select ${refs(key)}, ${owner.streamId} as owner, to_jsonb(t) as whole`;
  const { rows: pairs } = await sql<Pair>`
    select coalesce(e.owner, h.owner) as stream_id, e.whole as expected, h.whole as held
      from (${whole} from ${scratch(table)} t where ${rows}) e
      full join (${whole} from ${live(table)} t where ${rows}) h using (${refs(key)})
     where e.whole is distinct from h.whole`.execute(trx);
  return pairs;
}

/**
 * By number and digest of the rows on both sides: what is the same, as nearly all is, is not joined row by row. A record's hash is a
 * sum over its columns, so that two rows that exchanged theirs would add up to the same: each is hashed once more.
 */
async function isSame(
  trx: Transaction<Database>,
  table: string,
  rows: RawBuilder<boolean>,
): Promise<boolean> {
  const digest = sql`
    select count(*) || ' ' || sum(hash_record_extended(t, 0)) || ' ' ||
           sum(hashint8extended(hash_record_extended(t, 0), 0)) as of`;
  const { rows: found } = await sql<{ same: boolean }>`
    select e.of is not distinct from h.of as same
      from (${digest} from ${scratch(table)} t where ${rows}) e,
           (${digest} from ${live(table)} t where ${rows}) h`.execute(trx);
  return found[0]?.same === true;
}

/** A row that is sealed and one that is not yet may say the same. */
async function openedPairs(
  pairs: readonly Pair[],
  { openRows }: CheckTools['store']['sealing'],
): Promise<readonly Pair[]> {
  const expected = await openRows(pairs.map((pair) => pair.expected));
  const held = await openRows(pairs.map((pair) => pair.held));
  return pairs.map((pair, index) => ({
    ...pair,
    expected: expected[index] ?? null,
    held: held[index] ?? null,
  }));
}

function placeOf(
  covered: CoveredTable,
  { key, columns }: TableShape,
  { stream_id: streamId, expected, held }: Pair,
  history: StreamHistory | undefined,
): DifferencePlace | undefined {
  const difference = compareRows(expected, held);
  if (difference === undefined) return undefined;
  return {
    table: covered.table,
    key: keyOf(covered, key, expected ?? held),
    kind: difference.kind,
    // Generated columns follow from the others.
    columns: difference.columns.filter((column) => columns.includes(column)),
    streamId,
    version: history?.version ?? 0,
    position: history?.events.at(-1)?.position ?? null,
  };
}

const keyOf = ({ unnamed }: CoveredTable, key: readonly string[], row: JsonRow): string =>
  key
    .filter((column) => !unnamed.includes(column))
    .map((column) => `${column}=${String(row?.[column])}`)
    .join(' ');

/** Rows whose keys differ only in what is not named are one difference. */
function withoutRepeats(places: readonly DifferencePlace[]): readonly DifferencePlace[] {
  return [...new Map(places.map((place) => [place.key, place])).values()];
}

export function join(parts: readonly Comparison[]): Comparison {
  return {
    differences: parts.flatMap(({ differences }) => differences),
    skipped: parts.flatMap(({ skipped }) => skipped),
  };
}
