import { statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { SubjectErased } from '@atelier/event-store/errors.ts';
import { WrongMasterKey } from './errors.ts';
import { wrapKey } from './key-wrap.ts';
import { openVaultFor } from './open-vault.ts';
import { vaultPlaceOf, type VaultPlace } from './vault-place.ts';
import { testMasterKey } from '@atelier/event-store/testing/test-registry.ts';
import { masterKeyOf, readMasterKey } from './master-key.ts';
import { inTransaction } from '@atelier/postgres/transaction.ts';
import { decodedOf } from '@atelier/event-store/read/read-streams.ts';
import {
  createTestStore,
  made,
  testMetadata,
  to,
  type TestStore,
} from '@atelier/event-store/testing/test-store.ts';
import type { EventStore } from '@atelier/event-store/types.ts';

let t: TestStore;
let store: EventStore;
let folder: string;
let place: VaultPlace;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-ledger-'));
  place = vaultPlaceOf({}, join(folder, 'master.key'));
  t = await createTestStore({ vault: place });
  store = t.store;
});
afterAll(async () => {
  await t.close();
  await rm(folder, { recursive: true });
});

const remark = (customer: string, text: string) => ({
  type: 'RemarkMade',
  data: {
    customer,
    text,
    contact: { phone: '+33 1 23 45 67 89', language: 'fr' },
    images: [{ id: 1, caption: 'the clasp' }, { id: 2, caption: null }, { id: 3 }],
  },
});
const write = (streamId: string, customer: string, text = 'a scratch on the clasp') =>
  store.append({ streams: [to(streamId, 0, remark(customer, text))], metadata: testMetadata });
const dataOf = async (reader: EventStore, streamId: string) =>
  (await reader.readStream(streamId)).events.map(({ data }) => data);

async function everythingStored(): Promise<string> {
  const admin = new Client({ connectionString: t.database.adminUrl });
  await admin.connect();
  const { rows } = await admin.query(
    'select e::text, (select json_agg(k) from subject_keys k)::text from events e',
  );
  await admin.end();
  return JSON.stringify(rows);
}

describe('personal fields', () => {
  test('read back as they were, and are nowhere to be found in the table', async () => {
    await write('note-1', 'c-1');
    expect(await dataOf(store, 'note-1')).toEqual([remark('c-1', 'a scratch on the clasp').data]);
    const stored = await everythingStored();
    expect(stored).toContain('c-1');
    for (const secret of ['scratch', 'clasp', '+33', '67 89']) expect(stored).not.toContain(secret);
  });

  test('read the same through the log and on another node', async () => {
    const another = await t.openAnother();
    const readAll = async () => {
      await store.advanceHorizon();
      return (await another.readLog({ after: 0, limit: 10 })).events.map((event) => decodedOf(event).data);
    };
    await expect.poll(readAll).toEqual(await dataOf(store, 'note-1'));
  });

  test('are closed to another master key', async () => {
    const masterKey = masterKeyOf(Buffer.alloc(32, 8));
    await expect(t.openAnother({ masterKey })).rejects.toThrow(WrongMasterKey);
  });

  test('without a person they are refused', async () => {
    const nobody = store.append({
      streams: [to('note-2', 0, { type: 'RemarkMade', data: { text: 'x' } })],
      metadata: testMetadata,
    });
    await expect(nobody).rejects.toThrow(/without customer/);
    // It has no personal data, so no person needs to be named.
    await store.append({
      streams: [to('note-2', 0, { type: 'RemarkMade', data: {} })],
      metadata: testMetadata,
    });
  });

  test('of one person made on two nodes at the same moment share one key', async () => {
    const another = await t.openAnother();
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? store : another).append({
          streams: [to(`twin-${index}`, 0, remark('c-twin', `remark ${index}`))],
          metadata: testMetadata,
        }),
      ),
    );
    const ids = Array.from({ length: 10 }, (_, index) => `twin-${index}`);
    const texts = [...(await store.readStreams(ids)).values()].map(({ events }) => events[0]?.data);
    expect(texts).toMatchObject(ids.map((_, index) => ({ text: `remark ${index}` })));
  });
});

