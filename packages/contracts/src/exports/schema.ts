import { z } from 'zod';
import { envelope, instant, listQuery, wireId } from '../contract/schema.ts';
import { toMs } from '@atelier/domain/kernel.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import { itemListQuery } from '../repair-list/schema.ts';
import {
  EXCEL_TYPES,
  EXPORT_FORMATS,
  EXPORT_MOST_IDS,
  EXPORT_TYPES,
  LOG_FORMATS,
} from '@atelier/domain/exports/contract.ts';

/** The filters of `GET /rmalist`, as a list's address holds them; pages and marks mean nothing to a file. */
export const exportFilter = z.strictObject(
  itemListQuery.omit({ page: true, page_size: true, target: true, min_position: true }).shape,
);

/**
 * `POST /excel` (product/exports.md §1): the items by id, or instead what a list with these filters shows.
 * `language` says in which of the seven the file is written.
 */
export const excelBody = z
  .strictObject({
    rmaItem: z
      .union([wireId, z.array(wireId).min(1).max(EXPORT_MOST_IDS)])
      .transform((value) => [...new Set(Array.isArray(value) ? value : [value])])
      .optional(),
    filter: exportFilter.optional(),
    excelType: z.enum(EXCEL_TYPES),
    language: z.enum(REFERENCE_LANGUAGES).default('en'),
  })
  .refine(({ rmaItem, filter }) => (rmaItem === undefined) !== (filter === undefined), {
    path: ['rmaItem'],
    error: 'Name the items, or the filters of a list: one of the two.',
  });
export type ExcelBody = z.infer<typeof excelBody>;

/** One export as its requester sees it. `expired` = there was a file, its time is up. */
export const exportView = z.object({
  id: z.number().int(),
  version: z.number().int(),
  export_id: z.number().int(),
  type: z.enum(EXPORT_TYPES),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled', 'expired']),
  /** Rows written so far, and how many there will be; null before they are counted. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  format: z.enum(EXPORT_FORMATS).nullable(),
  size: z.number().int().nullable(),
  failure: z.string().nullable(),
  requested_at: z.string(),
  expires_at: z.string().nullable(),
});
export type ExportView = z.infer<typeof exportView>;
export const exportResponse = envelope(exportView);

/** `GET /audit/exports`: every requested file, newest first. `before` is `next` of the page before. */
export const everyExportQuery = z.strictObject({
  before: wireId.optional(),
  page_size: listQuery.shape.page_size,
});
export type EveryExportQuery = z.infer<typeof everyExportQuery>;

/** An export as an auditor sees it: what, by whom and when; never what stands in the file. */
export const everyExportView = exportView
  .pick({ export_id: true, type: true, state: true, size: true, requested_at: true })
  .extend({
    rows: z.number().int().nullable(),
    account_id: z.number().int().nullable(),
    account: z.string().nullable(),
    /** Number on the badge of the worker who asked at a station. */
    worker: z.string().nullable(),
  });
export type EveryExportView = z.infer<typeof everyExportView>;
export const everyExportResponse = envelope(z.array(everyExportView)).extend({
  next: z.number().int().nullable(),
});
export const exportsResponse = envelope(z.array(exportView));
export const exportParams = z.object({ id: wireId });

const span = { from: instant.optional(), to: instant.optional() };
const isForward = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || toMs(from) < toMs(to);
const BACKWARD = { path: ['to'], error: 'The end lies after the beginning.' };

/** `POST /audit/export` (product/exports.md §5): a file of what the log recorded from `from` on and before `to`. */
export const logExportBody = z
  .strictObject({
    format: z.enum(LOG_FORMATS),
    ...span,
    language: z.enum(REFERENCE_LANGUAGES).default('en'),
  })
  .refine(isForward, BACKWARD);

export const logStreamParams = z.object({ format: z.enum(LOG_FORMATS) });
/** `GET /audit/events/{format}`; `after` goes on behind the event with that position. */
export const logStreamQuery = z
  .strictObject({ ...span, after: z.coerce.number().int().min(0).default(0) })
  .refine(isForward, BACKWARD);
