import type { DrawnCustomerPage, TextFirstPaint } from '@atelier/contracts/customer-site/first-paint.ts';
import { nearestLanguage } from '@atelier/domain/shared/languages.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PUBLIC_PAGE } from '../shared/page-limit.ts';
import { preferredLanguage } from '../shared/private-page.ts';

export type DrawText = (first: TextFirstPaint) => Promise<DrawnCustomerPage>;

interface TextPage {
  readonly pages: FastifyInstance;
  readonly url: string;
  readonly text: TextFirstPaint['text'];
  readonly draw: DrawText;
  readonly fill: (drawn: DrawnCustomerPage, first: TextFirstPaint) => string;
}

const inQuery = z.object({ language: z.string().max(10).optional().catch(undefined) });

/** A page of words, drawn by the server and read without a script (product/customer-page.md §7, §11). */
export function serveTextPage({ pages, url, text, draw, fill }: TextPage): void {
  pages.route({
    schema: { hide: true },
    config: PUBLIC_PAGE,
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => {
      const { language } = inQuery.parse(request.query);
      const first: TextFirstPaint = {
        language: nearestLanguage(language) ?? preferredLanguage(request.headers['accept-language']),
        text,
      };
      reply.header('cache-control', 'no-cache').header('vary', 'accept-language');
      return reply.type('text/html; charset=utf-8').send(fill(await draw(first), first));
    },
  });
}
