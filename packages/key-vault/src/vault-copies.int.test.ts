import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ForeignKeyVault, OlderKeyVault } from './errors.ts';
import { inTransaction } from '@atelier/postgres/transaction.ts';
import {
  createTestStore,
  testMetadata,
  to,
  type TestStore,
} from '@atelier/event-store/testing/test-store.ts';
import {
  copyOf,
  openRows,
  testVaults,
  type TestVaults,
  type VaultKind,
} from '@atelier/event-store/testing/test-vault.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { adoptVault } from './adopt-vault.ts';
import type { VaultPlace } from './vault-place.ts';

const label = { name: 'a', mediaType: 'image/jpeg' };

describe.each<VaultKind>(['SQLite', 'PostgreSQL'])('a copy of a key vault in %s', (kind) => {
  let vaults: TestVaults;
  let place: VaultPlace;
  let t: TestStore;

  beforeAll(() => {
    vaults = testVaults(kind);
  });
  afterAll(() => vaults.remove());
  afterEach(() => t.close());

  const begin = async (): Promise<void> => {
    place = await vaults.newPlace();
    t = await createTestStore({ vault: place });
  };
  const write = (customer: string) => {
    const remark = { type: 'RemarkMade', data: { customer, text: `of ${customer}` } };
    return t.store.append({ streams: [to(`note-${customer}`, 0, remark)], metadata: testMetadata });
  };
  const textOf = async (customer: string, node: EventStore = t.store) =>
    (await node.readStream(`note-${customer}`)).events[0]?.data;

  test('that is older is refused with what to do, and once adopted opens none of those erased since', async () => {
    await begin();
    for (const customer of ['c-1', 'c-2', 'c-3']) await write(customer);
    await t.store.erase(['c-1'], 'x');
    const putBack = await copyOf(place);
    const sealed = await t.store.files.seal('lasting', label, Buffer.from('a photograph'));
    await inTransaction(t.pool, (transaction) => t.store.files.destroy(transaction, [sealed.file ?? 0]));
    await t.store.erase(['c-2'], 'asked "politely"');
    await putBack(place);
    await expect(t.openAnother()).rejects.toThrow(OlderKeyVault);
    await expect(t.openAnother()).rejects.toThrow(/put the newest one back.*npm run vault:adopt/);
    expect(await adoptVault(t.pool, place)).toEqual({ persons: 1, files: 256 });
    const node = await t.openAnother();
    expect((await node.erasures(0, 10)).map(({ subject }) => subject)).toEqual(['c-1', 'c-2']);
    expect(await textOf('c-3', node)).toMatchObject({ text: 'of c-3' });
    expect(await node.files.open(label, sealed)).toBeUndefined();
    const next = await node.files.seal('lasting', label, Buffer.from('another'));
    expect(next.file).toBeGreaterThan(sealed.file ?? 0);
  });

  test('for each of two nodes is found at the second one’s start, before a number is given twice', async () => {
    await begin();
    await write('c-1');
    await t.store.files.seal('lasting', label, Buffer.from('one'));
    const other = await vaults.newPlace();
    await (
      await copyOf(place)
    )(other);
    const second = await t.openAnother({ vault: other });
    await second.files.seal('passing', label, Buffer.from('two'));
    await expect(t.store.files.seal('passing', label, Buffer.from('three'))).rejects.toThrow(OlderKeyVault);
    await expect(t.openAnother()).rejects.toThrow(OlderKeyVault);
    await expect.poll(() => textOf('c-1').catch(String)).toMatch(/older than the one/);
  });

  test('that was written apart from the vault is refused, however far it came', async () => {
    await begin();
    const other = await vaults.newPlace();
    await (
      await copyOf(place)
    )(other);
    await t.store.erase(['c-1'], 'x');
    const apart = await openRows(other);
    await apart.sql(`insert into vault_revisions (number, token) values (2, 'x'), (3, 'y'), (4, 'z')`);
    await apart.close();
    await expect(t.openAnother({ vault: other })).rejects.toThrow(ForeignKeyVault);
  });

  test('of the database that is older is served by the vault of today, also to read it only', async () => {
    await begin();
    await write('c-1');
    const { rows } = await t.pool.query<{ revision: number; revision_token: string }>(
      'select revision, revision_token from key_vault',
    );
    await t.store.erase(['c-2'], 'x');
    await t.pool.query('update key_vault set revision = $1, revision_token = $2', [
      rows[0]?.revision,
      rows[0]?.revision_token,
    ]);
    const reading = await t.openAnother({ isVaultReadOnly: true });
    expect(await textOf('c-1', reading)).toMatchObject({ text: 'of c-1' });
    expect((await reading.sealing.words()).mark).toBe('');
    expect(await t.pool.query('select revision from key_vault')).toMatchObject({
      rows: [{ revision: rows[0]?.revision }],
    });
    expect(await textOf('c-1', await t.openAnother())).toMatchObject({ text: 'of c-1' });
  });
});
