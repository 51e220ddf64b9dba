import { commandSheetQuery } from '@atelier/contracts/documents/schema.ts';
import { BENCH_PERMISSIONS, COUNTER_SCANNERS } from '@atelier/domain/shared/bench-permissions.ts';
import type { FastifyInstance } from 'fastify';
import { defineRawRoute } from '../http/route.ts';
import type { Printer } from './printer.ts';
import { languageOf, sendPaper } from './send-paper.ts';

/** `GET /bench/commands` (product/documents.md §8): the sheet of codes by which a bench is worked with the scanner alone. */
export function commandSheetRoute(app: FastifyInstance, printer: Printer): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/bench/commands',
    shows: 'no-person',
    permission: [...BENCH_PERMISSIONS, ...COUNTER_SCANNERS],
    scope: 'none',
    summary: 'The sheet of codes that a bench scans in place of pressing buttons, as PDF',
    query: commandSheetQuery,
    produces: 'application/pdf',
    handler: ({ query: { format, page, language }, request, reply }) =>
      sendPaper(printer, reply, {
        paper: { kind: 'command-sheet' },
        language: languageOf(language, request),
        format,
        page,
      }),
  });
}
