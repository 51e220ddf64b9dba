// Emmett's PostgreSQL event store, through its public API over a pool of sixteen connections.
import { setTimeout as sleep } from 'node:timers/promises';
import { ExpectedVersionConflictError, isExpectedVersionConflictError } from '@event-driven-io/emmett';
import { appendToStream, getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';
import { dumbo } from '@event-driven-io/dumbo';
import pg from 'pg';

export async function install(url) {
  const store = getPostgreSQLEventStore(url);
  await store.schema.migrate();
  await store.close();
}

const quiet = (pool) => pool.on('error', () => undefined);
const isConflict = (error) =>
  error instanceof ExpectedVersionConflictError || isExpectedVersionConflictError(error);

export async function open(url, event) {
  const pool = quiet(new pg.Pool({ connectionString: url, max: 16 }));
  const store = getPostgreSQLEventStore(url, {
    connectionOptions: { pool },
    schema: { autoMigration: 'None' },
  });
  const seen = new Map();
  return {
    name: 'Emmett 0.42.0',
    append: async (streamId, expectedVersion) => {
      try {
        // Not 'STREAM_DOES_NOT_EXIST': this release does not check that one.
        await store.appendToStream(streamId, [event], { expectedStreamVersion: BigInt(expectedVersion) });
        return true;
      } catch (error) {
        if (isConflict(error)) return false;
        throw error;
      }
    },
    // Its refusal does not say where the stream is: read on from where it was seen last.
    versionOf: async (streamId) => {
      const from = seen.get(streamId) ?? 1n;
      const { currentStreamVersion } = await store.readStream(streamId, { from });
      if (currentStreamVersion > 0n) seen.set(streamId, currentStreamVersion);
      return Number(currentStreamVersion);
    },
    close: async () => {
      await store.close();
      if (!pool.ended) await pool.end();
    },
  };
}

export async function openOrdering(url, event) {
  const writers = quiet(new pg.Pool({ connectionString: url, max: 20 }));
  const pool = dumbo({ connectionString: url, pool: writers });
  const reading = quiet(new pg.Pool({ connectionString: url, max: 4 }));
  const connectionOptions = { pool: reading };
  const store = getPostgreSQLEventStore(url, { connectionOptions, schema: { autoMigration: 'None' } });
  let reader = 0;
  return {
    name: 'Emmett 0.42.0',
    appendHeld: async (streamId, holdMs, commit) => {
      const beforeCommitHook = async () => {
        await sleep(holdMs);
        if (!commit) throw new Error('rolled back');
      };
      try {
        await appendToStream(pool, streamId, 'held', [event], {
          expectedStreamVersion: 0n,
          beforeCommitHook,
        });
      } catch (error) {
        if (commit) throw error;
      }
    },
    follow: async (onStream) => {
      const consumer = store.consumer({ pulling: { batchSize: 500, pullingFrequencyInMs: 5 } });
      consumer.reactor({
        processorId: `reader-${(reader += 1)}`,
        startFrom: 'END',
        eachMessage: (message) => onStream(message.metadata.streamName),
      });
      const ended = consumer.start();
      await sleep(500);
      return async () => {
        await consumer.close();
        await ended.catch(() => undefined);
      };
    },
    close: async () => {
      await store.close();
      await pool.close();
      for (const own of [writers, reading]) if (!own.ended) await own.end();
    },
  };
}
