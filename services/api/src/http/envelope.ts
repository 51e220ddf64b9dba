import { envelope } from '@atelier/contracts/contract/schema.ts';
import { z } from 'zod';
import type { ApiError } from './errors.ts';

/** What a handler gives back: the data and what else the envelope or the headers say. */
export interface HandlerResult<T> {
  readonly data: T;
  readonly code?: string | number | undefined;
  /** The fixed words of product/calls.md §3, e.g. 'update success'. */
  readonly message?: string | undefined;
  /** Rows there are in all, for lists. */
  readonly total?: number | undefined;
  /** Log position of the command's last event. */
  readonly position?: number | undefined;
  /** Version of the one record this response is about: it travels in `ETag`. */
  readonly version?: number | undefined;
  /** Changes with whatever is shown: it travels in `ETag`, and who has it already (`If-None-Match`) gets a 304. */
  readonly tag?: string | undefined;
  /** Fields that also stand beside the envelope's own (the captcha's, product/calls.md §1). */
  readonly beside?: Readonly<Record<string, unknown>> | undefined;
}

/** A 200 response. */
export function ok<T>(data: T, rest: Omit<HandlerResult<T>, 'data'> = {}): HandlerResult<T> {
  return { data, ...rest };
}

/** Some rows of a call were refused and the others are done. */
const PARTLY_DONE = 'partly_done';

/**
 * The envelope of a 200, ready for the response schema. Its head says `success` only when no row of it was refused, whichever
 * call it answers: a caller that reads the head alone never takes a refused row for a done one (product/calls.md §1).
 */
export function successBody(result: HandlerResult<unknown>): Record<string, unknown> {
  const rows = rowsIn(result.data);
  const refused = rows.filter(({ success }) => !success).length;
  const head =
    refused === 0
      ? { success: true, code: result.code ?? 'ok', message: result.message ?? '' }
      : { success: false, code: PARTLY_DONE, message: `${refused} of ${rows.length} were refused.` };
  return {
    ...result.beside,
    status: 200,
    ...head,
    data: result.data,
    total: result.total,
    position: result.position,
  };
}

interface Row {
  readonly success: boolean;
}

/** The rows of a result per row; none where the data is anything else. */
function rowsIn(data: unknown): readonly Row[] {
  return Array.isArray(data) && data.every(isRow) ? data : [];
}

function isRow(value: unknown): value is Row {
  return (
    typeof value === 'object' && value !== null && 'success' in value && typeof value.success === 'boolean'
  );
}

/** The envelope of a refusal. `data` is null unless the refusal carries facts for the screen. */
export function failureBody(error: ApiError): Record<string, unknown> {
  return {
    status: error.status,
    success: false,
    code: error.code,
    message: error.message,
    data: error.details.data ?? null,
    errors: error.details.errors,
  };
}

/** Response schema of every refusal. */
export const failureResponse = envelope(z.unknown());
