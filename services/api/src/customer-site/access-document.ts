import {
  type AccessFirstPaint,
  type DrawnCustomerPage,
  ACCESS_PATH,
} from '@atelier/contracts/customer-site/first-paint.ts';
import { nearestLanguage } from '@atelier/domain/shared/languages.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PUBLIC_PAGE } from '../shared/page-limit.ts';
import { preferredLanguage } from '../shared/private-page.ts';

export type DrawAccess = (first: AccessFirstPaint) => Promise<DrawnCustomerPage>;

interface AccessPages {
  readonly pages: FastifyInstance;
  readonly draw: DrawAccess;
  readonly fill: (drawn: DrawnCustomerPage, first: AccessFirstPaint) => string;
}

const inQuery = z.object({ language: z.string().max(10).optional().catch(undefined) });

/** The statement on accessibility, drawn by the server and read without a script (product/customer-page.md §7). */
export function serveAccessPage({ pages, draw, fill }: AccessPages): void {
  pages.route({
    schema: { hide: true },
    config: PUBLIC_PAGE,
    method: ['GET', 'HEAD'],
    url: ACCESS_PATH,
    handler: async (request, reply) => {
      const { language } = inQuery.parse(request.query);
      const first: AccessFirstPaint = {
        language: nearestLanguage(language) ?? preferredLanguage(request.headers['accept-language']),
        statement: true,
      };
      reply.header('cache-control', 'no-cache').header('vary', 'accept-language');
      return reply.type('text/html; charset=utf-8').send(fill(await draw(first), first));
    },
  });
}
