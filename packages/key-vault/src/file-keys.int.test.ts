import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileKind, SealedFile } from './file-sealing.ts';
import { inTransaction } from '@atelier/postgres/transaction.ts';
import { createTestStore, type TestStore } from '@atelier/event-store/testing/test-store.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { UnreadableBytes } from './sealed-bytes.ts';
import { vaultPlaceOf, type VaultPlace } from './vault-place.ts';

let t: TestStore;
let folder: string;
let place: VaultPlace;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-file-keys-'));
  place = vaultPlaceOf({}, join(folder, 'master.key'));
  t = await createTestStore({ vault: place });
});
afterAll(async () => {
  await t.close();
  await rm(folder, { recursive: true });
});

const label = { name: 'a', mediaType: 'image/jpeg' };
const content = Buffer.from('a photograph');
const seal = ({ files: keys }: EventStore, kind: FileKind = 'lasting') => keys.seal(kind, label, content);
const open = ({ files: keys }: EventStore, sealed: SealedFile) => keys.open(label, sealed);
const destroy = (node: EventStore, sealed: readonly SealedFile[]) =>
  inTransaction(t.pool, (client) =>
    node.files.destroy(
      client,
      sealed.flatMap(({ file }) => file ?? []),
    ),
  );
const revision = async (): Promise<number | undefined> =>
  (await t.pool.query<{ revision: number }>('select revision from key_vault')).rows[0]?.revision;

describe('keys of files', () => {
  test('open what they sealed, on every node, under the same label only', async () => {
    const sealed = await seal(t.store);
    const another = await t.openAnother();
    expect(await open(another, sealed)).toEqual(content);
    expect(sealed.bytes.includes('photograph')).toBe(false);
    await expect(another.files.open({ ...label, name: 'b' }, sealed)).rejects.toThrow(UnreadableBytes);
    await expect(another.files.open({ ...label, mediaType: 'text/html' }, sealed)).rejects.toThrow(
      UnreadableBytes,
    );
  });

  test('are numbered once over all nodes, each kind separately, many without writing the vault', async () => {
    const nodes = await Promise.all([1, 2, 3].map(() => t.openAnother()));
    await Promise.all(nodes.map((node) => seal(node)));
    const before = await revision();
    const lasting = await Promise.all(nodes.flatMap((node) => Array.from({ length: 40 }, () => seal(node))));
    expect(await revision()).toBe(before);
    const passing = await Promise.all(nodes.map((node) => seal(node, 'passing')));
    const numbers = [...lasting, ...passing].map(({ file }) => file ?? 0);
    expect(new Set(numbers).size).toBe(123);
    expect(Math.max(...numbers.slice(0, 120))).toBeLessThan(Math.min(...numbers.slice(120)));
  });

  test('once destroyed open nothing, on other nodes within a second; their neighbours do', async () => {
    const another = await t.openAnother();
    const all = await Promise.all(Array.from({ length: 20 }, () => seal(t.store)));
    const gone = all.filter((_, index) => index % 3 === 0);
    for (const sealed of all) expect(await open(another, sealed)).toEqual(content);
    await destroy(t.store, gone);
    await destroy(t.store, gone);
    for (const [index, sealed] of all.entries())
      expect(await open(t.store, sealed)).toEqual(index % 3 === 0 ? undefined : content);
    await expect.poll(() => another.files.listDestroyed(all)).toEqual(gone);
  });

  test('destroyed by several nodes at once are all gone', async () => {
    const nodes = await Promise.all([1, 2, 3].map(() => t.openAnother()));
    const all = await Promise.all(Array.from({ length: 12 }, () => seal(t.store)));
    await Promise.all(all.map((sealed, index) => destroy(nodes[index % 3] ?? t.store, [sealed])));
    const fresh = await t.openAnother();
    expect(await fresh.files.listDestroyed(all)).toHaveLength(12);
  });

  test('of a store without a vault are wrapped by the master key alone', async () => {
    const plain = await createTestStore();
    const sealed = await seal(plain.store);
    expect(sealed).toMatchObject({ file: null, vault: null });
    expect(await open(plain.store, sealed)).toEqual(content);
    expect(await plain.store.files.listDestroyed([sealed])).toEqual([]);
    await plain.close();
  });
});
