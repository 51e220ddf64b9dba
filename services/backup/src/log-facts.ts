import type { Client } from 'pg';
import type { LogFacts } from './manifest.ts';

/**
 * What the log holds up to a position; up to its horizon when none is given. The digest adds up parts of the events' hashes, in
 * whatever order they are read: quick, and another one as soon as one event differs, is missing or is one too many.
 */
export async function logFacts(client: Client, upTo?: number): Promise<LogFacts> {
  const { rows } = await client.query<{
    epoch: string;
    position: string;
    events: string;
    digest: string;
    archives: string[];
  }>(
    `with log as (select epoch, least(position, coalesce($1::bigint, position)) as position from log_horizon)
     select log.epoch, log.position::text, s.events::text, s.digest,
            array(select name from event_archives order by name) as archives
       from log cross join lateral (
         select count(*) as events,
                coalesce(sum(('x' || encode(substr(e.hash, 1, 7), 'hex'))::bit(56)::bigint::numeric), 0)::text as digest
           from events e where e.position <= log.position) s`,
    [upTo ?? null],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the log has no horizon');
  const { epoch, position, events, digest, archives } = row;
  return { epoch, position: Number(position), events: Number(events), digest, archives };
}

/** The note of the log's newest checkpoint; null when nothing was sealed yet. */
export async function newestCheckpoint(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ note: string }>(
    'select note from log_checkpoints order by size desc limit 1',
  );
  return rows[0]?.note ?? null;
}

/** Which key vault the database was used with; null when with none. */
export async function vaultId(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>('select id::text from key_vault');
  return rows[0]?.id ?? null;
}

/** What differs between two logs up to the same position, in words; empty when they are the same. */
export function logDifferences(one: LogFacts, other: LogFacts): readonly string[] {
  const found: string[] = [];
  if (one.position !== other.position)
    found.push(`one ends at position ${one.position}, the other at ${other.position}`);
  if (one.events !== other.events) found.push(`${one.events} events and ${other.events}`);
  else if (one.digest !== other.digest) found.push('as many events, but not the same');
  return found;
}
