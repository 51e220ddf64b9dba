import { AppendBusy, OutcomeUnknown } from '@atelier/event-store/errors.ts';

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // Written to a socket that was closed a moment ago.
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ERR_SOCKET_CLOSED',
]);
/** PostgreSQL's admin_shutdown, crash_shutdown, cannot_connect_now. */
const SERVER_ENDS_OR_STARTS = new Set(['57P01', '57P02', '57P03']);
/** What the drivers of PostgreSQL and Redis say without a code. */
const DRIVER_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Cannot use a pool after calling end',
  'Client has encountered a connection error',
  'Query read timeout',
  'Connection is closed',
  'max retries per request',
  'Socket timeout. Expecting data',
  "Stream isn't writeable",
  'Failed to refresh slots cache',
  "Cluster isn't ready",
  'Command timed out',
  // Redis reads its files after a start.
  'LOADING Redis is loading',
];

/**
 * Whether a failure says that PostgreSQL or Redis is away, ends or is just starting, or that an append was not answered in time: the
 * same call may succeed later, and says nothing about what was asked.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AppendBusy || error instanceof OutcomeUnknown) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return DRIVER_MESSAGES.some((text) => error.message.includes(text));
  return NETWORK.has(code) || SERVER_ENDS_OR_STARTS.has(code) || /^08[0-9A-Z]{3}$/.test(code);
}
