import { z } from 'zod';
import { capitalCode, codeText } from '@atelier/domain/contract/codes.ts';
import type { FieldError } from './envelope.ts';
import {
  MOST_IDS,
  ONE_LINE,
  PAGE_ROWS,
  SIGNATURE_LIMITS,
  TRACKING_NUMBER,
} from '@atelier/domain/contract/limits.ts';

export const fieldError = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
  row: z.number().int().optional(),
  column: z.string().optional(),
  value: z.string().optional(),
  sku: z.string().nullable().optional(),
}) satisfies z.ZodType<FieldError>;
/** Every staff answer (product/calls.md §1): `status` repeats the HTTP status, `code` is stable, `message` the fixed words of §3. */
export function envelope<T extends z.ZodType>(data: T) {
  return z.object({
    status: z.number().int(),
    success: z.boolean(),
    code: z.union([z.string(), z.number()]),
    message: z.string(),
    data,
    total: z.number().int().optional(),
    errors: z.array(fieldError).optional(),
    /** Log position of the command's last event: pass it as `min_position` to read your own write. */
    position: z.number().int().optional(),
  });
}

const trimmedText = (max: number) => z.string().trim().max(max);

/** Numeric id in a body or a query string; never negative, never beyond the safe integers. */
export const wireId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** One id or a list of ids, as calls take either (product/calls.md §7). */
export const wireIds = z
  .union([wireId, z.array(wireId).min(1).max(MOST_IDS)], {
    error: `give an id, or a list of 1 to ${MOST_IDS} ids`,
  })
  .transform((value) => (Array.isArray(value) ? value : [value]));

/** A list of ids in a query string: `1,2,3` or repeated keys. */
export const wireIdCsv = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(wireId).min(1).max(MOST_IDS),
);

/** A code as it is stored (`codeText`); free in form. */
export const code = (max: number) => z.string().overwrite(codeText).max(max);
/** A code that is printed in capitals. */
export const capitals = (max: number) => z.string().overwrite(capitalCode).max(max);

export const trackingNumber = z
  .string()
  .overwrite(codeText)
  .min(TRACKING_NUMBER.least)
  .max(TRACKING_NUMBER.most)
  .regex(TRACKING_NUMBER.pattern);

/** Paging, sort and freshness of every list call: `page` from 1, at most 200 rows a page (product/calls.md §7). */
export const listQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(PAGE_ROWS.most).default(PAGE_ROWS.usual),
  sort: z.string().max(40).optional(),
  min_position: z.coerce.number().int().min(0).optional(),
});

/** ISO instant in UTC. */
export const instant = z.iso.datetime();
/** Calendar date `YYYY-MM-DD`. */
export const calendarDate = z.iso.date();

export const text = trimmedText;
export const requiredText = (max: number) => trimmedText(max).min(1);

/** A name or a title: on one line. */
export const line = (max: number) => trimmedText(max).regex(ONE_LINE);
export const requiredLine = (max: number) => line(max).min(1);

/** A signature's strokes and picture, as every call takes them. */
export const strokes = z
  .array(
    z.array(z.tuple([z.number(), z.number(), z.number().optional()])).max(SIGNATURE_LIMITS.pointsPerStroke),
  )
  .max(SIGNATURE_LIMITS.strokes);
export const signatureImage = z
  .string()
  .max(SIGNATURE_LIMITS.imageCharacters)
  .regex(/^data:image\/png;base64,/);

/** `HH:MM` on the clock of a place. */
export const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