describe('erasure (product/reliability.md §28)', () => {
  test('makes the person unreadable everywhere within a second; others stay; the chain verifies', async () => {
    const another = await t.openAnother();
    await write('note-3', 'c-3');
    await write('note-4', 'c-4');
    expect(await dataOf(another, 'note-3')).toMatchObject([{ text: 'a scratch on the clasp' }]);

    await store.erase(['c-3'], 'asked for it');
    const erased = {
      customer: 'c-3',
      text: null,
      contact: { phone: null, language: 'fr' },
      images: [{ id: 1, caption: null }, { id: 2, caption: null }, { id: 3 }],
    };
    expect(await dataOf(store, 'note-3')).toEqual([erased]);
    await expect.poll(() => dataOf(another, 'note-3'), { timeout: 1_500 }).toEqual([erased]);
    expect(await dataOf(store, 'note-4')).toMatchObject([{ text: 'a scratch on the clasp' }]);
    expect(await store.verifyChain('all')).toMatchObject({ ok: true });
  });

  test('is final: what is written about the person later is not kept', async () => {
    await write('note-5', 'c-3', 'back again');
    expect(await dataOf(store, 'note-5')).toMatchObject([{ customer: 'c-3', text: null }]);
    expect(await everythingStored()).not.toContain('back again');
    await store.append({ streams: [to('note-5', 1, made('x'))], metadata: testMetadata });
  });

  test('holds against a restored database: the vault of today opens nothing of the person', async () => {
    await write('note-6', 'c-6');
    await write('note-7', 'c-7');
    const owner = new Client({ connectionString: t.database.connectionString });
    await owner.connect();
    await owner.query('create table backup as select * from subject_keys');
    await store.erase(['c-6'], 'asked "politely"\nfor it');
    await owner.query(
      `delete from erasures; delete from subject_keys; insert into subject_keys select * from backup`,
    );
    await owner.end();
    const restored = await t.openAnother();
    expect(await dataOf(restored, 'note-6')).toMatchObject([{ customer: 'c-6', text: null }]);
    expect(await dataOf(restored, 'note-7')).toMatchObject([{ text: 'a scratch on the clasp' }]);
    expect((await restored.erasures(0, 10)).map(({ subject }) => subject)).toEqual(['c-3', 'c-6']);
    await write('note-8', 'c-6', 'back from a backup');
    expect(await everythingStored()).not.toContain('back from a backup');
  });

  test('refuses an append that still remembers the key of an erased person, and keeps nothing of it', async () => {
    const another = await t.openAnother();
    await write('note-9', 'c-9');
    expect(await dataOf(another, 'note-9')).toMatchObject([{ text: 'a scratch on the clasp' }]);
    await store.erase(['c-9'], 'asked for it');
    const late = { streams: [to('note-10', 0, remark('c-9', 'too late'))], metadata: testMetadata };
    await expect(another.append(late)).rejects.toThrow(SubjectErased);
    expect((await store.readStream('note-10')).version).toBe(0);
    // It knows better now.
    await another.append(late);
    expect(await dataOf(another, 'note-10')).toMatchObject([{ text: null }]);
    expect(await another.withoutErased([remark('c-9', 'x'), remark('c-4', 'y')])).toMatchObject([
      { data: { text: null } },
      { data: { text: 'y' } },
    ]);
  });

  test('waits for appends under way, so that their streams are found', async () => {
    await write('note-11', 'c-11');
    const slow = new Client({ connectionString: t.database.appUrl });
    await slow.connect();
    await slow.query(`begin; select pg_advisory_xact_lock_shared(4715027, hashtext('c-11'))`);
    let isErased = false;
    const erasing = store.erase(['c-11'], 'asked for it').then(() => (isErased = true));
    await sleep(150);
    expect(isErased).toBe(false);
    await slow.query('commit');
    await erasing;
    await slow.end();
  });
});

