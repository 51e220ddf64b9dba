import { createTestDatabase, type TestDatabase } from '@atelier/tests/harness/postgres.ts';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPool } from '@atelier/event-store/pool.ts';
import { listen } from './listener.ts';

let database: TestDatabase;
let pool: Pool;
/** Unhandled rejections end a process. */
const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);

beforeAll(async () => {
  database = await createTestDatabase();
  process.on('unhandledRejection', note);
});
beforeEach(() => {
  pool = createPool({ connectionString: database.appUrl, role: 'atelier_app' });
});
afterEach(() => pool.end());
afterAll(async () => {
  process.off('unhandledRejection', note);
  await database.drop();
});

it('takes another connection when one is lost while it begins to listen', async () => {
  let made = 0;
  // As when the server dies at this moment: the call that is under way fails, and so does the connection.
  pool.on('connect', (client) => {
    made += 1;
    if (made === 1) Reflect.get(client, 'connection').stream.destroy();
  });
  const errors: unknown[] = [];
  let connected = 0;
  const listener = listen(pool, {
    channel: 'atelier_listener_test',
    onPayload: () => undefined,
    onConnected: () => (connected += 1),
    onError: (error) => errors.push(error),
  });
  await expect.poll(() => connected).toBe(1);
  listener.stop();
  expect(errors).toHaveLength(1);
  expect(unhandled).toEqual([]);
});
