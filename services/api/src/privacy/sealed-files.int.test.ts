import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import { sealStoredBlobs } from '@atelier/application/blobs/seal-blobs.commands.ts';
import { anySku } from '@atelier/application/commands/testing-commands.ts';
import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { createRmaResponse } from '@atelier/contracts/deposit/deposit-schema.ts';
import { vaultPlaceOf } from '@atelier/key-vault/vault-place.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPictureWorld, plain, type PictureWorld } from '../images/testing-pictures.ts';
import { depositBody, STROKES } from '../testing/testing-bodies.ts';
import { openDataFiles, stretchesOf, type DataFiles } from './testing-data-files.ts';

let world: PictureWorld;
let files: DataFiles;
let folder: string;
let sku: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-files-'));
  world = await openPictureWorld(vaultPlaceOf({}, join(folder, 'master.key')));
  files = await openDataFiles(world.api.world.database);
  sku = await anySku(world.api.world);
});
afterAll(async () => {
  await files.admin.end();
  await world.api.close();
  await rm(folder, { recursive: true });
});

/** Noise: no two are alike, and none is compressed to little. */
const photograph = (): Promise<Buffer> =>
  plain(90, 90)
    .composite([{ input: randomBytes(90 * 90 * 3), raw: { width: 90, height: 90, channels: 3 } }])
    .jpeg()
    .toBuffer();

interface Customer {
  readonly ref: string;
  readonly imageId: string;
  readonly itemId: number;
  readonly hash: string;
}

/** Deposits a piece with this picture and a signature, as a shop does. */
async function deposit(picture: Buffer, strokes: unknown = STROKES): Promise<Customer> {
  const { image_id: imageId } = await world.uploaded(picture);
  const reply = await world.app.inject({
    method: 'POST',
    url: '/api/rma',
    headers: world.headersOf('paris'),
    payload: depositBody(
      { product_sku: sku, images: [imageId] },
      { signature: { signer_name: 'C', strokes } },
    ),
  });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  const { id, items } = createRmaResponse.shape.data.parse(reply.json().data);
  await world.api.world.settle();
  const { rows } = await files.admin.query<{ ref: string; hash: string }>(
    `select r.customer_ref as ref, encode(u.hash, 'hex') as hash from rma_row r, image_uploads u where r.id = $1 and image_id = $2`,
    [id, imageId],
  );
  return { ref: rows[0]?.ref ?? '', hash: rows[0]?.hash ?? '', imageId, itemId: items[0]?.id ?? 0 };
}

const picture = async ({ imageId }: Customer) => (await world.read(`/image/${imageId}`)).rawPayload;
const signatures = async ({ itemId }: Customer) =>
  (await world.read(`/getSignature?rma_item_id=${itemId}`)).json().data;
const asked = ({ ref }: Customer) => ({
  customerRefs: [ref],
  reason: 'customer_request',
  requestId: ref,
  now: new Date(),
});
const erase = (person: Customer, services = world.deps) => erasePerson(services, asked(person));
const count = async (sql: string) => Number((await files.admin.query<{ n: string }>(sql)).rows[0]?.n);

describe('a file that came by a call (decisions/0169)', () => {
  it('stands in clear in no table, data file or log, and is read as it was', async () => {
    const strokes = [
      [
        [0.123_456_7, 0.765_432_1],
        [0.111_222_3, 0.333_222_1],
      ],
    ];
    const person = await deposit(await photograph(), strokes);
    const bytes = await picture(person);
    expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(await signatures(person)).toMatchObject([{ signer_name: 'C', strokes }]);
    expect(await files.holding([...stretchesOf(bytes), Buffer.from('0.7654321')])).toEqual([]);
    expect(await count('select count(*) as n from blobs where bytes is not null')).toBe(0);
  });

  it('of another node is read too, and not without the vault', async () => {
    const { hash } = await deposit(await photograph());
    const { pool } = world.api.world;
    const vault = vaultPlaceOf({}, join(folder, 'master.key'));
    const another = await openStore({ pool, masterKey: TEST_KEY, registry: EVENT_REGISTRY, vault });
    expect(await createPostgresBlobStore(pool, another.files).get(hash)).toMatchObject({ hash });
    const without = await openStore({ pool, masterKey: TEST_KEY, registry: EVENT_REGISTRY });
    await expect(createPostgresBlobStore(pool, without.files).get(hash)).rejects.toThrow(/does not open/);
    await Promise.all([another.close(), without.close()]);
  });
});

