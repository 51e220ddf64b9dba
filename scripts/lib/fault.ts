/**
 * An error that a person can act on. Its message is one sentence that says what to do;
 * the command line prints it without a stack and ends with a code other than 0.
 */
export class Fault extends Error {
  override readonly name = 'Fault';
}

/** The text to show for whatever was thrown. */
export function describeError(error: unknown): string {
  // A name with several addresses fails as a bundle of errors without a message of its own.
  if (error instanceof AggregateError && error.message === '') return describeError(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
