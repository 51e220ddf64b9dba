import { API_KEY_PREFIX } from '@atelier/domain/identity/contract.ts';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { readableDocument } from './openapi-document.ts';
import { defineRawRoute, type RouteDeclaration } from '../http/route.ts';
import { describeCall } from './openapi-words.ts';

/** Both travel as `Authorization: Bearer …`. */
const SECURITY_SCHEMES = {
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a sign-in. It ends after 30 idle minutes or twelve hours.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: `${API_KEY_PREFIX}…`,
    description:
      'An API key, made by whoever manages accounts. It may do and reach what was chosen for it, until the end of its last day; then, or once revoked, calls are answered 401 with `api_key_expired` or `api_key_revoked`.',
  },
} as const;

/** Collects every declared route's contract; call before the routes are registered. */
export async function collectContracts(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Atelier',
        description: 'After-sales repair for a jewellery brand',
        version: '1',
        contact: { name: 'Whoever administers this installation', url: config.publicUrl },
      },
      servers: [{ url: config.publicUrl }],
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route);
      const declaration = route.route.config?.declaration;
      if (declaration === undefined) return { schema: { ...schema, hide: true }, url };
      const produces = route.schema?.produces?.[0];
      const file = produces === undefined ? {} : { 'x-produces': produces };
      const description = describeCall(declaration);
      return { schema: { ...schema, ...file, ...securityOf(declaration), description }, url };
    },
  });
}

/** `GET /api/openapi.json`: the contract of every call, for who is signed in. */
export function openApiRoute(app: FastifyInstance): void {
  let document: string | undefined;
  defineRawRoute(app, {
    method: 'GET',
    url: '/openapi.json',
    shows: 'no-person',
    permission: 'session',
    scope: 'none',
    summary: 'This document',
    produces: 'application/json',
    query: z.object({}),
    handler: async ({ reply }) => {
      document ??= JSON.stringify(readableDocument(app.swagger()));
      return reply.type('application/json').send(document);
    },
  });
}

function securityOf({ access, by }: RouteDeclaration): Record<string, unknown> {
  if (access === 'public') return { security: [] };
  const schemes = by === 'persons' ? [{ session: [] }] : [{ session: [] }, { apiKey: [] }];
  return { security: schemes, 'x-permissions': access === 'session' ? [] : [access].flat() };
}
