import type { FieldError } from '@atelier/contracts/contract/envelope.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { holdsPersons } from './person-fields.ts';
import { type RequestContext, requestContext } from './request-context.ts';
import type { CommitWatch } from './commit-watch.ts';
import type { ApiDeps } from './deps.ts';
import { type HandlerResult, failureResponse, successBody } from './envelope.ts';

/** Who may call: a held permission (any one of a list), any signed-in person, or everybody. */
export type Access = PermissionName | readonly PermissionName[] | 'public' | 'session';

/**
 * What rows the route may touch. `store`: shop users only, their own store. `site`: the caller's own field of
 * view, for every kind of caller. `house`: every row, for callers without a site only (decisions/0183). `link`:
 * public, and the row that an unguessable reference or token names. `none`: no tenant's rows.
 */
export type RouteScope = 'store' | 'site' | 'house' | 'link' | 'none';

type NoSchema = z.ZodUndefined;

/**
 * Whose data a response can hold: a reading of `persons` by an auditor or an API key is an event. `caller`: only the
 * caller's. The third value means no personal data, also where fields of sites or products have such names.
 */
export type Shows = 'persons' | 'no-person' | 'caller';

export interface RouteLimit {
  /** Calls by one address (or account) in the window, per node. */
  readonly max: number;
  readonly windowMs: number;
}

/** What a handler is given; all of it has passed the schemas, the permission and the scope. */
export interface RouteInput<TParams, TQuery, TBody, TAccess extends Access> {
  readonly params: TParams;
  readonly query: TQuery;
  readonly body: TBody;
  readonly principal: TAccess extends 'public' ? undefined : Principal;
  readonly scope: DataScope;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** For commands: idempotency key, expected version, metadata of the events to come. */
  readonly command: () => RequestContext;
}

export interface RouteDefinition<
  TAccess extends Access,
  TResponse extends z.ZodType<{ data: unknown }>,
  TParams extends z.ZodType = NoSchema,
  TQuery extends z.ZodType = NoSchema,
  TBody extends z.ZodType = NoSchema,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly permission: TAccess;
  readonly scope: RouteScope;
  /** A session's own calls, and what only a person may decide: refused to API keys. */
  readonly by?: 'persons';
  /** Refused to those who read everything and change nothing, though they hold the permission to read. */
  readonly notForAuditors?: true;
  /** Allowed to a session that has to change its password first; every other call answers 403. */
  readonly beforePasswordChange?: true;
  /** Allowed to a session that has to enrol a second factor first. */
  readonly beforeSecondFactor?: true;
  /** Allowed to a screen on a wall; every other call answers it 403 (decisions/0232). */
  readonly forWalls?: true;
  readonly summary: string;
  readonly params?: TParams;
  readonly query?: TQuery;
  readonly body?: TBody;
  /** Whose data can stand in the response (product/audit.md §7). Without it the names of the response's fields decide. */
  readonly shows?: Shows;
  /** The whole response, built with `envelope()` in the slice's schema.ts. What it does not name is not sent. */
  readonly response: TResponse;
  /** Asynchronous projections a read waits for when it carries `min_position`. */
  readonly waitsFor?: readonly string[];
  /**
   * The read waits until everything stored is visible, also without `min_position`: an empty result must not
   * mean "not yet".
   */
  readonly seesNewest?: true;
  readonly limit?: RouteLimit;
  /** Calls by one account, over all of its sessions: for what shows whether something of another shop exists, or takes long to make. */
  readonly guessLimit?: RouteLimit;
  /** Fields of the body that say how the call travelled, not what is to be done: left out of its fingerprint. */
  readonly hints?: readonly string[];
  /** Bytes of the body, where the default does not fit. */
  readonly bodyLimit?: number;
  /** The fixed words for a field that the schema refuses; without it zod's own. */
  readonly explain?: (issue: FieldError) => FieldError;
  readonly handler: (
    input: RouteInput<z.output<TParams>, z.output<TQuery>, z.output<TBody>, TAccess>,
  ) => Promise<HandlerResult<z.output<TResponse>['data']>>;
}

/** A route whose response is not an envelope: a file, metrics, a page. Same declaration, its own reply. */
export interface RawRouteDefinition<
  TAccess extends Access,
  TParams extends z.ZodType = NoSchema,
  TQuery extends z.ZodType = NoSchema,
  TBody extends z.ZodType = NoSchema,
> extends Omit<
  RouteDefinition<TAccess, z.ZodType<{ data: unknown }>, TParams, TQuery, TBody>,
  'response' | 'handler' | 'shows'
> {
  readonly produces: string;
  /** A file has no schema that says it. */
  readonly shows: Shows;
  readonly handler: (
    input: RouteInput<z.output<TParams>, z.output<TQuery>, z.output<TBody>, TAccess>,
  ) => Promise<unknown>;
}

/** What the route table keeps of a declaration; the contract matrix walks it. */
export interface RouteDeclaration {
  readonly access: Access;
  readonly by?: 'persons' | undefined;
  readonly notForAuditors?: true | undefined;
  readonly beforePasswordChange?: true | undefined;
  readonly beforeSecondFactor?: true | undefined;
  readonly forWalls?: true | undefined;
  readonly scope: RouteScope;
  readonly waitsFor: readonly string[];
  readonly seesNewest?: true | undefined;
  readonly limit: RouteLimit | undefined;
  readonly guessLimit?: RouteLimit | undefined;
  readonly hints?: readonly string[] | undefined;
  readonly explain?: ((issue: FieldError) => FieldError) | undefined;
  readonly shows: Shows;
}

