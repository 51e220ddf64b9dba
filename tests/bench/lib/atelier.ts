import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { createPool } from '@atelier/event-store/pool.ts';
import { appendBatch } from '@atelier/event-store/append/append-batch.ts';
import { WrongExpectedVersion } from '@atelier/event-store/errors.ts';
import { createHorizonAdvancer } from '@atelier/event-store/horizon/horizon-advancer.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import { openStore, type OpenStoreOptions } from '@atelier/event-store/open-store.ts';
import { createRegistry } from '@atelier/event-store/registry/registry.ts';
import type { AppendRequest, EventStore } from '@atelier/event-store/types.ts';
import type { Contestant, Ordering } from './contestant.ts';
import { eventData, eventMetadata, eventType } from './event.ts';

const registry = createRegistry({ [eventType]: {} }, {});
const masterKey = masterKeyOf(Buffer.alloc(32, 1));
const connections = 16;
const ignore = (): void => undefined;

export interface AtelierOptions {
  readonly name: string;
  readonly url: string;
  readonly grouping?: OpenStoreOptions['grouping'];
  /** With an idempotency key and the item's row, as a real scan has. */
  readonly whole?: boolean;
}

export const benchRowSql = `create table if not exists bench_row (
    id text collate "C" primary key, store_id integer not null, status integer not null, number text not null,
    entered_at timestamptz not null, custody jsonb not null, tags text[] not null, remark text,
    version integer not null, position bigint not null);
  create index if not exists bench_row_status on bench_row (store_id, status);
  select register_inline_table('bench_row')`;

export async function openAtelier(options: AtelierOptions): Promise<Contestant> {
  const pool = createPool({ connectionString: options.url, role: 'atelier_app', max: connections });
  const { grouping } = options;
  const store = await openStore({ pool, masterKey, registry, ...(grouping && { grouping }) });
  const versions = new Map<string, number>();
  return {
    name: options.name,
    append: (streamId, expectedVersion) =>
      tryAppend(store, requestOf(streamId, expectedVersion, options.whole === true), versions),
    // The refusal itself says where the stream is.
    versionOf: (streamId) => Promise.resolve(versions.get(streamId) ?? 0),
    close: async () => {
      await store.close();
      await pool.end();
    },
  };
}

async function tryAppend(
  store: EventStore,
  request: AppendRequest,
  versions: Map<string, number>,
): Promise<boolean> {
  try {
    await store.append(request);
    return true;
  } catch (error) {
    if (!(error instanceof WrongExpectedVersion)) throw error;
    versions.set(error.streamId, error.actual);
    return false;
  }
}

function requestOf(streamId: string, expectedVersion: number, whole: boolean): AppendRequest {
  const events = [{ type: eventType, data: eventData }];
  if (!whole) return { streams: [{ streamId, expectedVersion, events }], metadata: eventMetadata };
  const values = {
    id: streamId,
    store_id: 3,
    status: 4 + (expectedVersion % 8),
    number: 'PAR-000123',
    entered_at: eventMetadata.occurredAt,
    custody: { kind: 'site', siteId: 3 },
    tags: ['gold'],
    remark: null,
  };
  return {
    streams: [{ streamId, expectedVersion, events, row: { table: 'bench_row', values } }],
    metadata: eventMetadata,
    idempotency: {
      person: 'user-7',
      key: randomUUID(),
      fingerprint: 'sha256-of-the-body',
      answer: { itemId: 1 },
    },
  };
}

/** M6: appends as single transactions held open; read by the store's own tail. */
export async function atelierOrdering(url: string): Promise<Ordering> {
  const pool = createPool({ connectionString: url, role: 'atelier_app', max: connections + 4 });
  const store = await openStore({ pool, masterKey, registry });
  const advancer = createHorizonAdvancer(pool, ignore);
  return {
    name: 'Atelier',
    appendHeld: async (streamId, holdMs, commit) => {
      await appendHeld(pool, streamId, holdMs, commit);
      // As the append queue does after each commit.
      advancer.advanceSoon();
    },
    follow: async (onStream) => {
      const stop = new AbortController();
      const ended = store.tail({
        after: await store.readHorizon(),
        signal: stop.signal,
        onBatch: ({ events }) => events.forEach((event) => onStream(event.streamId)),
      });
      return async () => {
        stop.abort();
        await ended;
      };
    },
    close: async () => {
      await advancer.close();
      await store.close();
      await pool.end();
    },
  };
}

async function appendHeld(pool: Pool, streamId: string, holdMs: number, commit: boolean): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const events = [[randomUUID(), eventType, 1, eventData] as const];
    const streams = [{ streamId, expectedVersion: 0, events, row: undefined }];
    await appendBatch(client, [{ streams, metadata: eventMetadata, idempotency: undefined }]);
    await sleep(holdMs);
    await client.query(commit ? 'commit' : 'rollback');
  } finally {
    client.release();
  }
}

/** M6, for comparison: the same table read as `position > cursor`. */
export async function naiveOrdering(url: string): Promise<Ordering> {
  const pool = new Pool({ connectionString: url, max: connections + 4 });
  return {
    name: 'control: position > cursor, no horizon',
    appendHeld: (streamId, holdMs, commit) => appendHeld(pool, streamId, holdMs, commit),
    follow: async (onStream) => {
      const { rows } = await pool.query<{ last: string | null }>('select max(position) as last from events');
      let running = true;
      const ended = pollNaively(pool, Number(rows[0]?.last ?? 0), () => running, onStream);
      return async () => {
        running = false;
        await ended;
      };
    },
    close: () => pool.end(),
  };
}

async function pollNaively(
  pool: Pool,
  after: number,
  running: () => boolean,
  onStream: (streamId: string) => void,
): Promise<void> {
  for (let cursor = after, more = true; more;) {
    more = running();
    const { rows } = await pool.query<{ position: string; stream_id: string }>(
      'select position, stream_id from events where position > $1 order by position limit 500',
      [cursor],
    );
    for (const row of rows) onStream(row.stream_id);
    cursor = Number(rows.at(-1)?.position ?? cursor);
    await sleep(5);
  }
}
