import {
  rmaSearchResponse,
  rmaSearchQuery,
  type RmaSearchView,
} from '@atelier/contracts/repair-list/search-schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { searchKey } from '@atelier/domain/reference/search-key.ts';
import { findItemRecords } from '@atelier/application/repair-detail/item-record.queries.ts';
import { toItemView, type ViewOptions } from '@atelier/application/repair-detail/item-view.queries.ts';
import { searchByField, type Found } from '@atelier/application/repair-list/search.queries.ts';
import type { Database } from '@atelier/application/platform/database.ts';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { audienceOf, ITEM_VIEWERS } from '../http/viewers.ts';
import { defineRoute } from '../http/route.ts';
import { askedBy, waitUntilSearchable } from './item-page.ts';

/** `GET /rma/search?q=`: one box over everything a piece is known by (product/rma.md §4). */
export function searchRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/rma/search',
    shows: 'persons',
    permission: ITEM_VIEWERS,
    scope: 'site',
    summary:
      'Pieces by number, tracking, invoice, order, serial, certificate, phone, email, name or SKU, by what matched',
    query: rmaSearchQuery,
    response: rmaSearchResponse,
    handler: async ({ query, principal, scope }) => {
      await waitUntilSearchable(deps, query);
      const options = { audience: audienceOf(principal), policy: deps.policy() };
      return deps.readList(scope, askedBy(query), async (trx) => {
        const found = await searchByField(trx, query.q, options.audience);
        return ok(await viewOf(trx, found, options), { total: found.total });
      });
    },
  });
}

/** A piece found by several fields is read once. */
async function viewOf(
  trx: Kysely<Database>,
  { groups, more }: Found,
  options: ViewOptions,
): Promise<RmaSearchView> {
  const ids = [...new Set(groups.flatMap(({ hits }) => hits.map(({ id }) => id)))];
  const records = await findItemRecords(trx, ids);
  const views = new Map(records.map((record) => [record.id, toItemView(record, options)]));
  const shown = groups.map(({ hits, ...group }) => ({
    ...group,
    hits: hits.flatMap(({ id, words, exact }) => {
      const item = views.get(id);
      return item === undefined ? [] : [{ item, matched: wordFor(item, words), exact }];
    }),
  }));
  return { groups: shown, more };
}

/** A piece and its deposit both have a number: where both match, the item's own is shown. */
const wordFor = ({ number }: ItemView, words: readonly string[]): string =>
  words.find((word) => word === searchKey(number)) ?? words[0] ?? '';
