import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Access, RouteLimit, RouteScope, Shows } from './route.ts';

/** One declared route, as the contract matrix reads it. */
export interface RouteLine {
  readonly method: string;
  /** With the `/api` prefix and `:param` names. */
  readonly url: string;
  readonly access: Access;
  readonly scope: RouteScope;
  readonly shows: Shows;
  readonly limit: RouteLimit | undefined;
  readonly schema: RouteOptions['schema'];
}

declare module 'fastify' {
  interface FastifyInstance {
    routeTable: RouteLine[];
  }
}

/**
 * Keeps the declaration of every route under `/api`, and stops the start on a route without one, so that no
 * call is added without saying who may use it (product/reliability.md §21).
 */
export function keepRouteTable(app: FastifyInstance): void {
  const table: RouteLine[] = [];
  app.decorate('routeTable', table);
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/') || route.method === 'OPTIONS') return;
    for (const method of [route.method].flat()) table.push(lineOf(route, method));
  });
}

function lineOf(route: RouteOptions & { url: string }, method: string): RouteLine {
  const declaration = route.config?.declaration;
  if (declaration === undefined) {
    throw new Error(`${method} ${route.url} is not declared: use defineRoute with its permission and scope`);
  }
  return {
    method,
    url: route.url,
    access: declaration.access,
    scope: declaration.scope,
    shows: declaration.shows,
    limit: declaration.limit,
    schema: route.schema,
  };
}
