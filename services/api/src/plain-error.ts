/** What the log keeps of a failure. */
export interface PlainError {
  readonly type: string;
  readonly message: string;
  readonly code: string | undefined;
  readonly stack: string | undefined;
}

/**
 * An error for the log: PostgreSQL's `detail`, `where` and parameters quote rows, hence people, and stay out
 * (reliability.md S7).
 */
export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'not an error', code: undefined, stack: undefined };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { type: error.name, message: error.message, code, stack: error.stack };
}
