import { envelope } from '@atelier/domain/contract/schema.ts';
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

/** The envelope of a success, ready for the response schema. */
export function successBody(result: HandlerResult<unknown>): Record<string, unknown> {
  return {
    ...result.beside,
    status: 200,
    success: true,
    code: result.code ?? 'ok',
    message: result.message ?? '',
    data: result.data,
    total: result.total,
    position: result.position,
  };
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
