import type { FastifyInstance } from 'fastify';
import { openAges } from '@atelier/application/insight/ages.queries.ts';
import { insightChoices } from '@atelier/application/insight/choices.queries.ts';
import { feesOf, lossesOf } from '@atelier/application/insight/fees.queries.ts';
import { listFigurePieces } from '@atelier/application/insight/figure-pieces.queries.ts';
import { repeatsOf } from '@atelier/application/insight/repeats.queries.ts';
import { shopFigures } from '@atelier/application/insight/shops.queries.ts';
import { warrantyOf } from '@atelier/application/insight/warranty.queries.ts';
import { turnaroundOf } from '@atelier/application/insight/turnaround.queries.ts';
import { FIGURE_READERS } from '@atelier/domain/insight/figures.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import {
  agesResponse,
  feesResponse,
  figurePiecesQuery,
  figurePiecesResponse,
  insightChoicesResponse,
  insightQuery,
  lossesResponse,
  repeatsQuery,
  repeatsResponse,
  shopsResponse,
  turnaroundQuery,
  turnaroundResponse,
  warrantyQuery,
  warrantyResponse,
} from '@atelier/contracts/insight/schema.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { besideOf } from '../shared/moment.ts';
import { figureAsked, standingBeside } from './asked.ts';
import { flowRoutes } from './flow.routes.ts';
import { ownMailRoutes } from './own-mail.routes.ts';
import { weeklyLinkRoutes } from './weekly-link.routes.ts';
import { radarRoutes } from './radar.routes.ts';
import { goldRoutes } from './gold.routes.ts';
import { processRoutes } from './process.routes.ts';
import { whatIfRoutes } from './what-if.routes.ts';

/** A shop sees its own pieces, operation what its site sees, administrators and auditors all. */
const FIGURE = {
  method: 'GET',
  permission: FIGURE_READERS,
  scope: 'site',
  waitsFor: ['piece_facts'],
} as const;

/** Figures over time, each as of any moment, with the pieces behind it (docs/product/insight.md). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  timeRoutes(app, deps);
  moneyRoutes(app, deps);
  pieceRoutes(app, deps);
  flowRoutes(app, deps);
  radarRoutes(app, deps);
  goldRoutes(app, deps);
  processRoutes(app, deps);
  whatIfRoutes(app, deps);
  ownMailRoutes(app, deps);
  weeklyLinkRoutes(app, deps);
}

function timeRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...FIGURE,
    url: '/insight/turnaround',
    summary:
      'How long repairs took, by the week they ended: median and P90, beside a second period or another place',
    query: turnaroundQuery,
    response: turnaroundResponse,
    handler: async ({ query, scope }) => {
      const { asked, before } = figureAsked(query, deps.clock);
      const view = await inScope(deps.db, scope, async (trx) => ({
        until: query.until,
        now: await turnaroundOf(trx, query.until, asked),
        before: before === null ? null : await turnaroundOf(trx, query.until, before),
      }));
      return ok(view, besideOf(asked.moment));
    },
  });
  defineRoute(app, {
    ...FIGURE,
    url: '/insight/ages',
    summary: 'Open pieces by age, beside those at the end of a second period or at another place',
    query: insightQuery,
    response: agesResponse,
    handler: async ({ query, scope }) => {
      const both = figureAsked(query, deps.clock);
      const [{ asked }, then] = [both, standingBeside(both)];
      return ok(await inScope(deps.db, scope, (trx) => openAges(trx, asked, then)), besideOf(asked.moment));
    },
  });
  defineRoute(app, {
    ...FIGURE,
    url: '/insight/shops',
    summary: 'Each shop: turnaround, warranty, reasons found wrong, and how fast clients were answered',
    query: insightQuery,
    response: shopsResponse,
    handler: async ({ query, scope }) => {
      const { asked, before } = figureAsked(query, deps.clock);
      const rows = await inScope(deps.db, scope, (trx) => shopFigures(trx, asked, before));
      return ok([...rows], besideOf(asked.moment));
    },
  });
}

function moneyRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...FIGURE,
    url: '/insight/fees',
    summary:
      'Repair fees by currency: quoted, approved, declined, waived, unanswered, paid, and free of charge',
    query: insightQuery,
    response: feesResponse,
    handler: async ({ query, scope }) => {
      const { asked } = figureAsked(query, deps.clock);
      const rows = await inScope(deps.db, scope, (trx) => feesOf(trx, asked));
      return ok([...rows], besideOf(asked.moment));
    },
  });
  defineRoute(app, {
    ...FIGURE,
    url: '/insight/warranty',
    summary:
      'What warranty covered, by currency and by collection, SKU or factory, beside a second period or another place',
    query: warrantyQuery,
    response: warrantyResponse,
    handler: async ({ query, scope }) => {
      const { asked, before } = figureAsked(query, deps.clock);
      const view = await inScope(deps.db, scope, (trx) => warrantyOf(trx, query.by, asked, before));
      return ok(view, besideOf(asked.moment));
    },
  });
  defineRoute(app, {
    ...FIGURE,
    url: '/insight/losses',
    summary: 'Pieces that are missing, and those that were settled with their owners',
    query: insightQuery,
    response: lossesResponse,
    handler: async ({ query, scope }) => {
      const { asked } = figureAsked(query, deps.clock);
      return ok(await inScope(deps.db, scope, (trx) => lossesOf(trx, asked)), besideOf(asked.moment));
    },
  });
}

function pieceRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...FIGURE,
    url: '/insight/repeats',
    summary: 'Pieces that came again within 180 days of their return, by collection, SKU or factory',
    query: repeatsQuery,
    response: repeatsResponse,
    handler: async ({ query, scope }) => {
      const { asked } = figureAsked(query, deps.clock);
      return ok(
        await inScope(deps.db, scope, (trx) => repeatsOf(trx, query.by, asked)),
        besideOf(asked.moment),
      );
    },
  });
  defineRoute(app, {
    ...FIGURE,
    url: '/insight/pieces',
    summary: 'The pieces that a figure counts',
    waitsFor: ['piece_facts', 'stage_stays'],
    query: figurePiecesQuery,
    response: figurePiecesResponse,
    handler: async ({ query, scope }) => {
      const { asked } = figureAsked(query, deps.clock);
      const { figure, page, page_size: pageSize, currency, fate, sku, unknown } = query;
      const days = { fromDays: query.from_days, toDays: query.to_days };
      const move = { fromStatus: query.from_status, status: query.status, path: query.path };
      const mark = { currency, fate, sku, unknown, ...days, ...move };
      const { rows, total } = await inScope(deps.db, scope, (trx) =>
        listFigurePieces(trx, { figure, asked, mark, page, pageSize }),
      );
      return ok([...rows], { total, ...besideOf(asked.moment) });
    },
  });
  defineRoute(app, {
    method: 'GET',
    url: '/insight/choices',
    permission: FIGURE.permission,
    scope: 'site',
    summary: 'The shops, factories and collections that the filters of the figures offer',
    response: insightChoicesResponse,
    handler: async ({ scope }) => ok(await insightChoices(deps.db, scope)),
  });
}
