import type { Moment } from '@atelier/domain/audit/moment.ts';
import { FLOW_STAGES } from '@atelier/domain/insight/factory-stages.ts';
import { spanOf, type Period } from '@atelier/domain/insight/periods.ts';
import { sql, type RawBuilder } from 'kysely';

/** Which site's flow, when, and as it stood at which moment (null = now). */
export interface FlowAsked {
  readonly siteId: number;
  readonly line?: string | undefined;
  readonly period: Period;
  readonly moment: Moment | null;
  readonly now: Date;
}

type Condition = RawBuilder<boolean>;
const ENDLESS = 'infinity';
export const UNDOS = sql.raw(`'undo', 'undo-administrative'`);

export const stagesList = sql.raw(FLOW_STAGES.join(', '));

const column = (row: string, name: string) => sql.ref(`${row}.${name}`);

/** Whether a stay had begun and was known at the moment. */
export function begunBy(moment: Moment | null, row: string): Condition {
  if (moment === null) return sql`true`;
  return sql`${column(row, 'true_from')} <= ${moment.asOf ?? ENDLESS}::timestamptz
    and ${column(row, 'known_from')} <= ${moment.knownAt ?? ENDLESS}::timestamptz`;
}

/** When a stay ended, as far as the moment knew; null while it lasted. */
export function endOf(moment: Moment | null, row: string): RawBuilder<Date | null> {
  const until = column(row, 'true_until');
  if (moment === null) return sql`${until}`;
  return sql`case when ${until} <= ${moment.asOf ?? ENDLESS}::timestamptz
    and ${column(row, 'known_until')} <= ${moment.knownAt ?? ENDLESS}::timestamptz then ${until} end`;
}

/** A move that led into the stay and was not taken back by the moment. */
export const isMove = (moment: Moment | null, row: string): Condition => sql`
  ${column(row, 'move')} is not null and ${column(row, 'move')} not in (${UNDOS}) and ${begunBy(moment, row)}
  and not (coalesce(${column(row, 'left_by')}, '') in (${UNDOS}) and ${endOf(moment, row)} is not null)`;

export function ofLine({ line }: FlowAsked, row: string): Condition {
  return line === undefined
    ? sql`true`
    : sql`${column(row, 'sku')} in (select sku from products where collection = ${line})`;
}

export function within({ period }: Pick<FlowAsked, 'period'>, row: string): Condition {
  const { from, until } = spanOf(period);
  return sql`${column(row, 'true_from')} >= ${from}::timestamptz and ${column(row, 'true_from')} < ${until}::timestamptz`;
}