describe('an erased person’s files', () => {
  const backup = () =>
    files.admin.query(`drop table if exists old_blobs, old_sealed;
      create table old_blobs as table blobs; create table old_sealed as table sealed_blobs`);
  const putBack = () =>
    files.admin.query(`insert into blobs select * from old_blobs on conflict do nothing;
      insert into sealed_blobs select * from old_sealed on conflict do nothing`);

  it('do not open with today’s vault out of a copy from before; those of others do', async () => {
    const [gone, stays] = [await deposit(await photograph()), await deposit(await photograph())];
    const bytes = await picture(stays);
    const before = await count('select count(*) as n from sealed_blobs');
    await backup();
    await erase(gone);
    expect(await count('select count(*) as n from sealed_blobs')).toBe(before - 2);
    await putBack();
    expect(await count('select count(*) as n from sealed_blobs')).toBe(before);
    expect(await world.deps.blobs.get(gone.hash)).toBeUndefined();
    expect(await world.deps.blobs.get(stays.hash)).toMatchObject({ bytes });
    expect(await picture(stays)).toEqual(bytes);
    expect(await signatures(stays)).toMatchObject([{ strokes: STROKES }]);
  });

  it('that came back with an old copy can be sent again by another account', async () => {
    const [taken, again] = [await photograph(), await photograph()];
    const gone = await deposit(taken);
    const bytes = await picture(gone);
    await backup();
    await erase(gone);
    await putBack();
    const other = await deposit(taken);
    expect(other.hash).toBe(gone.hash);
    expect(await picture(other)).toEqual(bytes);
    expect(await picture(await deposit(again))).not.toEqual(bytes);
  });

  it('that another person has as well stay with them, signatures alike too, and go with the last', async () => {
    const shared = await photograph();
    const [one, other] = [await deposit(shared), await deposit(shared)];
    expect(one.hash).toBe(other.hash);
    const own = await deposit(await photograph());
    const bytes = await picture(other);
    await erase(one);
    expect((await world.read(`/image/${one.imageId}`)).statusCode).toBe(404);
    expect(await picture(other)).toEqual(bytes);
    expect(await signatures(other)).toMatchObject([{ signer_name: 'C', strokes: STROKES }]);
    await erase(own);
    expect(await world.deps.blobs.get(own.hash)).toBeUndefined();
    await erase(other);
    expect(await world.deps.blobs.get(other.hash)).toBeUndefined();
  });

  it.each([
    ['between the vault and the commit', 'removeWithin'],
    ['before the person’s own key is destroyed', 'erase'],
  ] as const)('go with the next attempt after a crash %s', async (_when, cut) => {
    const person = await deposit(await photograph());
    const { blobs, store } = world.deps;
    const before = await count('select count(*) as n from sealed_blobs');
    const crash = () => Promise.reject(new Error('killed'));
    const dying = {
      ...world.deps,
      store: cut === 'erase' ? { ...store, erase: crash } : store,
      blobs:
        cut === 'erase'
          ? blobs
          : {
              ...blobs,
              removeWithin: async (...removing: Parameters<typeof blobs.removeWithin>) => {
                await blobs.removeWithin(...removing);
                return crash();
              },
            },
    };
    await expect(erase(person, dying)).rejects.toThrow('killed');
    // Whatever was rolled back in the database, the vault opens it no more.
    expect(await world.deps.blobs.get(person.hash)).toBeUndefined();
    await erase(person);
    expect(await count('select count(*) as n from sealed_blobs')).toBe(before - 2);
    expect((await world.read(`/image/${person.imageId}`)).statusCode).toBe(404);
  });
});

describe('files of a release that kept them in clear', () => {
  it('are read as they are, sealed where it was stopped, and stand in no data file afterwards', async () => {
    const { pool, store } = world.api.world;
    const [large, small] = [randomBytes(200_000), randomBytes(400)];
    const hashes = [1, 2].map((each) => Buffer.alloc(32, each));
    await files.admin.query(
      `insert into blobs (hash, media_type, size, bytes) values ($1, 'image/jpeg', 200000, $2), ($3, 'application/json', 400, $4);
      `.trim(),
      [hashes[0], large, hashes[1], small],
    );
    await files.admin.query('update clear_blobs set released_at = null');
    const inTables = async () =>
      (await files.holding([...stretchesOf(large), ...stretchesOf(small)])).filter((file) =>
        file.startsWith('/base'),
      );
    expect((await inTables()).length).toBe(2);
    expect((await world.deps.blobs.getPassing('01'.repeat(32)))?.bytes).toEqual(large);
    let looks = 0;
    expect(await sealStoredBlobs(pool, store.files, () => (looks += 1) > 1)).toBe(1);
    expect(await count('select count(*) as n from blobs where bytes is not null')).toBe(1);
    expect(await sealStoredBlobs(pool, store.files, () => false)).toBe(1);
    expect(await sealStoredBlobs(pool, store.files, () => false)).toBe(0);
    expect(await inTables()).toEqual([]);
    expect((await world.deps.blobs.getPassing('01'.repeat(32)))?.bytes).toEqual(large);
    expect((await world.deps.blobs.getPassing('02'.repeat(32)))?.bytes).toEqual(small);
    expect(await count('select count(*) as n from clear_blobs where released_at is not null')).toBe(1);
  });

  it('stay in clear, and new ones beside them, for the hour in which nodes of that release may read them', async () => {
    const { pool } = world.api.world;
    const vault = vaultPlaceOf({}, join(folder, 'master.key'));
    const open = () => openStore({ pool, masterKey: TEST_KEY, registry: EVENT_REGISTRY, vault });
    await files.admin.query(`update clear_blobs set seals_from = now() + interval '1 hour'`);
    const early = await open();
    const blobs = createPostgresBlobStore(pool, early.files);
    const { hash } = await blobs.put(Buffer.from('sent meanwhile'), 'text/plain');
    let looks = 0;
    expect(await sealStoredBlobs(pool, early.files, () => (looks += 1) > 1)).toBe(0);
    expect(await count('select count(*) as n from blobs where bytes is not null')).toBe(1);
    await files.admin.query('update clear_blobs set seals_from = now()');
    const later = await open();
    expect(await sealStoredBlobs(pool, later.files, () => false)).toBe(1);
    expect((await blobs.get(hash))?.bytes).toEqual(Buffer.from('sent meanwhile'));
    expect(await blobs.remove([hash])).toBe(1);
    await Promise.all([early.close(), later.close()]);
  });
});
