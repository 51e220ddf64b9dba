import { Client } from 'pg';
import { eventMetadata } from './event.ts';
import { lives, type LoggedEvent } from './life.ts';

const step = 20_000;

/** Writes the same lives into our log, past the append: positions 1, 2, 3 …; hashes are filled in, not chained. */
export async function loadOurLog(adminUrl: string, events: number): Promise<void> {
  await inSteps(adminUrl, events, async (client, from, batch) => {
    await client.query(
      `insert into events (position, recorded_at, version, schema_version, event_id, stream_id, type, data, metadata, hash)
       select $1 + row_number() over () , now(), e.version, 1, gen_random_uuid(), e."streamId", e.type, e.data, $3, '\\x00'
         from json_to_recordset($2::json) e ("streamId" text, version integer, type text, data jsonb)`,
      [from, JSON.stringify(batch), JSON.stringify(eventMetadata)],
    );
  });
  const client = await connect(adminUrl);
  await client.query(
    `insert into streams (stream_id, version, first_position, last_position, last_hash)
     select stream_id, max(version), min(position), max(position), '\\x00' from events group by 1`,
  );
  await client.query('select advance_horizon()');
  for (const table of ['events', 'streams']) await client.query(`vacuum (analyze) ${table}`);
  await client.end();
}

/** Writes them into Emmett's messages, in the same order, as its own append would leave them. */
export async function loadEmmettLog(adminUrl: string, events: number): Promise<void> {
  await inSteps(adminUrl, events, async (client, from, batch) => {
    await client.query(
      `insert into emt_messages (stream_position, global_position, transaction_id, stream_id, message_schema_version,
         message_id, message_type, message_data, message_metadata)
       select e.version, $1 + row_number() over (), pg_current_xact_id(), e."streamId", '1', gen_random_uuid(),
              e.type, e.data, $3
         from json_to_recordset($2::json) e ("streamId" text, version integer, type text, data jsonb)`,
      [from, JSON.stringify(batch), JSON.stringify(eventMetadata)],
    );
  });
  const client = await connect(adminUrl);
  await client.query(`select setval('emt_global_message_position', $1)`, [events]);
  await client.query('vacuum (analyze) emt_messages');
  await client.end();
}

async function inSteps(
  adminUrl: string,
  events: number,
  write: (client: Client, from: number, batch: readonly LoggedEvent[]) => Promise<void>,
): Promise<void> {
  const client = await connect(adminUrl);
  await client.query('set synchronous_commit = off');
  await client.query(`select setval('event_position', $1)`, [events]).catch(() => undefined);
  await client.query('select ensure_event_partitions()').catch(() => undefined);
  let batch: LoggedEvent[] = [];
  let from = 0;
  const flush = async (): Promise<void> => {
    await write(client, from, batch);
    from += batch.length;
    batch = [];
    process.stderr.write('+');
  };
  for (const event of lives(events)) {
    batch.push(event);
    if (batch.length === step) await flush();
  }
  if (batch.length > 0) await flush();
  process.stderr.write('\n');
  await client.end();
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}
