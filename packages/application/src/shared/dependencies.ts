import { placeOf } from '@atelier/postgres/connection/address.ts';
import type { Pool } from 'pg';
import type { Dependency, ProbedDependency } from '../platform/outages.ts';
import { parseRedisAddress } from './redis-address.ts';

export const postgresDependency = (databaseUrl: string): Dependency => ({
  name: `PostgreSQL ${placeOf(databaseUrl)}`,
  meanwhile: 'calls are answered with 503 and jobs wait, both go on when it is back',
});

export const probedPostgres = (databaseUrl: string, pool: Pool): ProbedDependency => ({
  ...postgresDependency(databaseUrl),
  probe: () => pool.query('select 1'),
});

export const redisDependency = (redisUrl: string): Dependency => ({
  name: `Redis ${redisPlaceOf(redisUrl)}`,
  meanwhile: 'commands are saved as before, background jobs (messages, NAV, exports) wait until it is back',
});

/** Hosts of a Redis address, as a person reads them: without login. */
export function redisPlaceOf(redisUrl: string): string {
  return parseRedisAddress(redisUrl)
    .nodes.map(({ host, port }) => `${host}:${port}`)
    .join(',');
}

export const navDependency = (url: string): Dependency => ({
  name: `NAV ${new URL(url).host}`,
  meanwhile: 'its documents wait and are sent when it answers',
});

export const messageDependency = (name: string): Dependency => ({
  name,
  meanwhile: 'messages to customers wait and are sent when it takes them',
});

export const webhookDependency = (name: string): Dependency => ({
  name,
  meanwhile: 'its events wait and are sent in their order when it takes them',
});

export const siemDependency = (url: string): Dependency => ({
  name: `The SIEM ${new URL(url).host}`,
  meanwhile: 'security events wait in the log and are sent in their order when it takes them',
});

export const backupDependency = (place: string): Dependency => ({
  name: `The place of the backups, ${place},`,
  meanwhile:
    'what is written now is not archived, PostgreSQL keeps up to 4 GB of it until the place can be used',
});
