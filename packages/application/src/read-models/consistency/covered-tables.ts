import { sql, type RawBuilder } from 'kysely';
import { ACCOUNT_AGGREGATES, AGGREGATES, type Aggregate } from '../../aggregates.ts';
import { adminChangesProjection } from '../../audit/admin-changes.projection.ts';
import { custodyProjection } from '../../custody/custody.projection.ts';
import { dashboardProjection } from '../../dashboard/dashboard.projection.ts';
import { stageStaysProjection } from '../../insight/stage-stays.projection.ts';
import { ruleDecisionsProjection } from '../../insight/rule-decisions.projection.ts';
import { weightIntervalsProjection } from '../../insight/weight-intervals.projection.ts';
import { pieceFactsProjection } from '../../insight/piece-facts.projection.ts';
import { itemSpansProjection } from '../../dashboard/item-spans.projection.ts';
import { itemImagesProjection } from '../../images/item-images.projection.ts';
import type { Projection } from '../../projections/projection.ts';
import { customerProgressProjection } from '../../customer-site/customer-progress.projection.ts';
import { searchProjection } from '../../repair-list/search.projection.ts';

/** Which rows of a table belong to a stream, as SQL over the table, which is called `t`. */
export interface RowOwner {
  /** Rows of these streams; undefined where none of them can have any. */
  readonly rowsOf: (streamIds: readonly string[]) => RawBuilder<boolean> | undefined;
  /** Id of the stream that a row belongs to. */
  readonly streamId: RawBuilder<string>;
  /** A number by which the rows are swept, indexed. */
  readonly sweepBy: string;
  /** The rows this owner speaks of. */
  readonly only: RawBuilder<boolean>;
}

/** A table whose rows each belong to one stream, so that folding the stream says what they must be. */
export interface CoveredTable {
  readonly table: string;
  readonly writer:
    | { readonly kind: 'append'; readonly aggregate: Pick<Aggregate<unknown>, 'prefix' | 'rowOf'> }
    | { readonly kind: 'projection'; readonly projection: Projection };
  readonly owners: readonly RowOwner[];
  /** Columns of the key with words of persons: compared, never named. */
  readonly unnamed: readonly string[];
}

const everyRow = sql<boolean>`true`;

function byId(prefix: string, column: string, only: RawBuilder<boolean> = everyRow): RowOwner {
  const name = sql.ref(column);
  return {
    rowsOf: (streamIds) => {
      const ids = streamIds.flatMap((streamId) => idIn(prefix, streamId) ?? []);
      return ids.length === 0 ? undefined : sql<boolean>`${only} and ${name} = any(${ids}::bigint[])`;
    },
    streamId: sql<string>`${`${prefix}-`}::text || ${name}`,
    sweepBy: column,
    only,
  };
}

/** The number in `<prefix>-<number>`; undefined for streams of other kinds. */
export function idIn(prefix: string, streamId: string): number | undefined {
  if (!streamId.startsWith(`${prefix}-`)) return undefined;
  const id = streamId.slice(prefix.length + 1);
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}

const eventAt = sql`select from public.events e where e.position = t.position`;

/** A row per event: its stream is that of the event at its position, whatever the row says; else what it says. */
const byEvent: RowOwner = {
  rowsOf: (streamIds) => sql<boolean>`(
    t.position in (select e.position from public.events e where e.stream_id = any(${[...streamIds]}::text[]))
    or (t.stream_id = any(${[...streamIds]}::text[]) and not exists (${eventAt})))`,
  streamId: sql<string>`coalesce(
    (select e.stream_id from public.events e where e.position = t.position), t.stream_id)`,
  sweepBy: 'position',
  only: everyRow,
};

const inline = [...AGGREGATES, ...ACCOUNT_AGGREGATES].map((aggregate): CoveredTable => ({
  table: aggregate.table,
  writer: { kind: 'append', aggregate },
  owners: [byId(aggregate.prefix, 'id')],
  unnamed: [],
}));

const projected = (
  projection: Projection,
  table: string,
  owners: readonly RowOwner[],
  unnamed: readonly string[] = [],
): CoveredTable => ({ table, writer: { kind: 'projection', projection }, owners, unnamed });

const termsOf = (prefix: string, kind: string): RowOwner => byId(prefix, 'id', sql<boolean>`kind = ${kind}`);
const ofItem = byId('item', 'item_id');

/** Every read model with rows of one stream. Counters belong to many streams: `compare-counters.ts`. */
export const COVERED_TABLES: readonly CoveredTable[] = [
  ...inline,
  projected(dashboardProjection, 'item_census', [ofItem]),
  projected(itemSpansProjection, 'item_spans', [ofItem]),
  projected(pieceFactsProjection, 'piece_facts', [ofItem]),
  projected(stageStaysProjection, 'stage_stays', [ofItem]),
  projected(weightIntervalsProjection, 'weight_intervals', [ofItem]),
  projected(ruleDecisionsProjection, 'rule_decisions', [ofItem]),
  projected(customerProgressProjection, 'customer_progress', [ofItem]),
  projected(
    searchProjection,
    'search_terms',
    [termsOf('item', 'item'), termsOf('rma', 'rma'), termsOf('rma', 'contact')],
    ['term'],
  ),
  projected(itemImagesProjection, 'item_images', [ofItem]),
  projected(custodyProjection, 'custody_spans', [ofItem]),
  projected(adminChangesProjection, 'admin_changes', [byEvent]),
];

/** The condition for all rows of these streams in a table; undefined where there can be none. */
export function rowsOfStreams(
  { owners }: CoveredTable,
  streamIds: readonly string[],
): RawBuilder<boolean> | undefined {
  const parts = owners.flatMap((owner) => owner.rowsOf(streamIds) ?? []);
  return parts.length === 0
    ? undefined
    : sql<boolean>`(${sql.join(
        parts.map((part) => sql`(${part})`),
        sql` or `,
      )})`;
}

/** What a rebuild of the table is called: its own name, or its projection's. */
export const rebuildNameOf = ({ table, writer }: CoveredTable): string =>
  writer.kind === 'append' ? table : writer.projection.name;
