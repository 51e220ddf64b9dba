import { Client } from 'pg';
import { eventData, eventMetadata, eventType, eventsPerStream } from './event.ts';

/**
 * Fills a log with so many events past the append, as its owner's superuser: M7 asks what the size of tables and
 * indexes does to appends, so streams, events and partitions are real, while the hashes are not chained.
 */
export async function bulkLoad(adminUrl: string, events: number): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '1GB'`);
  await client.query(`select setval('event_position', $1)`, [events]);
  await client.query('select ensure_event_partitions()');
  const step = 500_000;
  for (let from = 1; from <= events; from += step) {
    const to = Math.min(events, from + step - 1);
    await client.query(
      `insert into events (position, recorded_at, version, schema_version, event_id, stream_id, type, data, metadata, hash)
       select p, now(), (p - 1) % $3 + 1, 1, gen_random_uuid(), 'item-load.' || (p - 1) / $3, $4, $5, $6,
              sha256(int8send(p)) from generate_series($1::bigint, $2::bigint) p`,
      [from, to, eventsPerStream, eventType, JSON.stringify(eventData), JSON.stringify(eventMetadata)],
    );
    process.stderr.write('+');
  }
  await client.query(
    `insert into streams (stream_id, version, first_position, last_position, last_hash)
     select 'item-load.' || s, $2, s * $2 + 1, s * $2 + $2, sha256(int8send(s * $2 + $2))
       from generate_series(0, $1::bigint / $2 - 1) s`,
    [events, eventsPerStream],
  );
  await client.query('vacuum (analyze) events');
  await client.query('vacuum (analyze) streams');
  await client.query('select advance_horizon()');
  await client.end();
}
