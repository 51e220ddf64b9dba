import { badgePaperBody } from '@atelier/contracts/documents/schema.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { defineRawRoute } from '../http/route.ts';
import { revealBadge } from '../shared/reveal-badge.ts';
import type { Printer } from './printer.ts';
import { languageOf, sendPaper } from './send-paper.ts';

/** `POST /rma_worker/badge/print` (product/documents.md §3): who may manage workers prints a badge, and the history says so. */
export function badgeRoute(app: FastifyInstance, deps: ApiDeps, printer: Printer): void {
  defineRawRoute(app, {
    method: 'POST',
    url: '/rma_worker/badge/print',
    shows: 'persons',
    permission: 'view manage factory worker permission',
    scope: 'site',
    summary: 'A worker’s badge as PDF, with its barcode; who printed it is recorded',
    body: badgePaperBody,
    produces: 'application/pdf',
    handler: async (input) => {
      const { ID, language } = input.body;
      const { badge } = await revealBadge(deps, input, ID, 'printed');
      const paper = { kind: 'worker-badge', badge } as const;
      const spoken = languageOf(language, input.request);
      return sendPaper(printer, input.reply, { paper, language: spoken, format: 'pdf', page: 1 });
    },
  });
}
