import { findUserNames } from '@atelier/application/shared/people.queries.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { importReference } from '@atelier/application/reference/import/reference-import.commands.ts';
import {
  findReferenceRows,
  type ReferenceRow,
} from '@atelier/application/reference/import/row-cells.queries.ts';
import { listRowEdits } from '@atelier/application/reference/import/row-history.queries.ts';
import { headerOf, lineOf, templateOf, type DataSet } from '@atelier/domain/reference/import/data-set.ts';
import { asPlainCell, editableSet, rowKeyOf } from '@atelier/domain/reference/import/editable.ts';
import { readRow } from '@atelier/domain/reference/import/read-file.ts';
import {
  referenceExportQuery,
  referenceHistoryQuery,
  referenceHistoryResponse,
  referenceRowResponse,
  referenceRowsQuery,
  referenceRowsResponse,
  saveReferenceRowBody,
  type ReferenceRowView,
} from '@atelier/contracts/reference/import/schema.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { defineRawRoute, defineRoute } from '../http/route.ts';
import { asImportError, refusedRows } from './import-errors.ts';

const READ = { permission: 'view system config', scope: 'house' } as const;
const CHANGE = { permission: 'engine system config', scope: 'house' } as const;

/** Fees and sites row by row, beside their files (product/reference.md §1): filtered, edited, with history, exported. */
export function referenceRowRoutes(app: FastifyInstance, deps: ApiDeps): void {
  readRoutes(app, deps);
  exportRoute(app, deps);
  saveRoute(app, deps);
}

const rowsOf = ({ db }: ApiDeps, set: DataSet, query: string): Promise<readonly ReferenceRow[]> =>
  inScope(db, { kind: 'all' }, (trx) => findReferenceRows(trx, set, query));

const viewOf = ({ key, cells, label }: ReferenceRow): ReferenceRowView => ({
  key,
  cells: { ...cells },
  label: label && { ...label },
});

function readRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...READ,
    method: 'GET',
    url: '/reference/rows',
    summary: 'Rows of fees, shipping fees or sites, as their file has them, filtered by words',
    query: referenceRowsQuery,
    response: referenceRowsResponse,
    handler: async ({ query: { set, q, page, page_size: size } }) => {
      const rows = await rowsOf(deps, editableSet(set), q);
      return ok(rows.slice((page - 1) * size, page * size).map(viewOf), { total: rows.length });
    },
  });
  defineRoute(app, {
    ...READ,
    method: 'GET',
    url: '/reference/row/history',
    summary: 'Who saved a row, when, why, and what of it; the newest first',
    query: referenceHistoryQuery,
    response: referenceHistoryResponse,
    handler: async ({ query: { set, key } }) => {
      const namesOf = (ids: readonly number[]) => findUserNames(deps.db, ids);
      return ok(await listRowEdits(deps.store, namesOf, { set, key }));
    },
  });
}

function exportRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRawRoute(app, {
    ...READ,
    method: 'GET',
    url: '/reference/rows/export',
    shows: 'no-person',
    summary: 'The same rows as a CSV file that the import takes',
    query: referenceExportQuery,
    produces: 'text/csv',
    handler: async ({ query: { set: name, q }, reply }) => {
      const set = editableSet(name);
      const lines = (await rowsOf(deps, set, q)).map(({ cells }) =>
        lineOf(headerOf(set).map((header) => asPlainCell(cells[header] ?? ''))),
      );
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}.csv"`)
        .send(templateOf(set) + lines.join(''));
    },
  });
}

/** The line of the only row. */
const LINE = 1;

function saveRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...CHANGE,
    method: 'POST',
    url: '/reference/row',
    summary: 'Save one row, new or changed, with a reason; checked as a file of this one row',
    body: saveReferenceRowBody,
    response: referenceRowResponse,
    handler: async (input) => {
      const { set: name, cells, seen, reason } = input.body;
      const set = editableSet(name);
      const header = headerOf(set);
      const row = readRow(
        set,
        header,
        LINE,
        header.map((each) => cells[each] ?? ''),
      );
      const { actor, metadata, idempotency } = callerOf(input);
      const by = { userId: actor.userId, workerId: actor.workerId };
      const request = { set, rows: [row], digest: '', isDryRun: false, metadata, by, idempotency };
      const saved = await importReference(deps, { ...request, edit: { seen, reason } }).catch(
        (error: unknown) => {
          throw asImportError(error);
        },
      );
      if (saved.counts.error > 0) throw refusedRows(saved.lines);
      return ok({ key: rowKeyOf(set, cells) }, { message: 'update success', position: saved.position });
    },
  });
}
