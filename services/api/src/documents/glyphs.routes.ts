import { missingGlyphsBody, missingGlyphsResponse } from '@atelier/contracts/documents/schema.ts';
import type { FastifyInstance } from 'fastify';
import { ok } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { missingGlyphs } from './font-files.ts';

/** `POST /rma/glyphs` (product/documents.md §5): what of a name papers cannot draw, asked while it is typed at the counter. */
export function glyphsRoute(app: FastifyInstance): void {
  defineRoute(app, {
    method: 'POST',
    url: '/rma/glyphs',
    permission: ['view request new rma page', 'cancel or edit rma'],
    scope: 'store',
    summary: 'Characters of a text that no font of the papers has',
    body: missingGlyphsBody,
    response: missingGlyphsResponse,
    handler: ({ body }) => Promise.resolve(ok({ missing: missingGlyphs(body.text) })),
  });
}
