import { type Kysely, type RawBuilder, sql } from 'kysely';
import { itemAggregate } from '../aggregates.ts';
import { pastRows, rowsInPlaceOf, type PastReader } from '../commands/past-streams.ts';
import { openHereAt, openListAt, wholeListAt } from '../dashboard/past-items.queries.ts';
import type { Database } from '../platform/database.ts';
import { FINAL_STATUSES } from '../projections/scope-key.ts';
import { conditionsOf, daysOf, type Items } from './item-conditions.queries.ts';
import { type ItemListRequest, type Standing, standingOf } from './item-filters.queries.ts';
import {
  COUNTED_UP_TO,
  isNarrow,
  ordered,
  search,
  type ItemPage,
  type ListContext,
} from './item-list.queries.ts';
import { pastItemsInSight } from '../repair-detail/past-item-record.queries.ts';

/** So many pieces are folded from their streams for one list. */
export const FOLDED_UP_TO = 2_000;

/** A list of a past moment asks for what only the streams say, of more pieces than are folded for it. */
export class TooManyToFold extends Error {
  override readonly name = 'TooManyToFold';
}

/** With what shipping knows of past packages: the items of one, none where it was not there, or not in sight. */
export interface PastListContext extends ListContext {
  readonly itemsOfPackage: (
    trx: Kysely<Database>,
    trackingNumber: string,
    reader: PastReader,
  ) => Promise<readonly number[]>;
}

/**
 * One page of the same list at a moment, inside `inScope`: the conditions and the order are today's, over the items as they were.
 * What spans do not keep (holds, waivers, warranty, pictures, loans, ways of collecting, expected dates, clocks of stages) is asked of the folded pieces that the other filters leave.
 * More pieces than are folded are listed by entry instead of by expected date. Words are searched as they are today; scanning marks do not order the list.
 * @throws TooManyToFold when more than `FOLDED_UP_TO` are left
 */
export async function listPastItemIds(
  trx: Kysely<Database>,
  request: ItemListRequest,
  context: PastListContext,
  reader: PastReader,
): Promise<ItemPage> {
  if (context.scope.kind === 'none') return { ids: [], total: 0 };
  const at = new Date(reader.moment.asOf ?? context.now);
  const standing = standingOf(request, at, context.policy);
  const { trackingNumber, ...others } = request;
  const [found, inPackage] = [
    await search(trx, request.q, context.searchable),
    trackingNumber === undefined ? undefined : await context.itemsOfPackage(trx, trackingNumber, reader),
  ];
  const wanted = inPackage === undefined ? found : inPackage.filter((id) => found?.includes(id) ?? true);
  const source = sourceOf(request, standing, reader);
  const list = { ...context, at, standing, wanted };
  if (!asksStreams(request)) return pageOf(trx, source, others, list);
  const {
    warranty: _1,
    hasPictures: _2,
    waiver: _3,
    hold: _4,
    loan: _5,
    collect: _6,
    expected: _7,
    isPastTarget: _11,
    sort: _8,
    ...kept
  } = others;
  const { loan: _9, expected: _10, pastTarget: _12, ...spanned } = standing;
  const first = { ...list, standing: spanned };
  const left = await pageOf(trx, source, { ...kept, page: 1, pageSize: FOLDED_UP_TO + 1 }, first);
  if (left.ids.length > FOLDED_UP_TO) {
    if (filtersByStreams(request)) throw new TooManyToFold();
    return pageOf(trx, source, { ...others, sort: 'entered' }, list);
  }
  const items = await pastItemsInSight(trx, left.ids, reader);
  return pageOf(trx, rowsInPlaceOf('item_row', pastRows(itemAggregate, items)), others, list);
}

const asksStreams = (request: ItemListRequest): boolean =>
  filtersByStreams(request) || request.sort === 'expected';

const filtersByStreams = ({
  warranty,
  hasPictures,
  waiver,
  hold,
  loan,
  collect,
  expected,
  isPastTarget,
}: ItemListRequest): boolean =>
  [warranty, hasPictures, waiver, hold, loan, collect, expected, isPastTarget].some(
    (filter) => filter !== undefined,
  );

/** What is open is found by the moment; everything else by walking the items. */
function sourceOf(
  request: ItemListRequest,
  { statuses, calls, isForOthers }: Standing,
  { moment, scope }: PastReader,
) {
  const isOpen = statuses !== undefined && !statuses.some((status) => FINAL_STATUSES.includes(status));
  if (calls !== undefined || isForOthers === true) return openHereAt(moment);
  if (request.guests !== undefined) return wholeListAt(moment, { kind: 'all' });
  return isOpen ? openListAt(moment) : wholeListAt(moment, scope);
}

interface PastList extends ListContext {
  readonly standing: Standing;
  readonly wanted: readonly number[] | undefined;
}

async function pageOf(
  trx: Kysely<Database>,
  source: RawBuilder<Database['item_row']>,
  request: ItemListRequest,
  { scope, standing, wanted }: PastList,
): Promise<ItemPage> {
  const days = await daysOf(trx, request, scope);
  const where = (items: Items) => items.and(conditionsOf(items, request, standing, scope, days, wanted));
  const past = trx.with('item_row', () => source);
  const page = ordered(
    past.selectFrom('item_row').select('id').where(where),
    request,
    isNarrow(standing, wanted),
  );
  const rows = await page
    .limit(request.pageSize)
    .offset((request.page - 1) * request.pageSize)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (request.page === 1 && ids.length < request.pageSize) return { ids, total: ids.length };
  const { total } = await past
    .selectFrom((from) =>
      from
        .selectFrom('item_row')
        .select(sql`1`.as('one'))
        .where(where)
        .limit(COUNTED_UP_TO)
        .as('some'),
    )
    .select((some) => some.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { ids, total };
}
