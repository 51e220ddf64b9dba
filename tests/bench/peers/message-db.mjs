// message-db: its SQL as published, called with a prepared statement over a pool of sixteen connections.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const base = join(
  dirname(createRequire(import.meta.url).resolve('@eventide/message-db/package.json')),
  'database',
);
const write = { name: 'write_message', text: 'select write_message($1, $2, $3, $4, $5, $6)' };

/** Runs the install script's files in its order. */
export async function install(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const run = (file) => client.query(readFileSync(join(base, file), 'utf8'));
  for (const file of ['roles/message-store.sql', 'schema/message-store.sql', 'extensions/pgcrypto.sql'])
    await run(file).catch((error) => {
      if (!/already exists/.test(error.message)) throw error;
    });
  await client.query('set search_path to message_store, public');
  for (const file of ['tables/messages.sql', 'types/message.sql']) await run(file);
  const order = readFileSync(join(base, 'install-functions.sh'), 'utf8').match(/functions\/[a-z0-9-]+\.sql/g);
  for (const file of order) await run(file);
  for (const file of readdirSync(join(base, 'indexes'))) await run(`indexes/${file}`);
  await client.end();
}

function openPool(url, max) {
  const pool = new pg.Pool({ connectionString: url, max, options: '-c search_path=message_store,public' });
  return pool.on('error', () => undefined);
}

export async function open(url, event) {
  const pool = openPool(url, 16);
  const versions = new Map();
  return {
    name: 'message-db 1.3.1',
    append: async (streamId, expectedVersion) => {
      try {
        const values = [randomUUID(), streamId, event.type, event.data, event.metadata, expectedVersion - 1];
        await pool.query({ ...write, values });
        return true;
      } catch (error) {
        const actual = /Stream Version: (-?\d+)/.exec(error.message);
        if (actual === null) throw error;
        versions.set(streamId, Number(actual[1]) + 1);
        return false;
      }
    },
    versionOf: async (streamId) => versions.get(streamId) ?? 0,
    close: () => pool.end(),
  };
}

export async function openOrdering(url, event) {
  const pool = openPool(url, 20);
  return {
    name: 'message-db, one category',
    appendHeld: async (streamId, holdMs, commit) => {
      const client = await pool.connect();
      await client.query('begin');
      const values = [randomUUID(), streamId, event.type, event.data, event.metadata, -1];
      await client.query({ ...write, values });
      await sleep(holdMs);
      await client.query(commit ? 'commit' : 'rollback');
      client.release();
    },
    follow: async (onStream) => {
      const last = await pool.query('select max(global_position) as last from messages');
      let cursor = Number(last.rows[0].last ?? 0) + 1;
      let running = true;
      const ended = (async () => {
        for (let more = true; more;) {
          more = running;
          const { rows } = await pool.query('select * from get_category_messages($1, $2, 500)', [
            'held',
            cursor,
          ]);
          for (const row of rows) onStream(row.stream_name);
          if (rows.length > 0) cursor = Number(rows.at(-1).global_position) + 1;
          await sleep(5);
        }
      })();
      return async () => {
        running = false;
        await ended;
      };
    },
    close: () => pool.end(),
  };
}