describe('the vault', () => {
  const open = async () => (await openVaultFor(t.pool, place, testMasterKey)).vault;

  test('is shared: what one node destroys is closed on another within a second, in the vault alone', async () => {
    const [another, vault] = [await open(), await open()];
    const key = Buffer.alloc(32, 5);
    const [wrapped] = await another.wrap([{ subject: 'c-20', key }]);
    if (wrapped === undefined) throw new Error('not wrapped');
    const erasure = { subject: 'c-20', reason: 'x', erasedAt: '2026-11-20T10:00:00.000Z' };
    await inTransaction(t.pool, (transaction) => vault.destroy(transaction, [erasure]));
    const opened = async () => (await another.unwrap([{ subject: 'c-20', wrapped }]))[0];
    await expect.poll(opened, { timeout: 1_500 }).toBeUndefined();
    await Promise.all([another.close(), vault.close()]);
  });

  test('loses no erasure when several nodes destroy at once, and leaves nothing in the log beside it', async () => {
    const nodes = await Promise.all([1, 2, 3, 4].map(() => t.openAnother()));
    const persons = Array.from({ length: 40 }, (_, index) => `many-${index}`);
    for (const person of persons) await write(`many-${person}`, person);
    await Promise.all(persons.map(async (person, index) => nodes[index % 4]?.erase([person], 'x')));
    const wal = statSync(`${place.file}-wal`, { throwIfNoEntry: false });
    expect(wal?.size ?? 0).toBe(0);
    const vault = await open();
    const wrapped = await vault.wrap(
      [...persons, 'c-4'].map((subject) => ({ subject, key: Buffer.alloc(32) })),
    );
    expect(wrapped.filter((each) => each !== undefined)).toHaveLength(1);
    await vault.close();
  });

  test('is refused when it is gone, and when it is another one', async () => {
    const other = await createTestStore({ vault: vaultPlaceOf({ file: join(folder, 'other.sqlite') }, '') });
    await other.close();
    const gone = vaultPlaceOf({ file: join(folder, 'gone', 'key-vault.sqlite') }, '');
    await expect(t.openAnother({ vault: gone })).rejects.toThrow(
      /is gone, but the database was used with it/,
    );
    await expect(t.openAnother({ vault: { ...place, file: join(folder, 'other.sqlite') } })).rejects.toThrow(
      /is not the key vault of this database/,
    );
  });

  test('takes over the keys that the master key alone wrapped, in batches, once', async () => {
    const old = await createTestStore();
    for (let index = 0; index < 20; index += 1)
      await old.store.append({
        streams: [to(`note-${index}`, 0, remark(`old-${index}`, 'old words'))],
        metadata: testMetadata,
      });
    const more = Array.from({ length: 600 }, (_, index) => `older-${index}`);
    await old.pool.query(
      'insert into subject_keys (subject, wrapped_key) select * from unnest($1::text[], $2::bytea[])',
      [more, more.map((subject) => wrapKey(Buffer.alloc(32, 3), subject, testMasterKey))],
    );
    const vault = vaultPlaceOf({ file: join(folder, 'old', 'key-vault.sqlite') }, '');
    const first = await old.openAnother({ vault });
    expect(await dataOf(first, 'note-3')).toMatchObject([{ text: 'old words' }]);
    // Nodes of the release before may still run, and open what the master key alone wraps.
    let looks = 0;
    expect(await first.rewrapKeys(() => looks++ > 1)).toBe(0);
    await first.append({
      streams: [to('note-upgrade', 0, remark('c-upgrade', 'first'))],
      metadata: testMetadata,
    });
    expect(await dataOf(await old.openAnother(), 'note-upgrade')).toMatchObject([{ text: 'first' }]);
    const admin = new Client({ connectionString: old.database.adminUrl });
    await admin.connect();
    await admin.query('update key_vault set wraps_from = now()');
    await admin.end();
    const later = await old.openAnother({ vault });
    expect(await later.rewrapKeys(() => true)).toBe(0);
    expect(await later.rewrapKeys(() => false)).toBe(621);
    expect(await later.rewrapKeys(() => false)).toBe(0);
    const fresh = await old.openAnother({ vault });
    expect(await dataOf(fresh, 'note-3')).toMatchObject([{ text: 'old words' }]);
    // The master key alone opens them no more.
    await expect(old.openAnother()).rejects.toThrow(WrongMasterKey);
    await old.close();
  });
});

describe('the master key', () => {
  test('is read raw, in hex and in base64, and nothing else', async () => {
    const bytes = Buffer.alloc(32, 200);
    const file = join(folder, 'key');
    for (const content of [bytes, bytes.toString('hex'), `${bytes.toString('base64')}\n`]) {
      await writeFile(file, content);
      expect((await readMasterKey(file)).equals(masterKeyOf(bytes))).toBe(true);
    }
    await writeFile(file, 'secret');
    await expect(readMasterKey(file)).rejects.toThrow(/32 bytes/);
  });
});
