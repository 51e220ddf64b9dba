import {
  changeViewBody,
  createViewBody,
  deletedViewResponse,
  savedViewResponse,
  savedViewParams,
  savedViewsResponse,
  savedViewsQuery,
  type SavedView,
} from '@atelier/contracts/repair-list/views/schema.ts';
import {
  MOST_VIEWS,
  changeSavedView,
  createSavedView,
  deleteSavedView,
  type ViewOutcome,
} from '@atelier/application/repair-list/views/saved-views.commands.ts';
import { listSavedViews } from '@atelier/application/repair-list/views/saved-views.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../../http/deps.ts';
import { ok } from '../../http/envelope.ts';
import { ApiError, badField, notFound } from '../../http/errors.ts';
import { defineRoute } from '../../http/route.ts';
import { ITEM_VIEWERS } from '../../http/viewers.ts';

const OWN = { permission: ITEM_VIEWERS, scope: 'none' } as const;

/** A person's own saved views of the lists; another's are not found. */
export function viewRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...OWN,
    method: 'GET',
    url: '/views',
    summary: 'The saved views of a list, by name',
    query: savedViewsQuery,
    response: savedViewsResponse,
    handler: async ({ query, principal }) =>
      ok([...(await listSavedViews(deps.db, principal.user.id, query.list))]),
  });
  defineRoute(app, {
    ...OWN,
    method: 'POST',
    url: '/views',
    summary: 'Keep the filters of a list under a name',
    body: createViewBody,
    response: savedViewResponse,
    handler: async ({ body, principal }) =>
      ok(viewOf(await createSavedView(deps.db, principal.user.id, body))),
  });
  defineRoute(app, {
    ...OWN,
    method: 'PUT',
    url: '/views/:id',
    summary: 'Rename a view, give it other filters, or open the list with it',
    params: savedViewParams,
    body: changeViewBody,
    response: savedViewResponse,
    handler: async ({ params, body, principal }) =>
      ok(viewOf(await changeSavedView(deps.db, principal.user.id, params.id, body))),
  });
  defineRoute(app, {
    ...OWN,
    method: 'DELETE',
    url: '/views/:id',
    summary: 'Delete a view',
    params: savedViewParams,
    response: deletedViewResponse,
    handler: async ({ params, principal }) => {
      if (!(await deleteSavedView(deps.db, principal.user.id, params.id))) throw notFound();
      return ok({ id: params.id });
    },
  });
}

function viewOf(outcome: ViewOutcome): SavedView {
  if (outcome.ok) return outcome.view;
  if (outcome.code === 'not_found') throw notFound();
  if (outcome.code === 'view_name_taken')
    throw badField('name', 'view_name_taken', 'You already have a view with this name.');
  throw new ApiError(400, outcome.code, `At most ${MOST_VIEWS} views of a list.`);
}
