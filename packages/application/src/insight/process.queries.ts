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
  const counted = await countsOf(trx, asked);
  const of = (kind: Count['kind']) => counted.filter((row) => row.kind === kind);
  const byStatus = (kind: Count['kind']) => new Map(of(kind).map((row) => [row.to, row]));
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
    arcs: of('arc').map(({ from, to, path, count, pieces, p50_seconds, p85_seconds }) => {
      return { from, to, path, count, pieces, p50_seconds, p85_seconds };
    }),
    bottleneck: bottleneckOf(nodes),
    weeks: of('week').map(({ week, count }) => ({ week, moves: count })),
  };
}

/** A line of the answer; which columns hold a value depends on its kind. */
interface Count {
  readonly kind: 'arc' | 'left' | 'entered' | 'spent' | 'week' | 'moved';
  readonly from: StatusId;
  readonly to: StatusId;
  readonly path: Path;
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
const distinct = sql`count(distinct item_id)::integer`;

/** Everything that is counted over stays, in one reading of them: whether a row may be seen costs more than all the sums. */
async function countsOf(trx: Kysely<Database>, asked: FigureAsked): Promise<readonly Count[]> {
  const { rows } = await sql<Count>`
    with stays as materialized (${staysIn(asked)}),
    moves as (select * from stays where path is not null and path <> 'undone')
    select 'arc' as kind, from_status as "from", status as "to", path, null as week, count(*)::bigint as count,
           ${distinct} as pieces, ${spread}
      from stays where path is not null group by 2, 3, 4
    union all select 'left', null, from_status, null, null, count(*), 0, ${spread} from moves group by from_status
    union all select 'entered', null, status, null, null, count(*), ${distinct}, ${noSpread}
      from stays where entered group by status
    union all select 'spent', null, status, null, null, floor(extract(epoch from sum(spent)))::bigint, 0, ${noSpread}
      from stays group by status
    union all select 'week', null, null, null, to_char(week, 'YYYY-MM-DD'), count(*), 0, ${noSpread}
      from moves group by week
    union all select 'moved', null, null, null, null, count(*), ${distinct}, ${noSpread}
      from stays where path is not null
    order by kind, week, count desc, "from", "to", path`.execute(trx);
  return rows;
}

/** Stays of the place's pieces that touch the period: the move that began each in it, and the time that lies inside. */
function staysIn(asked: FigureAsked) {
  const { moment, now, period } = asked;
  const { from, until } = spanOf(period);
  const at = moment?.asOf ?? moment?.knownAt ?? now.toISOString();
  const ended = sql`least(coalesce(${endOf(moment, 's')}, ${at}::timestamptz), ${until}::timestamptz)`;
  const begun = sql`greatest(s.true_from, ${from}::timestamptz)`;
  // At a past moment the end of a stay may not be known yet.
  const lasted = moment === null ? sql`s.true_until >= ${from}::timestamptz` : sql`true`;
  return sql`
    select s.item_id, s.from_status, s.status,
           case when ${movedIn(asked)} then ${pathOfMove} end as path,
           ${enteredIn(asked)} as entered,
           floor(extract(epoch from s.true_from - s.from_entered_at))::bigint as took,
           greatest(${ended} - ${begun}, interval '0') as spent,
           date_trunc('week', s.true_from at time zone 'UTC') as week
      from stage_stays s
     where s.item_id in (select f.item_id from piece_facts f where ${placedPieces(asked)})
       and ${begunBy(moment, 's')} and s.true_from < ${until}::timestamptz
       and (s.true_until is null or ${lasted})`;
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
