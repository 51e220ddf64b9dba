import { placeOf } from '@atelier/event-store/connection/address.ts';
import type { Pool } from 'pg';
import type { Dependency, ProbedDependency } from './outages.ts';
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
