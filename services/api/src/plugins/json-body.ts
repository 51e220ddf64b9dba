import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';

/** NUL and lone surrogates written as escapes, or NUL as it is: PostgreSQL's text can hold neither. */
const SUSPECT = /\\u0000|\\ud[89a-f]|\0/i;

/**
 * Reads JSON bodies. Beyond fastify's own parser (which refuses `__proto__`), text that cannot be stored is
 * refused here, once, instead of failing in some query; and an empty body counts as none.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text === '') return done(null, undefined);
    return parse(request, text, (error, value: unknown) => {
      if (error !== null) return done(error);
      if (SUSPECT.test(text) && !isStorable(value)) return done(unstorable());
      return done(null, value);
    });
  });
}

const unstorable = (): ApiError =>
  new ApiError(400, 'invalid_value', 'The text holds characters that cannot be stored.');

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner));
}
