import type { FastifyContextConfig } from 'fastify';

/** Pages that one network may have drawn, of all kinds together. */
export const PAGE_LIMIT = { max: 120, windowMs: 60_000 } as const;

/** Of a page for the public that the server draws: what is too much is answered 429 before anything is asked or drawn. */
export const PUBLIC_PAGE: FastifyContextConfig = {
  declaration: { access: 'public', scope: 'none', shows: 'no-person', waitsFor: [], limit: PAGE_LIMIT },
};
