import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { batchRequests } from '@atelier/application/shared/batch-requests.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { runSql } from '@atelier/host/postgres/database.ts';
import type { Contestant } from './contestant.ts';
import { eventData, eventMetadata, eventType } from './event.ts';

const AT_ONCE = 32;

/** Tables as an append with key and row writes them, the same indexes, and nothing else. */
const tablesSql = `
  create table plain_events (like events including defaults);
  alter table plain_events add primary key (position), add unique (stream_id, version);
  create table plain_streams (like streams including defaults, primary key (stream_id)) with (fillfactor = 70);
  create table plain_keys (like handled_commands including all);
  create table plain_row (like bench_row including all)`;

const STATEMENTS = [
  `insert into plain_streams select s, v, p, p, h from unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[]) x (s, v, p, h)
    on conflict (stream_id) do update set version = excluded.version, last_position = excluded.last_position,
      last_hash = excluded.last_hash`,
  `insert into plain_events select p, now(), v, 1, i, s, '${eventType}', d, m, h
     from unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[], $5::uuid[], $6::jsonb[], $7::jsonb[]) x (s, v, p, h, i, d, m)`,
  `insert into plain_keys (person, key, fingerprint, versions, position, answer)
   select 'user-7', k, 'sha256-of-the-body', jsonb_build_object(s, v), p, '{"itemId": 1}'
     from unnest($1::text[], $2::int[], $3::bigint[], $4::text[]) x (s, v, p, k)`,
  `insert into plain_row select s, 3, 4 + v % 8, 'PAR-000123', '2026-11-20T10:00:00Z', '{"kind": "site", "siteId": 3}', '{gold}', null, v, p
     from unnest($1::text[], $2::int[], $3::bigint[]) x (s, v, p)
    on conflict (id) do update set status = excluded.status, number = excluded.number, entered_at = excluded.entered_at,
      custody = excluded.custody, tags = excluded.tags, remark = excluded.remark, version = excluded.version,
      position = excluded.position`,
] as const;

interface Asked {
  readonly streamId: string;
  readonly version: number;
}

/**
 * The floor of an append with key and row: its four rows by four plain statements for all that wait, one commit, and nothing
 * found, decided, chained or answered.
 */
export async function openPlainRows(name: string, adminUrl: string): Promise<Contestant> {
  await runSql(adminUrl, tablesSql);
  const pool = createPool({ connectionString: adminUrl, role: 'owner', max: 1 });
  let last = 0;
  const write = batchRequests(async (place: Pool, asked: readonly Asked[]) => {
    for (let start = 0; start < asked.length; start += AT_ONCE) {
      const some = asked.slice(start, start + AT_ONCE);
      await writeRows(place, some, last);
      last += some.length;
    }
    return asked.map(() => true);
  });
  return {
    name,
    append: (streamId, expectedVersion) => write(pool, { streamId, version: expectedVersion + 1 }),
    versionOf: () => Promise.resolve(0),
    close: () => pool.end(),
  };
}

async function writeRows(pool: Pool, asked: readonly Asked[], last: number): Promise<void> {
  const ids = asked.map(({ streamId }) => streamId);
  const versions = asked.map(({ version }) => version);
  const positions = asked.map((_each, index) => last + index + 1);
  const hashes = asked.map(() => Buffer.alloc(32, 7));
  const data = asked.map(() => JSON.stringify(eventData));
  const metadata = asked.map(() => JSON.stringify(eventMetadata));
  const events = asked.map(() => randomUUID());
  const keys = asked.map(() => randomUUID());
  const values = [
    [ids, versions, positions, hashes],
    [ids, versions, positions, hashes, events, data, metadata],
    [ids, versions, positions, keys],
    [ids, versions, positions],
  ];
  const client = await pool.connect();
  try {
    await Promise.all([
      client.query('begin'),
      ...STATEMENTS.map((text, index) =>
        client.query({ name: `plain_${index}`, text, values: values[index] ?? [] }),
      ),
      client.query('commit'),
    ]);
  } finally {
    client.release();
  }
}
