import { describe, expect, it } from 'vitest';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { createBatchedRead } from './batched-read.ts';

const PARIS: DataScope = { kind: 'store', siteId: 1 };
const LYON: DataScope = { kind: 'store', siteId: 2 };

/** A read that answers when it is let go, and says what it was asked for. */
function heldRead() {
  const asked: { readonly scope: DataScope; readonly ids: readonly number[]; readonly go: () => void }[] = [];
  const read = createBatchedRead<string>(async (scope, ids) => {
    await new Promise<void>((go) => asked.push({ scope, ids, go }));
    if (ids.includes(13)) throw new Error('no such table');
    return new Map(ids.filter((id) => id < 100).map((id) => [id, `row ${id}`]));
  });
  return { asked, read };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a batched read', () => {
  it('asks at once for the first, and once for all that come meanwhile', async () => {
    const { asked, read } = heldRead();
    const rows = [read(PARIS, 1), read(PARIS, 2), read(PARIS, 3), read(PARIS, 2)];
    expect(asked.map(({ ids }) => ids)).toEqual([[1]]);
    asked[0]?.go();
    await turn();
    expect(asked.map(({ ids }) => ids)).toEqual([[1], [2, 3]]);
    asked[1]?.go();
    expect(await Promise.all(rows)).toEqual(['row 1', 'row 2', 'row 3', 'row 2']);
  });

  it('begins a read of its own for whoever asks while one is under way', async () => {
    const { asked, read } = heldRead();
    const first = read(PARIS, 1);
    const again = read(PARIS, 1);
    asked[0]?.go();
    await first;
    await turn();
    expect(asked).toHaveLength(2);
    asked[1]?.go();
    expect(await again).toBe('row 1');
  });

  it('never reads two scopes together', () => {
    const { asked, read } = heldRead();
    void read(PARIS, 1);
    void read(LYON, 2);
    expect(asked.map(({ scope, ids }) => [scope, ids])).toEqual([
      [PARIS, [1]],
      [LYON, [2]],
    ]);
  });

  it('answers undefined for what is not there', async () => {
    const { asked, read } = heldRead();
    const row = read(PARIS, 404);
    asked[0]?.go();
    expect(await row).toBeUndefined();
  });

  it('fails for those of a failed read alone, and goes on', async () => {
    const { asked, read } = heldRead();
    const failed = read(PARIS, 13);
    const next = read(PARIS, 1);
    asked[0]?.go();
    await expect(failed).rejects.toThrow('no such table');
    await turn();
    asked[1]?.go();
    expect(await next).toBe('row 1');
  });
});
