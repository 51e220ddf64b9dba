// Emmett's own consumer and rebuild, carrying the very projection that ours carries: the same fold, the same
// statements, the same tables. What differs is how events are read, batched and checkpointed.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  getPostgreSQLEventStore,
  postgreSQLProjection,
  rebuildPostgreSQLProjections,
} from '@event-driven-io/emmett-postgresql';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { dashboardProjection } from '../../../packages/application/src/dashboard/dashboard.projection.ts';

const INT8 = 20;
const DATE = 1082;

/** The projection over the connection of Emmett's transaction, numbers and days read as ours are. */
const dashboard = postgreSQLProjection({
  name: 'dashboard',
  canHandle: [...dashboardProjection.types],
  handle: async (events, context) => {
    const { client } = context.connection;
    const query = (text, values) => client.query({ text, values, types: { getTypeParser } });
    const pool = { connect: async () => ({ query, release: () => undefined }), end: async () => undefined };
    const db = new Kysely({ dialect: new PostgresDialect({ pool }) });
    const own = events.map(storedEvent);
    const folding = await dashboardProjection.begin(db, own);
    for (const event of own) folding.apply(event);
    await folding.save();
  },
});

/** Its way of doing it with the least work: one statement for each event, no history, no counters. */
const statusOnly = postgreSQLProjection({
  name: 'item_status',
  canHandle: ['ItemDeposited', 'ItemStatusChanged'],
  handle: async (events, context) => {
    const { client } = context.connection;
    for (const { data, metadata } of events) {
      const values = [metadata.streamName, data.to ?? 1, data.enteredAt ?? data.createdAt];
      await client.query(
        `insert into item_status (item_id, status, entered_at) values ($1, $2, $3)
         on conflict (item_id) do update set status = excluded.status, entered_at = excluded.entered_at`,
        values,
      );
    }
  },
});
const PROJECTIONS = { dashboard, statusOnly };

function getTypeParser(oid, format) {
  if (oid === INT8) return Number;
  if (oid === DATE) return String;
  return pg.types.getTypeParser(oid, format);
}

const storedEvent = ({ type, data, metadata }) => ({
  type,
  data,
  streamId: metadata.streamName,
  version: Number(metadata.streamPosition),
  position: Number(metadata.globalPosition),
});

export async function install(url) {
  const store = getPostgreSQLEventStore(url);
  await store.schema.migrate();
  await store.close();
  await run(
    url,
    'create table item_status (item_id text primary key, status smallint, entered_at timestamptz)',
  );
}

async function run(url, text) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

/** `batchSize` is what its pulling takes at once: 100 by default, more here. */
export async function open(url, lifeEvent, batchSize) {
  const pool = new pg.Pool({ connectionString: url, max: 16 });
  pool.on('error', () => undefined);
  const store = getPostgreSQLEventStore(url, {
    connectionOptions: { pool },
    schema: { autoMigration: 'None' },
  });
  const reading = getPostgreSQLEventStore(url, { schema: { autoMigration: 'None' } });
  const consumer = reading.consumer({ pulling: { batchSize, pullingFrequencyInMs: 5 } });
  consumer.projector({ processorId: 'dashboard', projection: dashboard, startFrom: 'CURRENT' });
  let running;
  return {
    name: 'Emmett 0.42.0',
    start: async () => {
      running = consumer.start();
      running.catch((error) => process.stderr.write(`Emmett: ${error}\n`));
      await sleep(500);
    },
    append: async (item, version) => {
      const result = await store.appendToStream(`item-${item}`, [lifeEvent(item, version)], {
        expectedStreamVersion: BigInt(version),
      });
      return Number(result.lastEventGlobalPosition);
    },
    shownUpTo: async () => {
      const { rows } = await pool.query(
        `select last_processed_checkpoint as place from emt_processors where processor_id = 'dashboard'`,
      );
      return Number(rows[0]?.place ?? 0);
    },
    close: async () => {
      await consumer.close();
      await running?.catch(() => undefined);
      await store.close();
      await reading.close();
      if (!pool.ended) await pool.end();
    },
  };
}

let rebuilds = 0;

/**
 * Rebuilds one of the projections from everything there is: seconds, and how many items its table holds then. Under a
 * new name each time: a processor that has been at the end does not start over.
 */
export async function rebuild(url, which, batchSize) {
  await run(url, `truncate item_status, ${dashboardProjection.tables.join(', ')}`);
  rebuilds += 1;
  const started = performance.now();
  const consumer = rebuildPostgreSQLProjections({
    connectionString: url,
    projection: PROJECTIONS[which],
    processorId: `rebuild-${rebuilds}`,
    pulling: { batchSize, pullingFrequencyInMs: 1 },
  });
  await consumer.start();
  await consumer.close();
  const seconds = (performance.now() - started) / 1_000;
  const table = which === 'dashboard' ? 'item_census' : 'item_status';
  const [{ items }] = await run(url, `select count(*)::integer as items from ${table}`);
  return { seconds, items };
}
