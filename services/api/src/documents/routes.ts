import { replayFileRoute } from './replay.routes.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { badgeRoute } from './badge.routes.ts';
import { commandSheetRoute } from './command-sheet.routes.ts';
import { disputeRoute } from './dispute.routes.ts';
import { glyphsRoute } from './glyphs.routes.ts';
import { handoverPaperRoute } from './handover.routes.ts';
import { labelRoute } from './label.routes.ts';
import { customsListRoute, packingListRoute } from './list.routes.ts';
import { personFileRoute } from './person-file.routes.ts';
import { careRoute } from './care.routes.ts';
import { paymentReceiptRoute } from './payment.routes.ts';
import { receiptRoutes } from './receipt.routes.ts';
import { Printer } from './printer.ts';

/** Papers (product/documents.md §1): labels, packing and customs lists, workers' badges, drawn on a separate thread. */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  const printer = new Printer();
  app.addHook('onClose', () => printer.close());
  glyphsRoute(app);
  labelRoute(app, deps, printer);
  packingListRoute(app, deps, printer);
  customsListRoute(app, deps, printer);
  badgeRoute(app, deps, printer);
  commandSheetRoute(app, printer);
  disputeRoute(app, deps, printer);
  handoverPaperRoute(app, deps, printer);
  receiptRoutes(app, deps, printer);
  paymentReceiptRoute(app, deps, printer);
  careRoute(app, deps, printer);
  replayFileRoute(app, deps);
  personFileRoute(app, deps, printer);
}
