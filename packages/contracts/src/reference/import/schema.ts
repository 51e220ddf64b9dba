import { z } from 'zod';
import { envelope, listQuery, requiredText } from '../../contract/schema.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { EDITABLE_SETS } from '@atelier/domain/reference/import/editable.ts';
import { LINE_ACTIONS } from '@atelier/domain/reference/import/report.ts';
import { REFERENCE_SETS } from '@atelier/domain/reference/import/sets.ts';

/** Wire shapes of the reference import (product/reference.md §1). */
const setName = z.enum(REFERENCE_SETS.map((set) => set.name));

export const referenceTemplateQuery = z.strictObject({ set: setName });

export const referenceColumnView = z.object({
  name: z.string(),
  kind: z.string(),
  is_key: z.boolean(),
  is_optional: z.boolean(),
  example: z.string(),
  /** What a `choice` may say. */
  choices: z.array(z.string()),
  /** The set whose rows this column names. */
  refers_to: z.string().nullable(),
});
export const referenceSetView = z.object({ set: z.string(), columns: z.array(referenceColumnView) });
export type ReferenceSetView = z.infer<typeof referenceSetView>;
export const referenceSetsResponse = envelope(z.array(referenceSetView));

/** The fields of the multipart form, which come before its file. */
export const referenceImportFields = z.strictObject({
  set: setName,
  dry_run: z
    .enum(['1', '0', 'true', 'false'])
    .default('0')
    .transform((word) => word === '1' || word === 'true'),
});

const count = z.number().int().nonnegative();
export const referenceLineView = z.object({
  line: count,
  sku: z.string().nullable(),
  action: z.enum(LINE_ACTIONS),
  /** Columns that an update changes. */
  changes: z.array(z.string()),
  /** What the wrong cell holds, shortened; '' where it is blank or names a person. */
  errors: z.array(z.object({ column: z.string(), code: z.string(), value: z.string() })),
});
export type ReferenceLineView = z.infer<typeof referenceLineView>;

/** `imported` is true once the rows are in the tables; a dry run never is. */
export const referenceReportView = z.object({
  set: z.string(),
  dry_run: z.boolean(),
  imported: z.boolean(),
  import_id: z.number().int().nullable(),
  rows: count,
  counts: z.object({ insert: count, update: count, unchanged: count, error: count }),
  lines: z.array(referenceLineView),
});
export type ReferenceReportView = z.infer<typeof referenceReportView>;
export const referenceReportResponse = envelope(referenceReportView);

/** An import that was taken in; `imported_by` is null for one from the command line. */
export const referenceImportView = z.object({
  import_id: z.number().int(),
  set: z.string(),
  imported_at: z.string(),
  imported_by: z.string().nullable(),
  rows: count,
  inserted: count,
  updated: count,
  unchanged: count,
});
export type ReferenceImportView = z.infer<typeof referenceImportView>;
export const referenceImportsResponse = envelope(z.array(referenceImportView));

const editable = z.enum(EDITABLE_SETS);
const words = z.string().trim().max(100).default('');
const cells = z.record(z.string().max(60), z.string().max(1_000));

/** `GET /reference/rows`: rows of a set as its file has them; `q` filters by words in their cells. */
export const referenceRowsQuery = z.strictObject({
  set: editable,
  q: words,
  page: listQuery.shape.page,
  page_size: listQuery.shape.page_size,
});
export const referenceExportQuery = z.strictObject({ set: editable, q: words });

export const referenceRowView = z.object({
  key: z.string(),
  cells: z.record(z.string(), z.string()),
  /** Of a fee: what its sub-reason is called. */
  label: z.record(z.string(), z.string()).nullable(),
});
export type ReferenceRowView = z.infer<typeof referenceRowView>;
export const referenceRowsResponse = envelope(z.array(referenceRowView));

/** `POST /reference/row`: one row, whole; `seen` is the row as the person saw it, null of a new one. */
export const saveReferenceRowBody = z.strictObject({
  set: editable,
  cells,
  seen: cells.nullable(),
  reason: requiredText(TEXT_LENGTH.reason),
});
export const referenceRowResponse = envelope(z.object({ key: z.string() }));

/** `GET /reference/row/history` */
export const referenceHistoryQuery = z.strictObject({ set: editable, key: z.string().min(1).max(200) });
export const referenceEditView = z.object({
  at: z.string(),
  by: z.string(),
  reason: z.string(),
  is_new: z.boolean(),
  changes: z.array(z.object({ column: z.string(), before: z.string().nullable(), after: z.string() })),
});
export type ReferenceEditView = z.infer<typeof referenceEditView>;
export const referenceHistoryResponse = envelope(z.array(referenceEditView));
