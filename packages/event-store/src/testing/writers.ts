import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientBase } from 'pg';
import { appendBatch } from '../append/append-batch.ts';
import { testMetadata } from './test-store.ts';

/** Repeatable randomness: a failing run can be run again. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface HostileWriters {
  /** Positions that were committed, as the writers were answered. */
  readonly committed: ReadonlySet<number>;
  readonly stop: () => Promise<void>;
}

/** Appends one event to a new stream on a client's own transaction, past the queue; answers its position. */
export async function appendOn(client: ClientBase, streamId: string): Promise<number> {
  const [result] = await appendBatch(client, [
    {
      streams: [
        { streamId, expectedVersion: 0, events: [[randomUUID(), 'ThingMade', 1, {}]], row: undefined },
      ],
      metadata: testMetadata,
      idempotency: undefined,
    },
  ]);
  if (result === undefined || result instanceof Error) throw result ?? new Error('no result');
  return result.position;
}

/**
 * Writers as unlike the queue as the database allows: each append in a transaction that is held open for a
 * random moment, a tenth of them for 20 ms, a tenth rolled back.
 */
export async function startHostileWriters(url: string, count: number, seed: number): Promise<HostileWriters> {
  const committed = new Set<number>();
  let running = true;

  async function write(client: Client, writer: number): Promise<void> {
    const random = seededRandom(seed + writer);
    for (let turn = 0; running; turn += 1) {
      await client.query('begin');
      const position = await appendOn(client, `hostile-${seed}-${writer}-${turn}`);
      await sleep(random() < 0.1 ? 20 : random() * 3);
      if (random() < 0.1) {
        await client.query('rollback');
        continue;
      }
      await client.query('commit');
      committed.add(position);
    }
    await client.end();
  }

  const clients = await Promise.all(
    Array.from({ length: count }, async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const done = Promise.all(clients.map(write));
  return {
    committed,
    stop: async () => {
      running = false;
      await done;
    },
  };
}
