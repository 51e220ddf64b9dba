/** What a log, or a job that failed, keeps of a failure. */
export interface PlainError {
  readonly type: string;
  readonly message: string;
  readonly code: string | undefined;
  /** Where it came from; without the message that a stack begins with. */
  readonly stack: string | undefined;
}

/**
 * An error without what it quotes. PostgreSQL's `detail`, `where` and parameters quote rows, hence people, and stay out;
 * so do the values that its data exceptions and a JSON parser name in the message itself (product/reliability.md §27).
 */
export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'not an error', code: undefined, stack: undefined };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { type: error.name, message: wordsOf(error, code), code, stack: framesOf(error) };
}

/** The same as an error, for those who keep an error's message themselves, as a queue does of a job that failed. */
export function withoutQuotes(error: unknown): Error {
  const { type, message, code, stack } = plainError(error);
  const plain = Object.assign(new Error(message), code === undefined ? {} : { code });
  plain.name = type;
  plain.stack = `${type}: ${message}\n${stack ?? ''}`;
  return plain;
}

/** Class 22 is PostgreSQL's "data exception": the quoted thing is the value, elsewhere it is a table or a constraint. */
function wordsOf(error: Error, code: string | undefined): string {
  if (error instanceof SyntaxError) return 'a text could not be parsed';
  return code?.startsWith('22') === true ? error.message.replaceAll(/".*"/gs, '"…"') : error.message;
}

const FRAME = /^\s+at /;

const framesOf = ({ stack }: Error): string | undefined =>
  stack
    ?.split('\n')
    .filter((line) => FRAME.test(line))
    .join('\n');
