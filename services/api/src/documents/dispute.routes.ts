import { disputeParams, disputeQuery } from '@atelier/domain/documents/schema.ts';
import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import { inScope } from '@atelier/application/database.ts';
import { findDispute } from '@atelier/application/documents/dispute-file.queries.ts';
import type { Dispute, DisputeEntry } from '@atelier/application/documents/dispute-file.queries.ts';
import { noteDisputeFile } from '@atelier/application/documents/dispute-file.commands.ts';
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { accepted, callerOf, commandServices } from '../caller.ts';
import type { ApiDeps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { defineRawRoute } from '../route.ts';
import type { Printer } from './printer.ts';
import { languageOf } from './send-paper.ts';
import { zipOf } from './zip.ts';

/** `GET /item/{id}/dispute` (product/documents.md §4): a piece's dispute file as an archive; that it was made is an event. */
export function disputeRoute(app: FastifyInstance, deps: ApiDeps, printer: Printer): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/item/:id/dispute',
    permission: 'export',
    scope: 'site',
    summary: 'The dispute file of a piece: history, custody, signatures, pictures and a PDF in one archive',
    params: disputeParams,
    query: disputeQuery,
    produces: 'application/zip',
    handler: async (input) => {
      const { params, query, scope, request, reply } = input;
      const dispute = await inScope(deps.db, scope, (trx) => findDispute(trx, deps, params.id, scope));
      if (dispute === undefined) throw notFound();
      const madeAt = deps.clock.now().toISOString();
      const language = languageOf(query.language, request);
      const files = [...dispute.entries, await pdfOf(printer, dispute, madeAt, language)];
      const manifest = manifestOf(files, { item: params.id, number: dispute.paper.number, made_at: madeAt });
      const made = { itemId: params.id, manifest: sha256(manifest.bytes) };
      accepted(await noteDisputeFile(commandServices(deps), callerOf(input), made));
      return reply
        .type('application/zip')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="dispute-${dispute.paper.number}.zip"`)
        .send(zipOf([manifest, ...files]));
    },
  });
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function pdfOf(
  printer: Printer,
  { paper, entries }: Dispute,
  madeAt: string,
  language: ReferenceLanguage,
): Promise<DisputeEntry> {
  const files = entries.map(({ name, bytes }) => ({ name, sha256: sha256(bytes) }));
  const request = {
    paper: { kind: 'dispute-file', dispute: { ...paper, madeAt, files } },
    language,
  } as const;
  const { bytes } = await printer.draw({ ...request, format: 'pdf', page: 1 });
  return { name: 'dispute.pdf', bytes };
}

/** Every file with its size and SHA-256: whoever has the archive checks it with any tool, and needs nothing of ours. */
function manifestOf(files: readonly DisputeEntry[], head: object): DisputeEntry {
  const listed = files.map(({ name, bytes }) => ({ name, size: bytes.length, sha256: sha256(bytes) }));
  const text = JSON.stringify({ format: 'atelier-dispute-file-1', ...head, files: listed }, null, 1);
  return { name: 'manifest.json', bytes: Buffer.from(`${text}\n`) };
}
