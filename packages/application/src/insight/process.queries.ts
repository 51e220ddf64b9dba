import type { ProcessView } from '@atelier/contracts/insight/process-schema.ts';
import { bottleneckOf, PATHS } from '@atelier/domain/insight/process.ts';
import { spanOf } from '@atelier/domain/insight/periods.ts';
import { STATUSES, type StatusId } from '@atelier/domain/shared/status.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../platform/database.ts';
import { inOwnShop, placed, placedPieces, type FigureAsked } from './figures.queries.ts';
import { enteredIn, movedIn, pathOfMove } from './moves.queries.ts';
import { begunBy, endOf } from './stays.queries.ts';
import { mondayOf, secondsBetween } from './weeks.queries.ts';

/** The paths that pieces of a place took between statuses in a period, as they stood at a moment. Inside `inScope`. */
export async function processOf(trx: Kysely<Database>, asked: FigureAsked): Promise<ProcessView> {
  const counted = await countsOf(trx, asked);
  const of = (kind: Count['kind']) => counted.filter((row) => row.kind === kind);
  const byStatus = (kind: Count['kind']) => new Map(of(kind).map((row) => [row.key, row]));
  const [left, entered, spent] = [byStatus('left'), byStatus('entered'), byStatus('spent')];
  const standing = await standingNow(trx, asked);
  const nodes = STATUSES.map(({ id: status }) => ({
    status,
    now: standing.get(status) ?? 0,
    entered: entered.get(status)?.count ?? 0,
    pieces: entered.get(status)?.pieces ?? 0,
    p50_seconds: left.get(status)?.p50_seconds ?? null,
    p85_seconds: left.get(status)?.p85_seconds ?? null,
    seconds: spent.get(status)?.count ?? 0,
  }));
  return {
    pieces: of('moved')[0]?.pieces ?? 0,
    moves: of('week').reduce((sum, { count }) => sum + count, 0),
    nodes: nodes.map(({ status, ...node }) => ({ rma_status_id: status, ...node })),
    arcs: of('arc').map(arcOf),
    bottleneck: bottleneckOf(nodes),
    weeks: of('week').map(({ week, count }) => ({ week, moves: count })),
  };
}

/** A line of the answer. */
interface Count {
  readonly kind: 'arc' | 'left' | 'entered' | 'spent' | 'week' | 'moved';
  /** A status, or an arc. */
  readonly key: number;
  readonly week: string;
  /** Moves, entries, or for `spent` seconds. */
  readonly count: number;
  readonly pieces: number;
  readonly p50_seconds: number | null;
  readonly p85_seconds: number | null;
}

const spread = sql`percentile_disc(0.5) within group (order by took) as p50_seconds,
  percentile_disc(0.85) within group (order by took) as p85_seconds`;
const noSpread = sql`null::bigint, null::bigint`;
const UNDONE = sql.lit(PATHS.indexOf('undone'));

/**
 * Everything that is counted over stays, in one reading of them: whether a row may be seen costs more than all the sums. An arc is one
 * number, as in `arcOf`.
 */
async function countsOf(trx: Kysely<Database>, asked: FigureAsked): Promise<readonly Count[]> {
  const { rows } = await sql<Count>`
    with stays as materialized (${staysIn(asked)}),
    moves as (select * from stays where arc % 100 <> ${UNDONE}),
    arcs as (select arc, count(*) as count, ${spread} from stays where arc is not null group by 1),
    arc_pieces as (
      select arc, count(*)::integer as pieces
        from (select distinct arc, item_id from stays where arc is not null) each group by 1
    ), entries as (select status, count(*) as count from stays where entered group by 1),
    entered_pieces as (
      select status, count(*)::integer as pieces
        from (select distinct status, item_id from stays where entered) each group by 1
    )
    select 'arc' as kind, arc as key, null as week, count::bigint as count, pieces, p50_seconds, p85_seconds
      from arcs join arc_pieces using (arc)
    union all select 'left', from_status, null, count(*), 0, ${spread} from moves group by from_status
    union all select 'entered', status, null, count, pieces, ${noSpread} from entries join entered_pieces using (status)
    union all select 'spent', status, null, floor(extract(epoch from sum(spent)))::bigint, 0, ${noSpread}
      from stays group by status
    union all select 'week', null, to_char(week, 'YYYY-MM-DD'),
                     count(*), 0, ${noSpread}
      from moves group by week
    union all select 'moved', null, null, null, count(*), ${noSpread}
      from (select distinct item_id from stays where arc is not null) each
    order by kind, week, count desc, key`.execute(trx);
  return rows;
}

/** The arc of a row `s` as one number, and back: from, to, and the place of its path in `PATHS`, two digits each. */
const arcOfRow = sql`s.from_status * 10000 + s.status * 100 + ${pathOfMove}`;
function arcOf({ key, count, pieces, p50_seconds, p85_seconds }: Count) {
  const [from, to] = [Math.floor(key / 10_000), Math.floor(key / 100) % 100];
  const path = PATHS[key % 100] ?? 'unlisted';
  return { from, to, path, count, pieces, p50_seconds, p85_seconds };
}

/**
 * Stays of the place's pieces that touch the period: the move that began each in it, and the time that lies inside. Those of now are
 * found by shop and end, in an index that holds all that is read; of a past moment, and of a factory's pieces, piece by piece.
 */
function staysIn(asked: FigureAsked) {
  const { moment, period, place } = asked;
  const { from, until } = spanOf(period);
  if (moment !== null || place.factoryId !== undefined)
    return sql`${staysRead(asked)}
     where s.item_id in (select f.item_id from piece_facts f where ${placedPieces(asked)})
       and ${begunBy(moment, 's')} and s.true_from < ${until}::timestamptz
       and (s.true_until is null or ${moment === null ? sql`s.true_until >= ${from}::timestamptz` : sql`true`})`;
  const touching = (ended: RawBuilder<boolean>) => sql`${staysRead(asked)}
     where ${placed(place, 's')} and ${inOwnShop('s')} and ${ended} and s.true_from < ${until}::timestamptz`;
  return sql`${touching(sql`s.true_until >= ${from}::timestamptz`)} union all ${touching(sql`s.true_until is null`)}`;
}

function staysRead(asked: FigureAsked) {
  const { moment, now, period } = asked;
  const { from, until } = spanOf(period);
  const at = moment?.asOf ?? moment?.knownAt ?? now.toISOString();
  // At a past moment the end of a stay may not be known yet.
  const ended = sql`least(coalesce(${endOf(moment, 's')}, ${at}::timestamptz), ${until}::timestamptz)`;
  const begun = sql`greatest(s.true_from, ${from}::timestamptz)`;
  return sql`
    select s.item_id, s.from_status, s.status,
           case when ${movedIn(asked)} then ${arcOfRow} end as arc,
           ${enteredIn(asked)} as entered,
           ${secondsBetween('s.from_entered_at', 's.true_from')} as took,
           greatest(${ended} - ${begun}, interval '0') as spent,
           ${mondayOf('s.true_from')} as week
      from stage_stays s`;
}

async function standingNow(
  trx: Kysely<Database>,
  asked: FigureAsked,
): Promise<ReadonlyMap<StatusId, number>> {
  const { rows } = await sql<{ status: StatusId; now: number }>`
    select f.status, count(*)::integer as now from piece_facts f where ${placedPieces(asked)} group by 1`.execute(
    trx,
  );
  return new Map(rows.map(({ status, now }) => [status, now]));
}
