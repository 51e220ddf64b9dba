import type { ProcessView } from '@atelier/contracts/insight/process-schema.ts';
import { bottleneckOf, type Path } from '@atelier/domain/insight/process.ts';
import { spanOf } from '@atelier/domain/insight/periods.ts';
import { STATUSES, type StatusId } from '@atelier/domain/shared/status.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { placedPieces, type FigureAsked } from './figures.queries.ts';
import { enteredIn, movedIn, pathOfMove } from './moves.queries.ts';
import { begunBy, endOf } from './stays.queries.ts';

/** The paths that pieces of a place took between statuses in a period, as they stood at a moment. Inside `inScope`. */
export async function processOf(trx: Kysely<Database>, asked: FigureAsked): Promise<ProcessView> {
  const arcs = await arcsOf(trx, asked);
  const left = new Map((await staysLeft(trx, asked)).map((row) => [row.status, row]));
  const entered = new Map((await entries(trx, asked)).map((row) => [row.status, row]));
  const standing = new Map((await standingNow(trx, asked)).map((row) => [row.status, row.now]));
  const spent = new Map((await timeSpent(trx, asked)).map((row) => [row.status, row.seconds]));
  const nodes = STATUSES.map(({ id }) => ({
    status: id,
    now: standing.get(id) ?? 0,
    entered: entered.get(id)?.count ?? 0,
    pieces: entered.get(id)?.pieces ?? 0,
    p50_seconds: left.get(id)?.p50_seconds ?? null,
    p85_seconds: left.get(id)?.p85_seconds ?? null,
    seconds: spent.get(id) ?? 0,
  }));
  return {
    pieces: await piecesMoved(trx, asked),
    moves: arcs.reduce((sum, { path, count }) => (path === 'undone' ? sum : sum + count), 0),
    nodes: nodes.map(({ status, ...node }) => ({ rma_status_id: status, ...node })),
    arcs: [...arcs],
    bottleneck: bottleneckOf(nodes),
    weeks: [...(await movesByWeek(trx, asked))],
  };
}

/** Stays `s` of the place's pieces. */
const stays = (asked: FigureAsked) =>
  sql`stage_stays s where s.item_id in (select f.item_id from piece_facts f where ${placedPieces(asked)})`;
const notUndone = sql<boolean>`${pathOfMove} <> 'undone'`;

const tookSeconds = sql`floor(extract(epoch from s.true_from - s.from_entered_at))::bigint`;
const spread = sql`percentile_disc(0.5) within group (order by ${tookSeconds}) as p50_seconds,
  percentile_disc(0.85) within group (order by ${tookSeconds}) as p85_seconds`;

interface Spread {
  readonly p50_seconds: number | null;
  readonly p85_seconds: number | null;
}
interface ArcRow extends Spread {
  readonly from: StatusId;
  readonly to: StatusId;
  readonly path: Path;
  readonly count: number;
  readonly pieces: number;
}

async function arcsOf(trx: Kysely<Database>, asked: FigureAsked): Promise<readonly ArcRow[]> {
  const { rows } = await sql<ArcRow>`
    select s.from_status as "from", s.status as "to", ${pathOfMove} as path, count(*)::integer as count,
           count(distinct s.item_id)::integer as pieces, ${spread}
      from ${stays(asked)} and ${movedIn(asked)}
     group by 1, 2, 3 order by count(*) desc, 1, 2, 3`.execute(trx);
  return rows;
}

/** How long the stays were that ended with a move of the period. */
async function staysLeft(trx: Kysely<Database>, asked: FigureAsked) {
  const { rows } = await sql<Spread & { status: StatusId }>`
    select s.from_status as status, ${spread} from ${stays(asked)} and ${movedIn(asked)} and ${notUndone} group by 1`.execute(
    trx,
  );
  return rows;
}

async function entries(trx: Kysely<Database>, asked: FigureAsked) {
  const { rows } = await sql<{ status: StatusId; count: number; pieces: number }>`
    select s.status, count(*)::integer as count, count(distinct s.item_id)::integer as pieces
      from ${stays(asked)} and ${enteredIn(asked)} group by 1`.execute(trx);
  return rows;
}

async function standingNow(trx: Kysely<Database>, asked: FigureAsked) {
  const { rows } = await sql<{ status: StatusId; now: number }>`
    select f.status, count(*)::integer as now from piece_facts f where ${placedPieces(asked)} group by 1`.execute(
    trx,
  );
  return rows;
}

/** The part of every stay that lies inside the period, up to the moment. */
async function timeSpent(trx: Kysely<Database>, asked: FigureAsked) {
  const { moment, now, period } = asked;
  const { from, until } = spanOf(period);
  const at = moment?.asOf ?? moment?.knownAt ?? now.toISOString();
  const isOver = moment === null ? sql`s.true_until < ${from}::timestamptz` : sql`false`;
  const ended = sql`least(coalesce(${endOf(moment, 's')}, ${at}::timestamptz), ${until}::timestamptz)`;
  const begun = sql`greatest(s.true_from, ${from}::timestamptz)`;
  const { rows } = await sql<{ status: StatusId; seconds: number }>`
    select s.status, floor(extract(epoch from sum(greatest(${ended} - ${begun}, interval '0'))))::bigint as seconds
      from ${stays(asked)} and ${begunBy(moment, 's')} and s.true_from < ${until}::timestamptz
       and (s.true_until is null or not ${isOver})
     group by 1`.execute(trx);
  return rows;
}

async function piecesMoved(trx: Kysely<Database>, asked: FigureAsked): Promise<number> {
  const { rows } = await sql<{ pieces: number }>`
    select count(distinct s.item_id)::integer as pieces from ${stays(asked)} and ${movedIn(asked)}`.execute(
    trx,
  );
  return rows[0]?.pieces ?? 0;
}

async function movesByWeek(trx: Kysely<Database>, asked: FigureAsked) {
  const { rows } = await sql<{ week: string; moves: number }>`
    select to_char(date_trunc('week', s.true_from at time zone 'UTC'), 'YYYY-MM-DD') as week, count(*)::integer as moves
      from ${stays(asked)} and ${movedIn(asked)} and ${notUndone} group by 1 order by 1`.execute(trx);
  return rows;
}
