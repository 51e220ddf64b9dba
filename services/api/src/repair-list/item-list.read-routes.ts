import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { wireId } from '@atelier/contracts/contract/schema.ts';
import { pastItemListResponse, pastItemListQuery } from '@atelier/contracts/repair-list/schema.ts';
import { isStatusId } from '@atelier/domain/shared/status.ts';
import type { ItemListRequest } from '@atelier/application/repair-list/item-filters.queries.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiDeps } from '../http/deps.ts';
import { notFound } from '../http/errors.ts';
import { defineRoute, type RouteScope } from '../http/route.ts';
import { ITEM_VIEWERS, OPERATION_VIEWERS } from '../http/viewers.ts';
import { answerItemPage } from './item-page.ts';

interface ListRoute {
  readonly url: string;
  readonly permission: readonly PermissionName[];
  readonly scope: RouteScope;
  readonly summary: string;
  readonly fixed?: Partial<ItemListRequest>;
}

/** The lists of product/rma.md §3: the same rows and filters, each with its own readers and its own fixed part. */
const LISTS: readonly ListRoute[] = [
  {
    url: '/rma',
    permission: ['view list all rma page', 'view (shop) get all rma'],
    scope: 'store',
    summary: "The shop's own items, newest first",
  },
  {
    url: '/operationrma',
    permission: ['view list all rma page for operation', 'operation dashboard', 'audit replay'],
    scope: 'site',
    summary: 'Items at, inbound to or sent from the site',
  },
  { url: '/rmalist', permission: ITEM_VIEWERS, scope: 'site', summary: 'Items by any filter' },
  {
    url: '/rmasenttowarehoure',
    permission: ITEM_VIEWERS,
    scope: 'site',
    summary: 'Items on their way to the warehouse',
    fixed: { statuses: [2] },
  },
  {
    url: '/rmaintransittoshop',
    permission: ITEM_VIEWERS,
    scope: 'site',
    summary: 'Items on their way back to a shop',
    fixed: { statuses: [14] },
  },
];

export function itemListRoutes(app: FastifyInstance, deps: ApiDeps): void {
  for (const { fixed, ...list } of LISTS) {
    defineRoute(app, {
      ...list,
      method: 'GET',
      shows: 'persons',
      query: pastItemListQuery,
      response: pastItemListResponse,
      handler: (input) => answerItemPage(deps, input, fixed),
    });
  }
  defineRoute(app, {
    method: 'GET',
    url: '/operationrmabystatus/:status',
    forWalls: true,
    permission: OPERATION_VIEWERS,
    scope: 'site',
    shows: 'persons',
    summary: 'Items of one status at the site; an unknown status is not found',
    params: z.object({ status: wireId }),
    query: pastItemListQuery,
    response: pastItemListResponse,
    handler: (input) => {
      const { status } = input.params;
      if (!isStatusId(status)) throw notFound();
      return answerItemPage(deps, input, { statuses: [status] });
    },
  });
}
