import { PATHS, type Path } from '@atelier/domain/insight/process.ts';
import { STEPS } from '@atelier/domain/repair/item/moves.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { sql, type RawBuilder } from 'kysely';
import { begunBy, isMove, UNDOS, within, type FlowAsked } from './stays.queries.ts';

/** When, and as it stood at which moment. */
type MovesAsked = Pick<FlowAsked, 'period' | 'moment'>;
type Condition = RawBuilder<boolean>;

/** One arc of the process map, or all of them where nothing is named. */
interface Arc {
  readonly fromStatus?: number | undefined;
  readonly status?: number | undefined;
  readonly path?: Path | undefined;
}

/** One number a pair: PostgreSQL looks it up in a hash, and compares pairs of columns one after another. */
const PAIRS = sql.raw(STEPS.map(({ from, to }) => from * 100 + to).join(', '));
const { TakenByClient, Closed, ShopReceived } = Status;
const byRule = (move: string, from: number) => sql.raw(`(${from}, ${Closed}, '${move}')`);
const numberOf = (path: Path) => sql.lit(PATHS.indexOf(path));
const BY_NAME = ['override', 'administrative', 'settlement'] as const;

/**
 * What the move was that began a row `s` of `stage_stays`, against the table that decides commands: its place in `PATHS`, since
 * PostgreSQL sorts numbers several times faster than words.
 */
export const pathOfMove: RawBuilder<number> = sql`case
  when s.move in ('rework', 'recall') then ${numberOf('back')}
  ${sql.join(
    BY_NAME.map((path) => sql`when s.move = ${sql.lit(path)} then ${numberOf(path)}`),
    sql` `,
  )}
  when s.move in (${UNDOS}) then ${numberOf('undone')}
  when s.move in ('forward', 'lateral', 'cancel') and s.from_status * 100 + s.status in (${PAIRS}) then ${numberOf('step')}
  when (s.from_status, s.status, s.move) in (${byRule('closing', TakenByClient)}, ${byRule('store-reject', ShopReceived)})
    then ${numberOf('step')}
  else ${numberOf('unlisted')} end`;

/** Moves made in the period, and moves taken back in it; a move that was taken back by the moment is none. */
export function movedIn(asked: MovesAsked, { fromStatus, status, path }: Arc = {}): Condition {
  const arc: Condition[] = [sql`true`];
  if (fromStatus !== undefined) arc.push(sql`s.from_status = ${fromStatus}`);
  if (status !== undefined) arc.push(sql`s.status = ${status}`);
  if (path !== undefined) arc.push(sql`${pathOfMove} = ${numberOf(path)}`);
  return sql`${within(asked, 's')} and (${isMove(asked.moment, 's')}
    or s.move in (${UNDOS}) and ${begunBy(asked.moment, 's')}) and ${sql.join(arc, sql` and `)}`;
}

/** Entries to a status in the period: moves, and for the first status deposits. */
export function enteredIn(asked: MovesAsked, { status }: Pick<Arc, 'status'> = {}): Condition {
  const entered = sql`(s.from_status is null and s.is_first and ${begunBy(asked.moment, 's')} or ${isMove(asked.moment, 's')})`;
  const into = status === undefined ? sql`true` : sql`s.status = ${status}`;
  return sql`${within(asked, 's')} and ${entered} and ${into}`;
}
