import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createSecretKey, hash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { OlderKeyVault } from './errors.ts';
import { testMasterKey } from '@atelier/event-store/testing/test-registry.ts';
import {
  createTestStore,
  testMetadata,
  to,
  type TestStore,
} from '@atelier/event-store/testing/test-store.ts';
import {
  openRows,
  testVaults,
  writeFormerVault,
  type TestVaults,
  type VaultKind,
} from '@atelier/event-store/testing/test-vault.ts';
import { type CarriedOver, parseLedger } from './carried-vault.ts';
import { KeyTree, personPlaces } from './key-tree.ts';
import { wrapKey } from './key-wrap.ts';
import type { VaultPlace } from './vault-place.ts';
import { readEpochs } from './vault-rows.ts';

const ID = '1c5f4c0a-0000-4000-8000-000000000001';
const erased = (subject: string, hour = 9) => ({
  subject,
  reason: 'asked "politely"',
  erasedAt: `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`,
});
const lineOf = (subject: string, hour?: number): string => `${JSON.stringify(erased(subject, hour))}\n`;
const ring = 'a photograph';

describe.each<VaultKind>(['SQLite', 'PostgreSQL'])('the JSON file of a former release, into %s', (kind) => {
  let vaults: TestVaults;
  let place: VaultPlace;
  let t: TestStore;
  const carried: CarriedOver[] = [];
  const onCarriedOver = (each: CarriedOver): void => void carried.push(each);

  beforeAll(() => {
    vaults = testVaults(kind);
  });
  afterAll(() => vaults.remove());
  afterEach(async () => {
    carried.length = 0;
    await t.close();
  });

  /** A database in use with the former vault, in which c-1 was erased. */
  async function begin(ledger = lineOf('c-1')): Promise<void> {
    place = await vaults.newPlace();
    t = await createTestStore();
    mkdirSync(dirname(place.file), { recursive: true });
    writeFormerVault(place.former, ID, { persons: ['c-1'], files: [7] });
    writeFileSync(place.former.ledger, ledger);
    await t.pool.query('insert into key_vault (id, wraps_from) values ($1, now())', [ID]);
    const leaf = new KeyTree(personPlaces(ID), new Map([['', Buffer.alloc(32, 3)]])).leafOf('c-2');
    const secret = hash('sha256', Buffer.concat([leaf ?? Buffer.alloc(0), testMasterKey.export()]), 'buffer');
    await t.pool.query('insert into subject_keys (subject, wrapped_key, vault) values ($1, $2, $3)', [
      'c-2',
      wrapKey(createSecretKey(Buffer.alloc(32, 9)).export(), 'c-2', secret),
      ID,
    ]);
  }
  const open = () => t.openAnother({ vault: place, onCarriedOver });
  const write = async (customer: string, node: TestStore['store']) => {
    const event = { type: 'RemarkMade', data: { customer, text: ring } };
    await node.append({ streams: [to(`note-${customer}`, 0, event)], metadata: testMetadata });
    return (await node.readStream(`note-${customer}`)).events[0]?.data;
  };
  const left = () => readdirSync(dirname(place.file)).filter((name) => !/\.sqlite(-wal|-shm)?$/.test(name));

  test('goes over once, with keys, erasures, numbers and the keys of search; its bytes are overwritten', async () => {
    await begin(`${lineOf('c-1')}${lineOf('c-3', 11)}`);
    linkSync(place.former.vault, `${place.former.vault}-linked`);
    const node = await open();
    expect(carried).toEqual([{ from: place.former.vault, erasures: 2, unreadable: 0 }]);
    expect(await write('c-2', node)).toMatchObject({ text: ring });
    expect(await write('c-1', node)).toMatchObject({ text: null });
    // The ledger alone knew of it: a crash had come before the vault.
    expect(await write('c-3', node)).toMatchObject({ text: null });
    expect((await node.erasures(0, 9)).map(({ subject }) => subject)).toEqual(['c-1', 'c-3']);
    const sealed = await node.files.seal('lasting', { name: 'a', mediaType: 'image/png' }, Buffer.from('x'));
    expect(sealed.file).toBe(512);
    const rows = await openRows(place);
    // One of the two was erased after the key was made: the index needs another one.
    expect(await readEpochs(rows.sql)).toMatchObject([{ epoch: 3, erasures: 1, isWhole: true }]);
    await rows.close();
    expect(left()).toEqual(['key-vault.json-linked']);
    expect(/^\0+$/.test(readFileSync(`${place.former.vault}-linked`, 'latin1'))).toBe(true);
    await open();
    expect(carried).toHaveLength(1);
  });

  test('goes over by one of several nodes that start at once', async () => {
    await begin();
    const nodes = await Promise.all([open(), open(), open()]);
    expect(carried).toHaveLength(1);
    for (const node of nodes) expect(await node.erasures(0, 9)).toHaveLength(1);
  });

  test('with a torn line in its ledger loses nothing of the next one, and keeps the line that cannot be read', async () => {
    const torn = lineOf('c-torn').slice(0, 20);
    await begin(`${lineOf('c-1')}${torn}${lineOf('c-4')}${torn}`);
    const node = await open();
    expect(carried).toMatchObject([{ erasures: 2, unreadable: 2 }]);
    expect(await write('c-4', node)).toMatchObject({ text: null });
    expect(left()).toEqual(['erasures.jsonl.unread']);
    expect(readFileSync(`${place.former.ledger}.unread`, 'utf8')).toContain(torn);
  });

  test('is removed by the next start when the first one was killed before', async () => {
    await begin();
    const former = readFileSync(place.former.vault);
    await open();
    // Half overwritten.
    writeFileSync(place.former.vault, Buffer.concat([Buffer.alloc(50), former.subarray(50)]));
    writeFileSync(place.former.ledger, lineOf('c-1'));
    await open();
    expect(left()).toEqual([]);
    writeFileSync(place.former.vault, former);
    const node = await open();
    expect(left()).toEqual([]);
    expect(await write('c-1', node)).toMatchObject({ text: null });
    expect(carried).toHaveLength(1);
  });

  test('of another database stays where it is', async () => {
    await begin();
    await open();
    writeFormerVault(place.former, '1c5f4c0a-0000-4000-8000-00000000000f');
    await open();
    expect(left()).toEqual(['key-vault.json']);
  });

  test.runIf(kind === 'SQLite')(
    'begins again when the first start was killed before the new one was whole',
    async () => {
      await begin();
      for (const suffix of ['', '-wal']) writeFileSync(`${place.file}.new${suffix}`, 'half');
      const node = await open();
      expect(await write('c-2', node)).toMatchObject({ text: ring });
      expect(left()).toEqual([]);
    },
  );

  test.runIf(kind === 'SQLite')(
    'is refused when it was put back after the vault that took its place was used',
    async () => {
      await begin();
      const former = readFileSync(place.former.vault);
      await open();
      const older = { ...place, file: `${place.file}.elsewhere.sqlite` };
      writeFileSync(place.former.vault, former);
      await expect(t.openAnother({ vault: older })).rejects.toThrow(OlderKeyVault);
    },
  );
  test.runIf(kind === 'PostgreSQL')('and so does the SQLite file of a single machine', async () => {
    await begin();
    const alone = await t.openAnother({ vault: { ...place, url: undefined } });
    await alone.erase(['c-5'], 'x');
    await alone.close();
    const node = await open();
    expect(carried).toEqual([{ from: place.file, erasures: 2, unreadable: 0 }]);
    expect(existsSync(place.file)).toBe(false);
    expect(await write('c-2', node)).toMatchObject({ text: ring });
    expect(await write('c-5', node)).toMatchObject({ text: null });
  });
});

test('a ledger’s lines are read whatever a crash left between them', () => {
  const torn = lineOf('c-9').slice(0, -10);
  expect(parseLedger(`${lineOf('c-1')}${torn}${lineOf('c-2')}\n\nnoise\n${lineOf('c-3')}`)).toEqual({
    erasures: ['c-1', 'c-2', 'c-3'].map((subject) => erased(subject)),
    unreadable: [`${torn}${lineOf('c-2').trim()}`, 'noise'],
  });
});
