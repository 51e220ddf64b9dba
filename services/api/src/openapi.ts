import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from './config.ts';
import { readableDocument } from './openapi-document.ts';
import { defineRawRoute } from './route.ts';
import { describeCall } from './openapi-words.ts';
import type { Access } from './route.ts';

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
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route);
      const declaration = route.route.config?.declaration;
      if (declaration === undefined) return { schema: { ...schema, hide: true }, url };
      const produces = route.schema?.produces?.[0];
      const file = produces === undefined ? {} : { 'x-produces': produces };
      const description = describeCall(declaration);
      return { schema: { ...schema, ...file, ...securityOf(declaration.access), description }, url };
    },
  });
}

/** `GET /api/openapi.json`: the contract of every call, for who is signed in. */
export function openApiRoute(app: FastifyInstance): void {
  let document: string | undefined;
  defineRawRoute(app, {
    method: 'GET',
    url: '/openapi.json',
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

function securityOf(access: Access): Record<string, unknown> {
  if (access === 'public') return { security: [] };
  return { security: [{ bearer: [] }], 'x-permissions': access === 'session' ? [] : [access].flat() };
}
