import { disputeParams, disputeQuery } from '@atelier/contracts/documents/schema.ts';
import { itemStream } from '@atelier/domain/kernel.ts';
import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import type { DisputePaper } from '@atelier/domain/documents/paper.ts';
import { logKeys } from '@atelier/transparency-log/proof/tree-tables.ts';
import { inScope, queryable } from '@atelier/application/platform/database.ts';
import { findDispute, type DisputeEntry } from '@atelier/application/documents/dispute-file.queries.ts';
import { noteDisputeFile } from '@atelier/application/documents/dispute-file.commands.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { notFound } from '../http/errors.ts';
import { defineRawRoute } from '../http/route.ts';
import type { Printer } from './printer.ts';
import { languageOf } from './send-paper.ts';
import { proofFiles, sha256, signedArchive } from './signed-archive.ts';

/** By account: each request draws, proves and signs the file. */
const LIMIT = { max: 10, windowMs: 60_000 };

/**
 * `GET /item/{id}/dispute` (product/documents.md §4): a piece's dispute file as an archive that the log
 * signed; that it was made is an event.
 */
export function disputeRoute(app: FastifyInstance, deps: ApiDeps, printer: Printer): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/item/:id/dispute',
    shows: 'persons',
    permission: 'export',
    scope: 'site',
    summary:
      'The dispute file of a piece: history, custody, signatures, pictures, proof and a PDF in one signed archive',
    params: disputeParams,
    query: disputeQuery,
    produces: 'application/zip',
    guessLimit: LIMIT,
    handler: async (input) => {
      const { params, query, scope, request, reply } = input;
      const dispute = await inScope(deps.db, scope, (trx) => findDispute(trx, deps, params.id, scope));
      if (dispute === undefined) throw notFound();
      const madeAt = deps.clock.now().toISOString();
      const language = languageOf(query.language, request);
      const entries = [...dispute.entries, ...(await proofFiles(deps, itemStream(params.id)))];
      const proofUrl = `${deps.config.publicUrl}/proof/${dispute.proofToken}`;
      const logKey = (await logKeys(queryable(deps.db))).at(-1) ?? null;
      const paper = { ...dispute.paper, madeAt, proofUrl, logKey };
      const files = [...entries, await pdfOf(printer, { paper, entries, language })];
      const { zip, manifest } = await signedArchive(deps, {
        format: 'atelier-dispute-file-3',
        head: { item: params.id, number: dispute.paper.number, made_at: madeAt },
        files,
        position: dispute.position,
        language,
      });
      const made = { itemId: params.id, manifest };
      accepted(await noteDisputeFile(commandServices(deps), callerOf(input), made));
      return reply
        .type('application/zip')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="dispute-${dispute.paper.number}.zip"`)
        .send(zip);
    },
  });
}

interface Drawn {
  readonly paper: Omit<DisputePaper, 'files'>;
  readonly entries: readonly DisputeEntry[];
  readonly language: ReferenceLanguage;
}

async function pdfOf(printer: Printer, { paper, entries, language }: Drawn): Promise<DisputeEntry> {
  const files = entries.map(({ name, bytes }) => ({ name, sha256: sha256(bytes) }));
  const request = {
    paper: { kind: 'dispute-file', dispute: { ...paper, files } },
    language,
  } as const;
  const { bytes } = await printer.draw({ ...request, format: 'pdf', page: 1 });
  return { name: 'dispute.pdf', bytes };
}
