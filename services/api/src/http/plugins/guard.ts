import { isAuditor } from '@atelier/domain/identity/auditor.ts';
import { type Principal, holdsAny, scopeOf } from '@atelier/domain/identity/principal.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { isOfHouse } from '@atelier/domain/identity/house.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  forbidden,
  keyEnded,
  passwordChangeRequired,
  personsOnly,
  tokenExpired,
  unauthorized,
  secondFactorMissing,
} from '../errors.ts';
import type { Config } from '../../config.ts';
import type { Authenticator } from '../authenticator.ts';
import type { Access, RouteDeclaration, RouteScope } from '../route.ts';
import type { NetworkNote } from '../shop-networks.ts';
import type { RequestLimiter } from './limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The person asking; undefined on public routes. */
    principal: Principal | undefined;
    /** The rows this request may touch. */
    scope: DataScope;
  }
}

const NO_ROWS: DataScope = { kind: 'none' };
const EVERY_ROW: DataScope = { kind: 'all' };

/**
 * Decides, before a byte of the body is read, who is asking and whether the declared route is theirs. The one
 * place where the permissions of routes are enforced (product/identity.md §5); `live/admission.ts` does so for topics.
 */
export function guardRoutes(
  app: FastifyInstance,
  authenticator: Authenticator,
  limits: RequestLimiter,
  noteNetwork: NetworkNote,
  { secondFactorRequired }: Pick<Config, 'secondFactorRequired'>,
): void {
  app.decorateRequest('principal', undefined);
  app.decorateRequest('scope');
  app.addHook('onRequest', async (request) => {
    setScope(request, NO_ROWS);
    const declaration = request.routeOptions.config.declaration;
    if (declaration === undefined) return;
    await limits.byAddress(request, declaration.limit);
    if (declaration.access === 'public') return setScope(request, publicScope(declaration.scope));
    const principal = await identify(request, authenticator);
    await limits.bySession(request, principal.sessionId);
    await limits.byAccount(request, principal.user.id, declaration.guessLimit);
    request.principal = principal;
    admit(principal, declaration);
    if (secondFactorRequired && principal.lacksSecondFactor === true && !declaration.beforeSecondFactor)
      throw secondFactorMissing();
    await noteNetwork(principal, request.ip);
    setScope(request, declaration.scope === 'none' ? NO_ROWS : scopeOf(principal));
  });
}

async function identify(request: FastifyRequest, authenticator: Authenticator): Promise<Principal> {
  const token = bearerToken(request.headers.authorization);
  if (token === undefined) throw unauthorized();
  const found = await authenticator.authenticate(token);
  if (found.state === 'ok') return found.principal;
  if (found.state === 'key_ended') throw keyEnded(found.reason);
  throw found.state === 'ended' ? tokenExpired(found.reason) : unauthorized();
}

function admit(principal: Principal, declaration: RouteDeclaration): void {
  if (declaration.by === 'persons' && principal.apiKey === true) throw personsOnly();
  if (principal.wall === true && declaration.forWalls !== true) throw forbidden();
  if (principal.mustChangePassword === true && declaration.beforePasswordChange !== true)
    throw passwordChangeRequired();
  if (declaration.notForAuditors === true && isAuditor(principal.permissions)) throw forbidden();
  if (!mayCall(principal, declaration.access, declaration.scope)) throw forbidden();
}

/** Whether this person may call a route so declared; the contract matrix asks the same question. */
export function mayCall(principal: Principal, access: Access, scope: RouteScope): boolean {
  if (access === 'public') return true;
  if (scope === 'store' && principal.userType === 'operation') return false;
  if (scope === 'house' && !isOfHouse(principal)) return false;
  return access === 'session' || holdsAny(principal.permissions, access);
}

function publicScope(scope: RouteScope): DataScope {
  return scope === 'link' ? EVERY_ROW : NO_ROWS;
}

function setScope(request: FastifyRequest, scope: DataScope): void {
  request.scope = scope;
}

/** The token of an `Authorization: Bearer` header; anything else counts as no token. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]{20,200})$/.exec(header ?? '')?.[1];
}
