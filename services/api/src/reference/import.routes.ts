import { createHash } from 'node:crypto';
import multipart, { type Multipart } from '@fastify/multipart';
import {
  referenceImportFields,
  referenceImportsResponse,
  referenceReportResponse,
  referenceSetsResponse,
  referenceTemplateQuery,
} from '@atelier/contracts/reference/import/schema.ts';
import { templateOf, type DataSet } from '@atelier/domain/reference/import/data-set.ts';
import { MAX_FILE_BYTES } from '@atelier/domain/reference/import/read-file.ts';
import { referenceSetViewOf } from '@atelier/contracts/reference/import/set-view.ts';
import { findReferenceSet, REFERENCE_SETS } from '@atelier/domain/reference/import/sets.ts';
import { importReference } from '@atelier/application/reference/import/reference-import.commands.ts';
import { listReferenceImports } from '@atelier/application/reference/import/reference-imports.queries.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf, type CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField, notFound } from '../http/errors.ts';
import { defineRawRoute, defineRoute } from '../http/route.ts';
import { asImportError, refusedRows } from './import-errors.ts';
import { readCsv, type CsvFile } from './read-csv.ts';

const LISTED_IMPORTS = 20;
const ADMINISTRATORS = { permission: 'view system config', scope: 'house' } as const;

/** Reference data from files (product/reference.md §1): what there is, an empty file to fill in, and the import itself. */
export function referenceImportRoutes(app: FastifyInstance, deps: ApiDeps): void {
  setRoutes(app);
  importsRoute(app, deps);
  // A separate scope, so that no other route accepts forms. Where the whole API already does, its parser is used.
  app.register(async (own) => {
    if (!own.hasContentTypeParser('multipart/form-data')) await own.register(multipart);
    importRoute(own, deps);
  });
}

function setRoutes(app: FastifyInstance): void {
  defineRoute(app, {
    ...ADMINISTRATORS,
    method: 'GET',
    url: '/reference/sets',
    summary: 'The sets of reference data, with the columns their files must have',
    response: referenceSetsResponse,
    handler: async () => ok(REFERENCE_SETS.map(referenceSetViewOf)),
  });
  defineRawRoute(app, {
    ...ADMINISTRATORS,
    method: 'GET',
    url: '/reference/template',
    shows: 'no-person',
    summary: 'The empty CSV file of a set',
    query: referenceTemplateQuery,
    produces: 'text/csv',
    handler: async ({ query, reply }) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${query.set}.csv"`)
        .send(templateOf(setNamed(query.set))),
  });
}

function importsRoute(app: FastifyInstance, { db }: ApiDeps): void {
  defineRoute(app, {
    ...ADMINISTRATORS,
    method: 'GET',
    url: '/reference/imports',
    summary: 'The newest imports: what, when and by whom',
    response: referenceImportsResponse,
    handler: async () => ok(await listReferenceImports(db, LISTED_IMPORTS)),
  });
}

function importRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...ADMINISTRATORS,
    method: 'POST',
    url: '/reference/import',
    summary:
      'Import a CSV file (form fields `set` and `dry_run`, then `file`); all of it or nothing, a dry run only reports',
    response: referenceReportResponse,
    handler: async (input) => {
      try {
        return await runImport(deps, input, await readForm(input.request));
      } catch (error) {
        throw asImportError(error);
      }
    },
  });
}

interface ImportForm {
  readonly set: DataSet;
  readonly isDryRun: boolean;
  readonly file: CsvFile;
}

/** The fields come first, since the file is read as it arrives and by its set's columns. */
async function readForm(request: FastifyRequest): Promise<ImportForm> {
  if (!request.isMultipart()) throw badField('file', 'file_missing', 'Send a form with a CSV file.');
  const fields: Record<string, unknown> = {};
  // One byte more than is allowed, so that the reader sees the excess and says so.
  const limits = { fileSize: MAX_FILE_BYTES + 1, files: 1, fields: 2, fieldSize: 100 };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') return readFile(part, fields);
    fields[part.fieldname] = part.value;
  }
  throw badField('file', 'file_missing', 'Send the CSV file as the field "file", after the others.');
}

async function readFile(
  part: Extract<Multipart, { type: 'file' }>,
  fields: Record<string, unknown>,
): Promise<ImportForm> {
  const asked = referenceImportFields.safeParse(fields);
  if (!asked.success) {
    part.file.resume();
    throw badField('set', 'unknown_set', 'Name one of the sets in the field "set", before the file.');
  }
  const set = setNamed(asked.data.set);
  try {
    return { set, isDryRun: asked.data.dry_run, file: await readCsv(set, part.file) };
  } finally {
    // What is left of a refused file is read and forgotten, so that the sender gets the answer.
    part.file.resume();
  }
}

async function runImport(deps: ApiDeps, input: CommandInput, { set, isDryRun, file }: ImportForm) {
  const { actor, metadata, idempotency } = callerOf(input);
  const result = await importReference(deps, {
    set,
    ...file,
    isDryRun,
    metadata,
    by: { userId: actor.userId, workerId: actor.workerId },
    // The file is part of what was asked, and no part of the parsed request.
    idempotency: idempotency && {
      ...idempotency,
      fingerprint: createHash('sha256')
        .update(`${idempotency.fingerprint} ${set.name} ${file.digest}`)
        .digest('hex'),
    },
  });
  if (!isDryRun && !result.imported) throw refusedRows(result.lines);
  const report = {
    set: set.name,
    dry_run: isDryRun,
    imported: result.imported,
    import_id: result.importId,
    rows: file.rows.length,
    counts: result.counts,
    lines: result.lines.map(lineView),
  };
  return ok(report, { position: result.position });
}

type Line = Awaited<ReturnType<typeof importReference>>['lines'][number];

const lineView = ({ changes, errors, ...line }: Line) => ({
  ...line,
  changes: [...changes],
  errors: [...errors],
});

function setNamed(name: string): DataSet {
  const set = findReferenceSet(name);
  if (set === undefined) throw notFound();
  return set;
}