const SHOWN_WITHIN_MS = 1_500;
const NEWEST_WITHIN_MS = 4_000;

declare module 'fastify' {
  interface FastifyInstance {
    waitForProjections: ApiDeps['waitForProjections'];
    commits: CommitWatch;
  }
  interface FastifyContextConfig {
    declaration?: RouteDeclaration;
  }
}

/**
 * Registers a route that answers with the envelope. Unknown keys in params, query or body are refused; the
 * response is stripped to its schema. A route registered any other way stops the start (see `route-table.ts`).
 */
export function defineRoute<
  const TAccess extends Access,
  TResponse extends z.ZodType<{ data: unknown }>,
  TParams extends z.ZodType = NoSchema,
  TQuery extends z.ZodType = NoSchema,
  TBody extends z.ZodType = NoSchema,
>(app: FastifyInstance, route: RouteDefinition<TAccess, TResponse, TParams, TQuery, TBody>): void {
  type Input = Parameters<typeof route.handler>[0];
  register(app, route, { 200: route.response }, async (input: Input) => {
    const result = await route.handler(input);
    const tag = result.tag ?? result.version;
    if (tag !== undefined) input.reply.header('etag', `"${tag}"`);
    const isKnown = result.tag !== undefined && input.request.headers['if-none-match'] === `"${result.tag}"`;
    return isKnown ? input.reply.code(304).send() : successBody(result);
  });
}

/** Registers a declared route that writes its own reply, e.g. a PDF. */
export function defineRawRoute<
  const TAccess extends Access,
  TParams extends z.ZodType = NoSchema,
  TQuery extends z.ZodType = NoSchema,
  TBody extends z.ZodType = NoSchema,
>(app: FastifyInstance, route: RawRouteDefinition<TAccess, TParams, TQuery, TBody>): void {
  register(app, route, {}, route.handler);
}

/** Every read may carry `min_position`, also one that takes no other parameter. */
const FRESHNESS = z.object({ min_position: z.coerce.number().int().min(0).optional() });

type AnyDefinition = Omit<
  RouteDefinition<Access, z.ZodType<{ data: unknown }>>,
  'response' | 'handler' | 'params' | 'query' | 'body'
> & {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly produces?: string;
};

function register(
  app: FastifyInstance,
  route: AnyDefinition,
  success: Record<number, z.ZodType>,
  handler: (input: never) => Promise<unknown>,
): void {
  app.route({
    method: route.method,
    url: route.url,
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    ...(isText(route.produces) ? {} : { compress: false as const }),
    config: { declaration: declarationOf(route, success[200]) },
    schema: {
      summary: route.summary,
      ...(route.produces === undefined ? {} : { produces: [route.produces] }),
      params: strict(route.params),
      querystring: strict(route.query ?? (route.method === 'GET' ? FRESHNESS : undefined)),
      ...(route.method === 'GET' ? {} : { body: strict(route.body) }),
      response: { ...success, '4xx': failureResponse, '5xx': failureResponse },
    },
    handler: async (request, reply) => {
      await waitUntilShown(request, reply);
      const call = () => handler(inputOf(request, reply));
      return route.method === 'GET' ? call() : app.commits.carry(call);
    },
  });
}

/** Other bytes are sent as they are: compressing gains little, and some begin as compressed ones do (see compress.ts). */
const isText = (type = 'application/json'): boolean => /^text\/|[/+](?:json|xml)$/.test(type);

/** Late means stored but not yet shown, never a failure. */
async function waitUntilShown(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { waitsFor = [], seesNewest } = request.routeOptions.config.declaration ?? {};
  const position = seesNewest ? 'newest' : askedPosition(request.query);
  if (waitsFor.length === 0 || position === undefined) return;
  const patience = seesNewest ? NEWEST_WITHIN_MS : SHOWN_WITHIN_MS;
  const shown = await request.server.waitForProjections(waitsFor, position, patience);
  if (!shown) reply.header('x-not-yet-shown', '1');
}

/** `min_position`: the caller wants to see its own write. */
function askedPosition(query: unknown): number | undefined {
  if (typeof query !== 'object' || query === null || !('min_position' in query)) return undefined;
  return typeof query.min_position === 'number' ? query.min_position : undefined;
}

function declarationOf(route: AnyDefinition, response: z.ZodType | undefined): RouteDeclaration {
  const shown = response !== undefined && holdsPersons(response) ? 'persons' : 'no-person';
  return {
    access: route.permission,
    by: route.by,
    notForAuditors: route.notForAuditors,
    beforePasswordChange: route.beforePasswordChange,
    beforeSecondFactor: route.beforeSecondFactor,
    forWalls: route.forWalls,
    scope: route.scope,
    waitsFor: route.waitsFor ?? [],
    seesNewest: route.seesNewest,
    limit: route.limit,
    guessLimit: route.guessLimit,
    hints: route.hints,
    explain: route.explain,
    shows: route.shows ?? shown,
  };
}

function inputOf(request: FastifyRequest, reply: FastifyReply): never {
  const { params, query, body, principal, scope } = request;
  const input = {
    params,
    query,
    body,
    principal,
    scope,
    request,
    reply,
    command: () => requestContext(request),
  };
  // The validators have replaced the raw parts by their parsed values, and the guard has set the principal
  // wherever the route is not public: this is the one place where the compiler has to take our word for it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return input as never;
}

/** No schema means nothing is accepted; an object schema refuses what it does not name. */
function strict(schema: z.ZodType | undefined): z.ZodType {
  if (schema === undefined) return z.preprocess((value) => value ?? {}, z.strictObject({}));
  return schema instanceof z.ZodObject ? schema.strict() : schema;
}
