import { localDay } from '@atelier/domain/calendar.ts';
import {
  excelBody,
  exportResponse,
  exportParams,
  exportsResponse,
  type ExcelBody,
} from '@atelier/contracts/exports/schema.ts';
import type { ExportFormat } from '@atelier/domain/exports/contract.ts';
import type { ExportSelection } from '@atelier/domain/exports/events.ts';
import { exportFileName } from '@atelier/contracts/exports/file-name.ts';
import { exportScopeKey } from '@atelier/domain/exports/export.ts';
import { scopeOf, type Principal } from '@atelier/domain/identity/principal.ts';
import { askForExport, cancelAskedExport } from '@atelier/application/exports/export.commands.ts';
import {
  listExports,
  listParts,
  toExportView,
  type ExportRecord,
} from '@atelier/application/exports/export.queries.ts';
import { ITEM_SORTS, isItemSort } from '@atelier/application/repair-list/item-filters.queries.ts';
import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { accepted, callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { ApiError, badField, notFound } from '../http/errors.ts';
import { audienceOf } from '../http/viewers.ts';
import { defineRawRoute, defineRoute } from '../http/route.ts';
import { logRoutes } from './log.routes.ts';
import { findOwnExport, requesterOf } from './own-export.ts';
import { sendParts } from './send-parts.ts';

const LISTED = 20;
const GUARD = { permission: 'export', scope: 'site' } as const;
/** Accounts that may request a file: of pieces, or of the log. */
const OWN = { permission: ['export', 'audit replay'], scope: 'site' } as const;

/** Files for Excel (product/exports.md §1): asked for, watched, fetched by who asked. */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  askRoute(app, deps);
  readRoutes(app, deps);
  cancelRoute(app, deps);
  fileRoute(app, deps);
  logRoutes(app, deps);
}

function askRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/excel',
    summary:
      'Have a file built of items by id, or of what a list with these filters shows; answers its export_id',
    body: excelBody,
    response: exportResponse,
    handler: async (input) => {
      const { body, principal } = input;
      const outcome = accepted(
        await askForExport(commandServices(deps), callerOf(input), {
          type: body.excelType,
          language: body.language,
          selection: selectionOf(body),
          search: body.filter?.q ?? null,
          audience: audienceOf(principal),
        }),
      );
      const record = await findOwnExport(deps, principal, Number(outcome.answer?.['export_id']));
      return ok(toExportView(record, deps.clock.now()), { position: outcome.position });
    },
  });
}

/** The words searched for travel apart: they may name a person. */
function selectionOf({ rmaItem, filter }: ExcelBody): ExportSelection {
  if (rmaItem !== undefined) return { kind: 'items', ids: rmaItem };
  const { q: _words, ...rest } = filter ?? {};
  if (rest.sort !== undefined && !isItemSort(rest.sort))
    throw badField('filter.sort', 'unknown_sort', `One of ${ITEM_SORTS.join(', ')}.`);
  const asked = Object.entries(rest).filter(([, value]) => value !== undefined);
  return { kind: 'filter', filter: Object.fromEntries(asked.map(([name, value]) => [name, String(value)])) };
}

function readRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...OWN,
    method: 'GET',
    url: '/exports',
    summary: 'My newest exports, with their progress',
    response: exportsResponse,
    handler: async ({ principal }) => {
      const now = deps.clock.now();
      const records = await listExports(deps.db, requesterOf(principal), LISTED);
      return ok(records.map((record) => toExportView(record, now)));
    },
  });
  defineRoute(app, {
    ...OWN,
    method: 'GET',
    url: '/export/:id',
    summary: 'One of my exports: its state and its progress',
    params: exportParams,
    response: exportResponse,
    handler: async ({ params, principal }) => {
      const record = await findOwnExport(deps, principal, params.id);
      return ok(toExportView(record, deps.clock.now()), { version: record.version });
    },
  });
}

function cancelRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...OWN,
    method: 'POST',
    url: '/export/:id/cancel',
    summary: 'Cancel one of my exports that is not built yet',
    params: exportParams,
    response: exportResponse,
    handler: async (input) => {
      const { id } = await findOwnExport(deps, input.principal, input.params.id);
      const outcome = accepted(await cancelAskedExport(commandServices(deps), callerOf(input), id));
      const record = await findOwnExport(deps, input.principal, id);
      return ok(toExportView(record, deps.clock.now()), { position: outcome.position });
    },
  });
}

function fileRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRawRoute(app, {
    ...OWN,
    method: 'GET',
    url: '/export/:id/file',
    shows: 'persons',
    summary:
      'The file of one of my exports, for a day after it was built; of a file of the log also a range of bytes',
    params: exportParams,
    produces: 'application/octet-stream',
    handler: async ({ params, principal, request, reply }) => {
      const record = await findOwnExport(deps, principal, params.id);
      const blob = keptAt(deps, record, principal);
      const format = record.format ?? 'xlsx';
      void reply
        .type(MEDIA_TYPES[format])
        .header('content-disposition', `attachment; filename="${await fileName(deps, principal, record)}"`)
        .header('cache-control', 'no-store');
      const parts = await listParts(deps.db, record.id);
      if (parts.length > 0) return sendParts(deps.blobs, parts, request, reply);
      const content = await deps.blobs.getPassing(blob);
      if (content === undefined) throw expired();
      const isPacked = format === 'csv';
      return reply.send(isPacked ? Readable.from([content.bytes]).pipe(createGunzip()) : content.bytes);
    },
  });
}

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonld: 'application/ld+json',
  jsonl: 'application/x-ndjson',
};

/** Where the file lies; refused while it is not there, and from another place than it was asked for. */
function keptAt(deps: ApiDeps, record: ExportRecord, principal: Principal): string {
  // An account that moved to another place, or lost rights, cannot fetch a file made with the earlier rights.
  const sight = { scope: scopeOf(principal), audience: audienceOf(principal) };
  if (exportScopeKey(sight) !== record.scope_key) throw notFound();
  const { state } = toExportView(record, deps.clock.now());
  if (state === 'expired') throw expired();
  if (state !== 'done' || record.blob === null) throw notReady();
  return record.blob;
}

const expired = (): ApiError => new ApiError(404, 'expired', 'This file has expired. Please export again.');
const notReady = (): ApiError => new ApiError(400, 'export_not_ready', 'The file is not ready yet.');

async function fileName(deps: ApiDeps, { siteId }: Principal, record: ExportRecord): Promise<string> {
  const site = await deps.db
    .selectFrom('sites')
    .select(['code', 'time_zone'])
    .where('id', '=', siteId ?? 0)
    .executeTakeFirst();
  return exportFileName({
    type: record.type,
    format: record.format ?? 'xlsx',
    site: site?.code ?? null,
    day: localDay(toExportView(record, deps.clock.now()).requested_at, site?.time_zone ?? 'UTC'),
  });
}
