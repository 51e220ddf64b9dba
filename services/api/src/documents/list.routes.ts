import { packagePaperQuery } from '@atelier/contracts/documents/schema.ts';
import type { PaperSignature } from '@atelier/domain/documents/paper.ts';
import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { findPackagePaper, type PackagePaper } from '@atelier/application/documents/package-paper.queries.ts';
import { findPackageSignatures } from '@atelier/application/shipping/signature.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ApiError, notFound } from '../http/errors.ts';
import { defineRawRoute } from '../http/route.ts';
import { PACKAGE_VIEWERS } from '../http/viewers.ts';
import type { Printer } from './printer.ts';
import { languageOf, sendPaper } from './send-paper.ts';

/** `GET /package/packinglist`: what lies in a package, with who sends and who gets it, on A4. */
export function packingListRoute(app: FastifyInstance, deps: ApiDeps, printer: Printer): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/package/packinglist',
    shows: 'persons',
    permission: PACKAGE_VIEWERS,
    scope: 'site',
    summary: 'Packing list of a package, as PDF',
    query: packagePaperQuery,
    produces: 'application/pdf',
    handler: async ({ query, scope, request, reply }) => {
      const { tracking_no: trackingNumber, format, page } = query;
      const language = languageOf(query.language, request);
      const { head, lines, timeZone } = await packagePaper(deps, trackingNumber, language, scope);
      const signature = await newestSignature(deps, trackingNumber, scope);
      const printedAt = deps.clock.now().toISOString();
      const paper = { kind: 'packing-list', head, lines, signature, printedAt, timeZone } as const;
      return sendPaper(printer, reply, { paper, language, format, page });
    },
  });
}

/** `GET /package/customslist`: declared values, headings, origins and weights. A value that is not known stops it. */
export function customsListRoute(app: FastifyInstance, deps: ApiDeps, printer: Printer): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/package/customslist',
    shows: 'persons',
    permission: PACKAGE_VIEWERS,
    scope: 'site',
    summary: 'Customs list of a package, as PDF',
    query: packagePaperQuery,
    produces: 'application/pdf',
    handler: async ({ query, scope, request, reply }) => {
      const { tracking_no: trackingNumber, format, page } = query;
      const language = languageOf(query.language, request);
      const found = await packagePaper(deps, trackingNumber, language, scope);
      if (found.unpriced.length > 0) {
        const data = { item_ids: found.unpriced };
        throw new ApiError(400, 'price_unknown', 'The price of an item is not known.', { data });
      }
      const { head, lines, timeZone } = found;
      const printedAt = deps.clock.now().toISOString();
      const paper = { kind: 'customs-list', head, lines, printedAt, timeZone } as const;
      return sendPaper(printer, reply, { paper, language, format, page });
    },
  });
}

async function packagePaper(
  deps: ApiDeps,
  trackingNumber: string,
  language: ReferenceLanguage,
  scope: DataScope,
): Promise<PackagePaper> {
  const found = await inScope(deps.db, scope, (trx) =>
    findPackagePaper(trx, deps.store, trackingNumber, language),
  );
  if (found === undefined) throw notFound();
  return found;
}

/** The last hand it went through; an erased signature is none. */
async function newestSignature(
  deps: ApiDeps,
  trackingNumber: string,
  scope: DataScope,
): Promise<PaperSignature | null> {
  const all = await inScope(deps.db, scope, (trx) =>
    findPackageSignatures(trx, deps.store, deps.blobs, trackingNumber),
  );
  const [newest] = all ?? [];
  if (newest === undefined || (newest.strokes.length === 0 && newest.image === null)) return null;
  return { signer: newest.signer_name, strokes: newest.strokes, image: newest.image };
}
