import type { Envelope, FieldError } from '@atelier/contracts/contract/envelope.ts';

/** Why a call gave nothing: the server said no, it took too long, it could not be reached, or the screen cancelled. */
export type ApiErrorKind = 'refused' | 'timeout' | 'network' | 'aborted';

/** A call that did not succeed. `code` is the stable word a text is chosen by; `message` the server's own words. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[];
  readonly data: unknown;

  constructor(kind: ApiErrorKind, envelope: Partial<Envelope<unknown>> & { status: number }) {
    super(envelope.message ?? kind);
    this.kind = kind;
    this.status = envelope.status;
    this.code = String(envelope.code ?? kind);
    this.errors = envelope.errors ?? [];
    this.data = envelope.data;
  }
}

/** Whether asking again may help and may be automatic: nothing was decided yet. */
export const isUndecided = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'timeout' || error.kind === 'network' || error.status === 503);
