import { isConnectionLost } from '@atelier/application/platform/connection-lost.ts';
import { ApiError, unavailable } from './errors.ts';

/** PostgreSQL's error classes and codes that mean "not now" rather than "a mistake of ours". */
const UNAVAILABLE = new Map<string, string>([
  ['55P03', 'lock_timeout'],
  ['57014', 'statement_timeout'],
  ['40001', 'serialization'],
  ['40P01', 'serialization'],
  ['25006', 'read_only'],
]);
const UNAVAILABLE_CLASSES = new Map<string, string>([
  ['08', 'database_unreachable'],
  ['53', 'database_full'],
  ['57', 'database_unreachable'],
  ['58', 'database_full'],
]);
/**
 * Reads a database failure as an answer: 503 for a transient failure, 400 for a value PostgreSQL cannot
 * hold (class 22: NUL, out of range). Anything else is our fault and stays undefined, hence a plain 500.
 */
export function fromDatabaseError(error: Error): ApiError | undefined {
  if (isConnectionLost(error)) return unavailable('database_unreachable');
  const code = codeOf(error);
  if (code === undefined) return undefined;
  if (!/^[0-9A-Z]{5}$/.test(code)) return undefined;
  if (code.startsWith('22')) return new ApiError(400, 'invalid_value', 'A value cannot be stored.');
  const named = UNAVAILABLE.get(code) ?? UNAVAILABLE_CLASSES.get(code.slice(0, 2));
  return named === undefined ? undefined : unavailable(named);
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
