import type { Principal } from '@atelier/domain/identity/principal.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { isStatusId, type StatusId } from '@atelier/domain/shared/status.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { ItemListQuery, PastItemListQuery } from '@atelier/contracts/repair-list/schema.ts';
import {
  ITEM_SORTS,
  isItemSort,
  listRequestOf,
  type ItemListRequest,
} from '@atelier/application/repair-list/item-filters.queries.ts';
import { listItemIds, type ListContext } from '@atelier/application/repair-list/item-list.queries.ts';
import {
  FOLDED_UP_TO,
  TooManyToFold,
  listPastItemIds,
} from '@atelier/application/repair-list/past-item-list.queries.ts';
import { findPastItemRecords } from '@atelier/application/repair-detail/past-item-record.queries.ts';
import type { PastReader } from '@atelier/application/commands/past-streams.ts';
import { itemsOfPastPackage } from '@atelier/application/shipping/past-shipment.queries.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { findItemRecords } from '@atelier/application/repair-detail/item-record.queries.ts';
import { searchableBy } from '@atelier/application/repair-list/search.queries.ts';
import { type ViewOptions, toItemView } from '@atelier/application/repair-detail/item-view.queries.ts';
import type { Asked } from '@atelier/application/shared/list-reader.ts';
import type { ApiDeps } from '../http/deps.ts';
import { type HandlerResult, ok } from '../http/envelope.ts';
import { badField } from '../http/errors.ts';
import { besideOf, momentIn, policyIn } from '../shared/moment.ts';
import { audienceOf } from '../http/viewers.ts';

/** Time a search waits for the caller's own write to become findable; late means not found yet, never an error. */
const SEARCHABLE_WITHIN_MS = 1_500;

export interface ItemPageInput {
  readonly query: PastItemListQuery;
  readonly principal: Principal;
  readonly scope: DataScope;
}

/** A page of list rows and the total: ids first, then the rows of that page alone, in one transaction and scope. */
export async function answerItemPage(
  deps: ApiDeps,
  { query, principal, scope }: ItemPageInput,
  fixed: Partial<ItemListRequest> = {},
): Promise<HandlerResult<ItemView[]>> {
  const request = { ...requestOf(query), ...fixed };
  await waitUntilSearchable(deps, query);
  const audience = audienceOf(principal);
  const searchable = searchableBy(audience);
  const moment = momentIn(query, deps.clock);
  const policy = policyIn(deps, moment);
  const context = { scope, now: deps.clock.now(), policy, searchable };
  const options = { audience, target: request.target, policy };
  if (moment !== null)
    return pastItemPage(deps, { store: deps.store, moment, scope }, { request, context, options });
  return deps.readList(scope, askedBy(query), async (trx) => {
    const { ids, total } = await listItemIds(trx, request, context);
    const records = await findItemRecords(trx, ids);
    return ok(
      records.map((record) => toItemView(record, options)),
      { total },
    );
  });
}

interface PastPage {
  readonly request: ItemListRequest;
  readonly context: ListContext;
  readonly options: ViewOptions;
}

async function pastItemPage(
  { db }: ApiDeps,
  reader: PastReader,
  { request, context, options }: PastPage,
): Promise<HandlerResult<ItemView[]>> {
  return inScope(db, reader.scope, async (trx) => {
    const { ids, total } = await listPastItemIds(
      trx,
      request,
      { ...context, itemsOfPackage: itemsOfPastPackage },
      reader,
    ).catch(narrowed);
    const records = await findPastItemRecords(trx, ids, reader);
    const rows = records.map((record) => toItemView(record, options));
    return ok(rows, { total, ...besideOf(reader.moment) });
  });
}

function narrowed(error: unknown): never {
  if (!(error instanceof TooManyToFold)) throw error;
  const words = `Add a filter: for a past moment at most ${FOLDED_UP_TO} items are looked through for this.`;
  throw badField('as_of', 'too_many_for_past', words);
}

/** @throws ApiError for a status or a sort that there is not */
function requestOf(query: ItemListQuery): ItemListRequest {
  if (query.target !== undefined) statusIn('target', query.target);
  if (query.waiting !== undefined) statusIn('waiting', query.waiting);
  if (query.sort !== undefined && !isItemSort(query.sort))
    throw badField('sort', 'unknown_sort', `One of ${ITEM_SORTS.join(', ')}.`);
  return listRequestOf(query);
}

export function statusIn(path: string, id: number): StatusId {
  if (!isStatusId(id)) throw badField(path, 'unknown_status', 'No such status.');
  return id;
}

/** What the caller has seen already, for the replica to show. */
export const askedBy = ({ q, min_position }: Searched): Asked => ({
  position: min_position,
  projections: q === undefined ? [] : ['search'],
});

type Searched = Pick<ItemListQuery, 'q' | 'min_position'>;

/** Rows themselves are never late; the words they are searched by come a moment after them. */
export async function waitUntilSearchable(deps: ApiDeps, { q, min_position }: Searched): Promise<void> {
  if (q === undefined || min_position === undefined) return;
  await deps.waitForProjections(['search'], min_position, SEARCHABLE_WITHIN_MS);
}
