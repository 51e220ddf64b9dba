import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '../pool.ts';
import { handleCommand } from '../handle-command.ts';
import { startCuttingProxy, type CuttingProxy } from '../testing/cutting-proxy.ts';
import { createTestStore, made, moved, testMetadata, to, type TestStore } from '../testing/test-store.ts';
import type { AppendRequest, EventStore } from '../types.ts';

let t: TestStore;
let proxy: CuttingProxy;
let pool: Pool;
let store: EventStore;

beforeAll(async () => {
  t = await createTestStore();
  proxy = await startCuttingProxy(t.database.appUrl);
  pool = createPool({ connectionString: proxy.url, role: 'atelier_app' });
  store = await t.openAnother({ pool });
});
afterAll(async () => {
  await t.close();
  await pool.end();
  await proxy.close();
});

describe('an answer lost after the commit (product/reliability.md §2)', () => {
  const request = (streamId: string, key: string): AppendRequest => ({
    streams: [to(streamId, 0, made('ring'))],
    metadata: testMetadata,
    idempotency: { person: 'user-1', key, fingerprint: 'body', answer: { itemId: 5 } },
  });

  test('is an error to the caller, and the retry with the same key gets the first answer', async () => {
    for (let round = 0; round < 10; round += 1) {
      const streamId = `cut-${round}`;
      proxy.cutNextAppend();
      await expect(store.append(request(streamId, streamId))).rejects.toThrow(/terminated|ECONNRESET/i);
      await expect.poll(async () => (await t.store.readStream(streamId)).version).toBe(1);
      const again = await store.append(request(streamId, streamId));
      expect(again).toMatchObject({ replayed: true, answer: { itemId: 5 }, versions: { [streamId]: 1 } });
      expect((await t.store.readStream(streamId)).version).toBe(1);
    }
  });

  test('is never sent again by the store: without a key its outcome is unknown', async () => {
    proxy.cutNextAppend();
    const streams = [to('cut-once', 0, made('ring'))];
    await expect(store.append({ streams, metadata: testMetadata })).rejects.toThrow(/terminated|ECONNRESET/i);
    await expect.poll(async () => (await t.store.readStream('cut-once')).version).toBe(1);
  });

  test('reaches everybody whose append travelled with it, each retry is one effect', async () => {
    proxy.cutNextAppend();
    const ids = Array.from({ length: 20 }, (_, index) => `group-${index}`);
    const first = await Promise.allSettled(ids.map((id) => store.append(request(id, id))));
    expect(first.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    const retried = await Promise.all(ids.map((id) => store.append(request(id, id))));
    expect(retried.every(({ answer }) => answer?.['itemId'] === 5)).toBe(true);
    const histories = await t.store.readStreams(ids);
    expect([...histories.values()].map(({ version }) => version)).toEqual(ids.map(() => 1));
  });

  test('handleCommand answers the retry although it would decide otherwise now', async () => {
    const command = () =>
      handleCommand(store, {
        streams: ['cut-walk'],
        metadata: testMetadata,
        idempotency: { person: 'user-1', key: 'walk', fingerprint: 'body' },
        decide: (histories) =>
          (histories.get('cut-walk')?.version ?? 0) > 0
            ? { ok: false, rejection: 'already there' }
            : { ok: true, streams: [{ streamId: 'cut-walk', events: [moved(1)] }] },
      });
    proxy.cutNextAppend();
    await expect(command()).rejects.toThrow(/terminated|ECONNRESET/i);
    expect(await command()).toMatchObject({ ok: true, replayed: true, versions: { 'cut-walk': 1 } });
    expect((await t.store.readStream('cut-walk')).version).toBe(1);
  });
});
