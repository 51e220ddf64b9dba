import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';

/**
 * Whether a page of this origin may open a live connection: our own address, one that was configured, or the very
 * host that was asked. Programs send no origin; they need a ticket all the same.
 */
export function isOwnOrigin(
  headers: Pick<IncomingHttpHeaders, 'origin' | 'host'>,
  config: Pick<Config, 'publicUrl' | 'corsOrigins'>,
): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  if (origin === new URL(config.publicUrl).origin || config.corsOrigins.includes(origin)) return true;
  return new URL(origin).host === host;
}
