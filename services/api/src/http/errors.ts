import type { FieldError } from '@atelier/contracts/contract/envelope.ts';

/** The statuses a staff call can fail with on purpose (product/calls.md §2). 5xx by accident never gets a text. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 416 | 429 | 499 | 503;

export interface ErrorDetails {
  readonly errors?: readonly FieldError[];
  /** Facts the screen needs to explain the refusal, e.g. who scanned first. Never internals. */
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal that the client is meant to read: status, stable code (or a number that product/calls.md §1 fixes), English message. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: ErrorStatus;
  readonly code: string | number;
  readonly details: ErrorDetails;

  constructor(status: ErrorStatus, code: string | number, message: string, details: ErrorDetails = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** 400 with one bad field. */
export const badField = (path: string, code: string, message: string): ApiError =>
  new ApiError(400, code, message, { errors: [{ path, code, message }] });

export const unauthorized = (): ApiError => new ApiError(401, 'unauthorized', 'Sign in first.');

export const forbidden = (): ApiError =>
  new ApiError(403, 'forbidden', 'You do not have permission for this.');

/** Also for what exists outside the caller's store or site: the two must not differ. */
export const notFound = (): ApiError => new ApiError(404, 'not_found', 'There is no such record.');

/** A known token that no longer counts; the screens clear their credentials on it (product/identity.md §4). */
export const tokenExpired = (reason: 'expired' | 'revoked' | 'rights_changed'): ApiError =>
  new ApiError(499, `session_${reason}`, 'Token Expire Please login Again');

/** A known API key that no longer counts: its owner needs another one. */
export const keyEnded = (reason: 'expired' | 'revoked'): ApiError =>
  new ApiError(
    401,
    `api_key_${reason}`,
    `This API key ${reason === 'expired' ? 'has expired' : 'was revoked'}.`,
  );

export const personsOnly = (): ApiError =>
  new ApiError(403, 'persons_only', 'Only a person can do this, not an API key.');

/** The one thing that a session with a password of another person's choice may do is change it. */
export const passwordChangeRequired = (): ApiError =>
  new ApiError(403, 'password_change_required', 'Another person set this password. Change it first.');

/** A second factor is required, and the account has none: a session of its password may only enrol one. */
export const secondFactorMissing = (): ApiError =>
  new ApiError(403, 'second_factor_enrolment_required', 'Set up a second factor first.');

export const tooMany = (retryAfterSeconds: number): ApiError =>
  new ApiError(429, 'too_many_requests', 'Too many requests. Please try again shortly.', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  });

/** Sent again with the same idempotency key, the command has one effect and gets the answer of the first attempt. */
export const outcomeUnknown = (): ApiError =>
  new ApiError(
    503,
    'outcome_unknown',
    'It is not known whether this was saved. Send it again with the same key.',
    {
      headers: { 'retry-after': '2' },
    },
  );

export const unavailable = (code = 'unavailable'): ApiError =>
  new ApiError(503, code, 'The service is busy. Nothing was changed; please try again.', {
    headers: { 'retry-after': '2' },
  });
