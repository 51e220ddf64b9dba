import { z } from 'zod';
import type { Dossier } from '@atelier/domain/privacy/dossier.ts';
import { ASKS } from '@atelier/domain/privacy/contract.ts';
import { personExportFileQuery, personExportParams } from '@atelier/contracts/privacy/schema.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { defineRawRoute } from '../http/route.ts';
import { personFile } from '../shared/read-person-file.ts';
import { personLines } from './person-lines.ts';
import type { Printer } from './printer.ts';
import { sendPaper } from './send-paper.ts';
import { wordingOf } from './wording.ts';

/** The file of everything held about a person, as data or to be read; each reading is an event (product/privacy.md §5). */
export function personFileRoute(app: FastifyInstance, deps: ApiDeps, printer: Printer): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/privacy/export/:id/file',
    shows: 'persons',
    permission: ASKS,
    scope: 'house',
    summary:
      'The file of everything held about a person, as JSON or PDF, for seven days; each reading is recorded',
    params: personExportParams,
    query: personExportFileQuery,
    produces: 'application/octet-stream',
    handler: async (input) => {
      const { id } = input.params;
      const { format } = input.query;
      const bytes = await personFile(deps, input, id, format);
      if (format === 'pdf') return sendPdf(input, printer, dossierIn(bytes));
      return input.reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="person-${id}.json"`)
        .send(bytes);
    },
  });
}

const format = z.looseObject({ format: z.literal('atelier-person'), language: z.enum(REFERENCE_LANGUAGES) });

/** We wrote it; its first fields say so. */
function dossierIn(bytes: Buffer): Dossier {
  const given: unknown = JSON.parse(bytes.toString('utf8'));
  format.parse(given);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return given as Dossier;
}

function sendPdf(
  { reply }: { readonly reply: Parameters<typeof sendPaper>[1] },
  printer: Printer,
  dossier: Dossier,
): Promise<unknown> {
  const { language, made_at } = dossier;
  const wording = wordingOf(language);
  const paper = {
    kind: 'person-file',
    title: wording.texts.personFile,
    lines: personLines(dossier, wording),
    printed: wording.moment(made_at, 'UTC'),
  } as const;
  return sendPaper(printer, reply, { paper, language, format: 'pdf', page: 1 });
}
