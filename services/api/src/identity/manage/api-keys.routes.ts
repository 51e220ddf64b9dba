import { apiKeyIssue, type ApiKeyIssue, type MakeApiKey } from '@atelier/domain/identity/api-keys.ts';
import {
  apiKeyIdBody,
  apiKeyResponse,
  apiKeysQuery,
  apiKeysResponse,
  madeApiKeyResponse,
  makeApiKeyBody,
  type MakeApiKeyBody,
} from '@atelier/contracts/identity/api-key-schema.ts';
import type { UserType } from '@atelier/domain/identity/contract.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import { giveSecret } from '@atelier/application/identity/api-keys.commands.ts';
import { findApiKey, listApiKeys } from '@atelier/application/identity/api-keys.queries.ts';
import { revokeSessions } from '@atelier/application/identity/sessions.commands.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../../http/deps.ts';
import { ok } from '../../http/envelope.ts';
import { badField, notFound } from '../../http/errors.ts';
import { defineRoute } from '../../http/route.ts';
import { runUserCommand } from './change-user.ts';

const GUARD = { permission: 'manage user', scope: 'house' } as const;

/** Keys of other systems (product/identity.md §9): made, listed, revoked. */
export function apiKeyRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'GET',
    url: '/api_key/list',
    summary:
      'The API keys and when each was last used: first those in use whose maker’s account is inactive, then the newest',
    query: apiKeysQuery,
    response: apiKeysResponse,
    handler: async ({ query: { page, page_size: pageSize } }) => {
      const { keys, total } = await listApiKeys(deps.db, { page, pageSize }, deps.clock.now());
      return ok(keys, { total });
    },
  });
  makeRoute(app, deps);
  revokeRoute(app, deps);
}

function makeRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/api_key/create',
    summary: 'Make an API key; its secret stands in this response only',
    body: makeApiKeyBody,
    response: madeApiKeyResponse,
    handler: async (input) => {
      const command = await wantedKey(deps, input.principal, input.body);
      const userId = await runUserCommand(deps, input, command.userId, command);
      const secret = await giveSecret(deps.db, { ...command, userId }, deps.clock.now());
      return ok({ ...(await keyIn(deps, userId)), secret }, { message: 'API key made' });
    },
  });
}

function revokeRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/api_key/revoke',
    summary: 'Revoke an API key: its calls are refused and its connections closed within a second',
    body: apiKeyIdBody,
    response: apiKeyResponse,
    handler: async (input) => {
      const { id } = await keyIn(deps, input.body.id);
      await runUserCommand(deps, input, id, { type: 'RevokeApiKey' });
      const ended = await revokeSessions(deps.db, { userId: id }, deps.clock.now());
      for (const session of ended) deps.authenticator.forget(session);
      return ok(await keyIn(deps, id), { message: 'API key revoked' });
    },
  });
}

async function keyIn({ db, clock }: ApiDeps, id: number) {
  const found = await findApiKey(db, id, clock.now());
  if (found === undefined) throw notFound();
  return found;
}

const WORDS: Readonly<Record<ApiKeyIssue['code'], string>> = {
  permission_of_persons: 'Some of these permissions are for persons only.',
  permission_not_held: 'Give a key only permissions that you have yourself.',
  permission_of_house:
    'Some of these permissions reach the whole house: a key for one site cannot have them.',
  site_not_reached: 'Choose a site that you may see yourself.',
  day_past: 'The last day must not be in the past.',
  day_far: 'A key may hold for a year at most.',
};

async function wantedKey(deps: ApiDeps, maker: Principal, body: MakeApiKeyBody): Promise<MakeApiKey> {
  const { name, site_id: siteId, last_day: lastDay } = body;
  const wanted = { name, permissions: [...new Set(body.permissions)], siteId, lastDay };
  const { user, permissions, userType, siteId: ownSite } = maker;
  const by = { userId: user.id, permissions, reachesAll: userType === 'admin', siteId: ownSite };
  const issue = apiKeyIssue(wanted, by, deps.clock.now().toISOString());
  if (issue !== undefined) throw badField(issue.field, issue.code, WORDS[issue.code]);
  const [userId = 0] = await deps.store.nextIds(1);
  const place = await userTypeAt(deps, siteId);
  return { type: 'MakeApiKey', ...wanted, userId, userType: place, madeBy: user.id };
}

/** A key for a shop sees what its people see, and one for a factory or warehouse what theirs do. */
async function userTypeAt({ db }: ApiDeps, siteId: number | null): Promise<UserType> {
  if (siteId === null) return 'admin';
  const site = await db.selectFrom('sites').select('kind').where('id', '=', siteId).executeTakeFirst();
  if (site === undefined) throw badField('site_id', 'invalid_site', 'There is no such site.');
  return site.kind === 'shop' ? 'shop' : 'operation';
}
