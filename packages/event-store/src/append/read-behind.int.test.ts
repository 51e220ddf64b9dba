import type { ClientBase } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WrongExpectedVersion } from '../errors.ts';
import { createTestStore, made, moved, testMetadata, to, type TestStore } from '../testing/test-store.ts';
import { type StreamAppend, type ReadBehind } from '../types.ts';

let t: TestStore;
beforeAll(async () => {
  t = await createTestStore();
});
afterAll(() => t.close());

/** Reads how many events all streams of this test have, and notes what was sent and what was kept. */
function countingReads(text = 'select count(*)::int as count from events where stream_id like $1') {
  const sends: number[] = [];
  const kept: Promise<number | undefined>[] = [];
  const prefix = `behind-${crypto.randomUUID()}`;
  const sender = {
    send(client: ClientBase, reads: readonly ReadBehind[]) {
      sends.push(reads.length);
      const found = client.query<{ count: number }>(text, [`${prefix}%`]);
      const isClean = found.then(
        () => true,
        () => false,
      );
      return { isClean, keep: () => void kept.push(found.then(({ rows }) => rows[0]?.count)) };
    },
  };
  const append = (stream: StreamAppend, behind: ReadBehind = { sender }) =>
    t.store.append({ streams: [stream], metadata: testMetadata, behind });
  return { sends, kept, prefix, sender, append };
}

describe('a read behind an append', () => {
  test('sees what was written, and one that is not asked for is not sent', async () => {
    const { sends, kept, prefix, append } = countingReads();
    await append(to(`${prefix}-1`, 0, made('ring'), moved(3)));
    expect(await Promise.all(kept)).toEqual([2]);
    await t.store.append({ streams: [to(`${prefix}-2`, 0, made('x'))], metadata: testMetadata });
    expect(sends).toEqual([1]);
  });

  test('is not sent by a store that leaves it out', async () => {
    const { sends, kept, prefix, sender } = countingReads();
    const another = await t.openAnother({ without: ['readBehind'] });
    await another.append({
      streams: [to(`${prefix}-1`, 0, made('x'))],
      metadata: testMetadata,
      behind: { sender },
    });
    expect([sends, kept]).toEqual([[], []]);
  });

  test('is sent once for all commands of a statement', async () => {
    const { sends, kept, prefix, append } = countingReads();
    const ids = Array.from({ length: 12 }, (_, index) => `${prefix}-${index}`);
    await Promise.all(ids.map((id) => append(to(id, 0, made('ring')))));
    expect(sends.reduce((sum, reads) => sum + reads)).toBe(12);
    expect(sends.length).toBeLessThan(12);
    // The last ones see everybody before them.
    expect(Math.max(...(await Promise.all(kept)).map(Number))).toBe(12);
  });

  test('counts only when its command was kept', async () => {
    const { sends, kept, prefix, append } = countingReads();
    await append(to(`${prefix}-1`, 0, made('ring')));
    await expect(append(to(`${prefix}-1`, 7, moved(3)))).rejects.toBeInstanceOf(WrongExpectedVersion);
    expect([sends.length, kept.length]).toEqual([2, 1]);
  });

  test('is sent again with a command whose statement another one broke, and counts once', async () => {
    const { kept, prefix, append } = countingReads();
    const broken = { ...to(`${prefix}-broken`, 0, made('x')), row: { table: 'no_table', values: {} } };
    const [, first, second] = await Promise.allSettled([
      append(broken),
      append(to(`${prefix}-1`, 0, made('x'))),
      append(to(`${prefix}-2`, 0, made('x'))),
    ]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(await Promise.all(kept)).toHaveLength(2);
  });

  test('that fails takes nothing from its command, and its session is not used again', async () => {
    const { kept, prefix, append } = countingReads('select 1 / $1::int');
    const sessions = async () =>
      new Set(
        (await t.pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows.map(({ pid }) => pid),
      );
    // The session of an earlier test may still be on its way back, and would be the next one to be used.
    await expect.poll(() => t.pool.idleCount === t.pool.totalCount).toBe(true);
    const [before] = await sessions();
    await expect(append(to(`${prefix}-1`, 0, made('ring')))).resolves.toMatchObject({
      versions: { [`${prefix}-1`]: 1 },
    });
    await expect(kept[0]).rejects.toThrow(/invalid input syntax/);
    expect(await sessions()).not.toContain(before);
  });
});
