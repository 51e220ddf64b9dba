import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileErasureLedger, eraseSubject, reapplyErasures } from './erasure-ledger.ts';
import { WrongMasterKey } from '../errors.ts';
import { masterKeyOf, readMasterKey } from './master-key.ts';
import { decodedOf } from '../read/read-streams.ts';
import { createTestStore, made, testMetadata, to } from '../testing/test-store.ts';
import type { TestStore } from '../testing/test-store.ts';
import type { EventStore } from '../types.ts';

let t: TestStore;
let store: EventStore;
let folder: string;

beforeAll(async () => {
  t = await createTestStore();
  store = t.store;
  folder = await mkdtemp(join(tmpdir(), 'atelier-ledger-'));
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
    await expect.poll(readAll, { timeout: 5_000 }).toEqual(await dataOf(store, 'note-1'));
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
    // Nothing personal in it: nobody needs to be named.
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

    const ledger = createFileErasureLedger(join(folder, 'erasures.jsonl'));
    await eraseSubject(store, ledger, 'c-3', 'asked for it', new Date());
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

  test('is applied again after a restore of an older backup', async () => {
    const file = join(folder, 'erasures.jsonl');
    await write('note-6', 'c-6');
    const owner = new Client({ connectionString: t.database.connectionString });
    await owner.connect();
    const backup = await owner.query(`select * from subject_keys where subject = 'c-6'`);
    await eraseSubject(store, createFileErasureLedger(file), 'c-6', 'asked "politely"\nfor it', new Date());
    await owner.query(`delete from erasures where subject = 'c-6'`);
    await owner.query(`update subject_keys set wrapped_key = $1, erased_at = null where subject = 'c-6'`, [
      backup.rows[0]?.wrapped_key,
    ]);
    await owner.end();
    const restored = await t.openAnother();
    expect(await dataOf(restored, 'note-6')).toMatchObject([{ text: 'a scratch on the clasp' }]);

    expect(await reapplyErasures(restored, createFileErasureLedger(file))).toBe(2);
    expect(await dataOf(restored, 'note-6')).toMatchObject([{ text: null }]);
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(2);
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
