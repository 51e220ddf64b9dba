import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestStore, made, moved, testMetadata, to, type TestStore } from '../testing/test-store.ts';
import { settleHorizon } from '../testing/settle-horizon.ts';
import type { LogPage } from '../types.ts';
import type { ReadLogPageRequest } from '../log-requests.ts';

let t: TestStore;
const DAY = '2026-11-2';
beforeAll(async () => {
  t = await createTestStore();
  for (let place = 0; place < 9; place += 1) {
    await t.store.append({
      streams: [to(`${place % 2 === 0 ? 'even' : 'odd'}-${place}`, 0, made('x'), moved(place))],
      metadata: {
        ...testMetadata,
        actor: { id: place % 3, kind: 'user' },
        ...(place === 4 && { worker: { id: 77 } }),
        site: place,
        occurredAt: `${DAY}${place}T10:00:00.000Z`,
      },
    });
  }
  await settleHorizon(t.pool, t.store);
});
afterAll(() => t.close());

const names = ({ events }: LogPage) => events.map(({ streamId, version }) => `${streamId}@${version}`);
const read = (request: Partial<ReadLogPageRequest>) =>
  t.store.readLogPage({ order: 'newest', limit: 4, stretch: 1_000, ...request });

async function readAll(request: Partial<ReadLogPageRequest>): Promise<readonly string[]> {
  const seen: string[] = [];
  for (let beyond: number | null | undefined; beyond !== null;) {
    const page: LogPage = await read({ ...request, beyond });
    seen.push(...names(page));
    beyond = page.next;
  }
  return seen;
}

describe('a page of the log', () => {
  test('begins at either end and goes on where it ended', async () => {
    const newest = await read({});
    expect(names(newest)).toEqual(['even-8@2', 'even-8@1', 'odd-7@2', 'odd-7@1']);
    expect(names(await read({ beyond: newest.next ?? 0 }))[0]).toBe('even-6@2');
    expect(names(await read({ order: 'oldest' }))).toEqual(['even-0@1', 'even-0@2', 'odd-1@1', 'odd-1@2']);
    expect(await readAll({})).toEqual((await readAll({ order: 'oldest' })).toReversed());
    expect(await readAll({})).toHaveLength(18);
  });

  test('reads no more than its stretch, and loses nothing between stretches', async () => {
    const short = await read({ stretch: 3, limit: 100 });
    expect(names(short)).toHaveLength(3);
    for (const order of ['newest', 'oldest'] as const)
      for (const stretch of [1, 2, 3, 7])
        expect(await readAll({ order, stretch, limit: 2 })).toEqual(await readAll({ order }));
  });

  test('holds what a stream, an actor, a worker, a site or a span names', async () => {
    expect(await readAll({ streams: '^odd-' })).toHaveLength(8);
    expect(await readAll({ actor: 1 })).toEqual(
      ['odd-7', 'even-4', 'odd-1'].flatMap((each) => [`${each}@2`, `${each}@1`]),
    );
    const only = { only: ['odd-3', 'even-0'], stretch: Number.MAX_SAFE_INTEGER };
    expect(await readAll(only)).toEqual(['odd-3@2', 'odd-3@1', 'even-0@2', 'even-0@1']);
    const [{ recordedAt: known } = { recordedAt: '' }] = (await read({ only: ['even-4'] })).events;
    expect(await readAll({ known, site: 8 })).toEqual([]);
    expect(await readAll({ known, only: ['even-4', 'even-8'] })).toEqual(['even-4@2', 'even-4@1']);
    expect(await readAll({ worker: 77 })).toEqual(['even-4@2', 'even-4@1']);
    expect(await readAll({ site: 5, own: 'odd-3' })).toEqual(['odd-5@2', 'odd-5@1', 'odd-3@2', 'odd-3@1']);
    const span = { from: `${DAY}2T10:00:00.000Z`, to: `${DAY}3T10:00:00.000Z` };
    expect(await readAll(span)).toEqual(['even-2@2', 'even-2@1']);
  });
});
