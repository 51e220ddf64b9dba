import { type LogFormat, LOG_FILES } from '@atelier/domain/exports/contract.ts';
import {
  everyExportQuery,
  everyExportResponse,
  exportResponse,
  logExportBody,
  logStreamParams,
  logStreamQuery,
} from '@atelier/contracts/exports/schema.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { findEveryExport } from '@atelier/application/exports/every-export.queries.ts';
import { askForExport, noteLogStreamed } from '@atelier/application/exports/export.commands.ts';
import { toExportView } from '@atelier/application/exports/export.queries.ts';
import type { LogChunk } from '@atelier/application/exports/log/read-span.queries.ts';
import { logText } from '@atelier/application/exports/log/log-text.queries.ts';
import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { accepted, callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { defineRawRoute, defineRoute } from '../http/route.ts';
import { audienceOf } from '../http/viewers.ts';
import { findOwnExport } from './own-export.ts';

/** Every row, so the permission alone guards them. */
const GUARD = { permission: 'audit replay', scope: 'house' } as const;

/** The log in open formats (product/exports.md §5): as a file that a worker builds, or streamed by a call. */
export function logRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/audit/export',
    summary: 'Have a file built of what the log recorded in a span, in an open format; answers its export_id',
    body: logExportBody,
    response: exportResponse,
    handler: async (input) => {
      const { format, language, from, to } = input.body;
      const outcome = accepted(
        await askForExport(commandServices(deps), callerOf(input), {
          type: format,
          language,
          selection: { kind: 'span', from: from ?? null, to: to ?? null },
          search: null,
          audience: audienceOf(input.principal),
        }),
      );
      const record = await findOwnExport(deps, input.principal, Number(outcome.answer?.['export_id']));
      return ok(toExportView(record, deps.clock.now()), { position: outcome.position });
    },
  });
  streamRoute(app, deps);
  everyExportRoute(app, deps);
}

function everyExportRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'GET',
    url: '/audit/exports',
    summary: 'Every file that anybody asked for, newest first: what, by whom, when, and what became of it',
    query: everyExportQuery,
    response: everyExportResponse,
    handler: async ({ query, scope }) => {
      const now = deps.clock.now();
      const found = await inScope(deps.db, scope, (trx) => findEveryExport(trx, query, now));
      return ok(found.exports, { beside: { next: found.next } });
    },
  });
}

function streamRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRawRoute(app, {
    ...GUARD,
    method: 'GET',
    url: '/audit/events/:format',
    shows: 'no-person',
    summary:
      'What the log recorded in a span, in an open format, as it is read; `after` goes on behind a position',
    params: logStreamParams,
    query: logStreamQuery,
    produces: 'application/octet-stream',
    handler: async (input) => {
      const { params, query, reply } = input;
      const span = { from: query.from ?? null, to: query.to ?? null, after: query.after };
      const chunks = logText(deps, params.format, span);
      // What cannot be read is refused before anything is recorded or sent.
      const first = await chunks.next();
      accepted(
        await noteLogStreamed(commandServices(deps), callerOf(input), { format: params.format, ...span }),
      );
      const name = `${params.format}.${LOG_FILES[params.format]}`;
      return reply
        .type(MEDIA_TYPES[params.format])
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(textOf(first, chunks), { highWaterMark: 1 }));
    },
  });
}

const MEDIA_TYPES: Readonly<Record<LogFormat, string>> = {
  events: 'text/csv; charset=utf-8',
  ocel: 'application/json; charset=utf-8',
  epcis: 'application/ld+json',
  ocsf: 'application/x-ndjson',
};

async function* textOf(
  first: IteratorResult<LogChunk>,
  rest: AsyncGenerator<LogChunk>,
): AsyncGenerator<Buffer> {
  if (first.done !== true) yield Buffer.from(first.value.text);
  for await (const { text } of rest) if (text !== '') yield Buffer.from(text);
}
