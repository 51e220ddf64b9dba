/**
 * An error that an operator can act on. Its message is one sentence that names what is wrong, where, and what to do, and
 * quotes no secret; a process that it ends prints it without a stack and exits with a code other than 0.
 */
export class Fault extends Error {
  override name = 'Fault';
}

/** The text to show for any thrown value. */
export function describeError(error: unknown): string {
  // A host name with several addresses fails as a bundle of errors whose own message is empty.
  if (error instanceof AggregateError && error.message === '') return describeError(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
