import type { ImageView } from '@atelier/contracts/images/schema.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { noteNamedImages } from '@atelier/application/commands/named-images.ts';
import { sweepUploads, UNATTACHED_KEPT_MS } from '@atelier/application/images/sweep-uploads.commands.ts';
import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import {
  randomStories,
  writeStories,
  type Story,
} from '@atelier/application/projections/testing-histories.ts';
import { storeBadge } from '@atelier/application/workforce/badges.commands.ts';
import { defineWorkerRole } from '@atelier/application/workforce/worker-roles.commands.ts';
import { changeWorker } from '@atelier/application/workforce/workers.commands.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testMetadata } from '../testing/testing-api.ts';
import { openPictureWorld, plain, type PictureWorld } from './testing-pictures.ts';

let world: PictureWorld;

beforeAll(async () => {
  world = await openPictureWorld();
});
afterAll(() => world.api.close());

describe('who may send and read pictures', () => {
  it('is not an auditor, nor a station where no worker has signed in', async () => {
    const picture = await plain(10, 10).jpeg().toBuffer();
    for (const as of ['auditor', 'station'] as const)
      expect((await world.send(picture, { as })).statusCode).toBe(403);
    expect((await world.send(picture, { as: 'warehouse' })).statusCode).toBe(200);
    expect((await world.send(picture, { as: 'admin' })).statusCode).toBe(200);
  });

  it('reads one’s own at once; for others it does not exist until an item names it', async () => {
    const view = await world.uploaded(await plain(40, 40).jpeg().toBuffer());
    const own = await world.read(`/image/${view.image_id}`);
    expect(own.statusCode).toBe(200);
    expect(own.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; sandbox`,
    });
    for (const as of ['tokyo', 'warehouse'] as const)
      expect((await world.read(`/image/${view.image_id}`, as)).statusCode).toBe(404);
    expect((await world.app.inject({ url: `/api/image/${view.image_id}` })).statusCode).toBe(401);
  });

  it.each(['x', '..%2f..%2fetc%2fpasswd', 'A'.repeat(22), '0'.repeat(64), `'%20or%20'1'='1`])(
    'finds nothing under %s',
    async (id) => {
      expect((await world.read(`/image/${id}`)).statusCode).toBe(404);
    },
  );

  it('names to a command which ids were uploaded at its own site', async () => {
    const [paris, tokyo] = [world.api.world, world.api.sites.get('TYO') ?? 0];
    const view = await world.uploaded(await plain(41, 40).jpeg().toBuffer());
    const ids = [view.image_id, view.image_id, 'A'.repeat(22), '', 'no id'];
    const parisScope = { kind: 'store', siteId: world.api.sites.get('PAR') ?? 0 } as const;
    expect(await noteNamedImages(paris.db, parisScope, ids)).toEqual(new Set([view.image_id]));
    expect(await noteNamedImages(paris.db, { kind: 'store', siteId: tokyo }, ids)).toEqual(new Set());
    expect(await noteNamedImages(paris.db, { kind: 'none' }, ids)).toEqual(new Set());
    expect(await noteNamedImages(paris.db, { kind: 'all' }, ids)).toEqual(new Set([view.image_id]));
  });
});

/** A deposit whose events name these pictures. */
function storyWith(firstId: number, patch: object, photos: readonly string[] = []): Story {
  const [story] = randomStories({
    seed: 5,
    deposits: 1,
    steps: 0,
    stores: [world.api.sites.get('PAR') ?? 0],
    sites: [],
    firstId,
  });
  const [deposited] = story?.item ?? [];
  if (story === undefined || deposited?.type !== 'ItemDeposited') throw new Error('no story');
  const { customerRef } = deposited.data;
  const at = deposited.data.createdAt;
  const measured = {
    type: 'MeasurementsRecorded',
    data: { customerRef, status: 12, stoneCount: null, weightMg: null, photos, at },
  } as const;
  return {
    ...story,
    item: [{ ...deposited, data: { ...deposited.data, ...patch } }, ...(photos.length > 0 ? [measured] : [])],
  };
}

/** Received there, by hand. */
function receivedAt(code: string, story: Story): Story {
  const siteId = world.api.sites.get(code) ?? 0;
  const at = '2026-08-04T08:00:00.000Z';
  const by = { userId: 7, workerId: null };
  const from = { kind: 'site', siteId: story.storeId } as const;
  const item: Story['item'] = [
    ...story.item,
    { type: 'CustodyTransferred', data: { from, to: { kind: 'site', siteId }, at } },
    {
      type: 'ItemStatusChanged',
      data: { from: 1, to: 3, move: 'override', reason: null, enteredAt: at, at, by, siteId, runId: null },
    },
  ];
  return { ...story, item };
}

describe('the pictures of an item', () => {
  it('are listed with their purpose, and served, to accounts that see the item', async () => {
    const pictures = await Promise.all(
      [50, 51, 52, 53, 54].map(async (width) => world.uploaded(await plain(width, 40).jpeg().toBuffer())),
    );
    const [first = '', gold = '', fake = '', proof = '', stage = ''] = pictures.map((view) => view.image_id);
    const story = storyWith(
      10_000,
      {
        images: [first],
        goldImage: gold,
        fakeProduct: { image: fake, remark: 'mark' },
        extendedWarrantyProof: proof,
      },
      [stage],
    );
    await writeStories(world.api.world.store, [story]);
    await world.api.world.settle();
    const told = await world.read(`/rma/images?rma_item_id=${story.itemId}`);
    const views = told
      .json()
      .data.map((view: Record<string, unknown>) => [view['image_id'], view['kind'], view['rma_status_id']]);
    expect(views).toEqual([
      [first, 'deposit', null],
      [gold, 'gold', null],
      [fake, 'counterfeit', null],
      [proof, 'warranty', null],
      [stage, 'stage', 12],
    ]);
    expect(told.json().total).toBe(5);
    expect((await world.read(`/rma/images?rma_item_id=${story.itemId}`, 'tokyo')).statusCode).toBe(404);
    expect((await world.read(`/image/${first}`, 'tokyo')).statusCode).toBe(404);
    // Accounts that see every item read what the shop uploaded.
    expect((await world.read(`/image/${first}`, 'auditor')).statusCode).toBe(200);
    expect((await world.read(`/rma/images?rma_item_id=99999999`)).statusCode).toBe(404);
    expect((await world.read('/rma/images')).statusCode).toBe(400);
  });

  it('are shown to a worker at the bench without the proof of purchase', async () => {
    const [piece, paper] = [
      await world.uploaded(await plain(80, 40).jpeg().toBuffer()),
      await world.uploaded(await plain(81, 40).jpeg().toBuffer()),
    ];
    const named = { images: [piece.image_id], extendedWarrantyProof: paper.image_id };
    const story = receivedAt('FSZ', storyWith(14_000, named));
    await writeStories(world.api.world.store, [story]);
    await world.api.world.settle();
    // Before a hand signs in the station is shown nothing at all.
    for (const { image_id } of [piece, paper])
      expect((await world.read(`/image/${image_id}`, 'station')).statusCode).toBe(403);
    await signInWorker();
    const told = await world.read(`/rma/images?rma_item_id=${story.itemId}`, 'station');
    expect(told.json().data).toMatchObject([{ image_id: piece.image_id, kind: 'deposit' }]);
    expect((await world.read(`/image/${piece.image_id}`, 'station')).statusCode).toBe(200);
    expect((await world.read(`/image/${paper.image_id}`, 'station')).statusCode).toBe(404);
  });

  it('are served by their blob where imported data names one; an unnamed blob is served to no account', async () => {
    const { blobs } = world.deps;
    const png = await plain(71, 40).png().toBuffer();
    const named = (await blobs.put(png, 'image/png')).hash;
    const secret = (await blobs.put(Buffer.from('{"signer":"x"}'), 'application/json')).hash;
    const loose = (await blobs.put(await plain(72, 40).png().toBuffer(), 'image/png')).hash;
    const story = storyWith(13_000, { images: [named, secret] });
    await writeStories(world.api.world.store, [story]);
    await world.api.world.settle();
    const answer = await world.read(`/image/${named}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
    expect(answer.rawPayload).toEqual(png);
    expect((await world.read(`/image/${named}`, 'tokyo')).statusCode).toBe(404);
    for (const hash of [secret, loose]) expect((await world.read(`/image/${hash}`)).statusCode).toBe(404);
  });

  it('come with a stage only when they were uploaded at the own site', async () => {
    const story = receivedAt('WHS', storyWith(12_000, { images: [] }));
    await writeStories(world.api.world.store, [story]);
    const move = (photo: string) =>
      world.app.inject({
        method: 'PUT',
        url: '/api/rmastatus',
        headers: world.headersOf('warehouse'),
        payload: { id: story.itemId, rma_status_id: 19, photo },
      });
    const foreign = await world.uploaded(await plain(69, 40).jpeg().toBuffer(), { as: 'tokyo' });
    for (const photo of ['', 'A'.repeat(22), '../../etc/passwd', foreign.image_id]) {
      const refused = await move(photo);
      expect([refused.statusCode, refused.json().code]).toEqual([400, 'image_unknown']);
    }
    const byId = { ids: [story.itemId], measurements_by_id: { [story.itemId]: { photo: foreign.image_id } } };
    const several = await world.app.inject({
      method: 'PUT',
      url: '/api/rmastatus',
      headers: world.headersOf('warehouse'),
      payload: { ...byId, rma_status_id: 19 },
    });
    expect([several.statusCode, several.json().code]).toEqual([400, 'image_unknown']);
    const view = await world.uploaded(await plain(70, 40).jpeg().toBuffer(), { as: 'warehouse' });
    expect((await move(view.image_id)).json().code).toBe('ok');
    const told = await world.read(`/rma/images?rma_item_id=${story.itemId}`);
    expect(told.json().data).toMatchObject([{ image_id: view.image_id, kind: 'stage', rma_status_id: 19 }]);
  });

  it('stay for good while an item names them; the others go after a week, with their bytes', async () => {
    const [named, loose] = await Promise.all(
      [60, 61].map(async (width) => world.uploaded(await plain(width, 40).jpeg().toBuffer())),
    );
    if (!named || !loose) throw new Error('no pictures');
    const story = storyWith(11_000, { images: [named.image_id] });
    await writeStories(world.api.world.store, [story]);
    await world.api.world.settle();
    const looseHash = await hashOf(loose);
    expect(await world.deps.blobs.get(looseHash)).toBeDefined();
    const week = (extra: number) => new Date(Date.now() + UNATTACHED_KEPT_MS + extra);
    expect(await sweepUploads(world.deps, new Date())).toBe(0);

    await world.api.world.projectorPool.query(
      `update image_uploads set attached_at = null where image_id = $1`,
      [named.image_id],
    );
    expect(await sweepUploads(world.deps, week(60_000))).toBeGreaterThan(0);
    expect((await world.read(`/image/${loose.image_id}`)).statusCode).toBe(404);
    expect((await world.read(`/image/${named.image_id}`)).statusCode).toBe(200);
    expect(await world.deps.blobs.get(looseHash)).toBeUndefined();
    expect(await sweepUploads(world.deps, week(60_000))).toBe(0);

    // Erased: the bytes go with the person.
    const namedHash = await hashOf(named);
    await erasePerson(world.deps, {
      customerRefs: [`customer-${story.rmaId}`],
      reason: 'asked for it',
      requestId: 1,
      now: new Date(),
    });
    await world.api.world.settle();
    expect((await world.read(`/rma/images?rma_item_id=${story.itemId}`)).json().data).toEqual([]);
    expect(await world.deps.blobs.get(namedHash)).toBeUndefined();
    expect((await world.read(`/image/${named.image_id}`)).statusCode).toBe(404);
  });

  it('stay when a command has just named them', async () => {
    const view = await world.uploaded(await plain(63, 40).jpeg().toBuffer());
    const owner = createPool({
      connectionString: world.api.world.database.connectionString,
      role: 'owner',
      max: 1,
    });
    await owner.query(
      `update image_uploads set made_at = made_at - interval '8 days' where image_id = '${view.image_id}'`,
    );
    await owner.end();
    await noteNamedImages(world.api.world.db, { kind: 'all' }, [view.image_id]);
    expect(await sweepUploads(world.deps, new Date())).toBe(0);
    expect(await sweepUploads(world.deps, new Date(Date.now() + UNATTACHED_KEPT_MS + 60_000))).toBe(1);
    expect((await world.read(`/image/${view.image_id}`)).statusCode).toBe(404);
  });
});

async function hashOf({ image_id }: ImageView): Promise<string> {
  const { rows } = await world.api.world.projectorPool.query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from image_uploads where image_id = $1`,
    [image_id],
  );
  return rows[0]?.hash ?? '';
}

/** A hand of the repair bench, on top of the station's own session. */
async function signInWorker(): Promise<void> {
  const { store, db } = world.api.world;
  const [roleId = 0, workerId = 0] = await store.nextIds(2);
  const role = { roleId, key: 'repair', name: 'Repair', permissions: ['repair process'] } as const;
  await defineWorkerRole(store, role, testMetadata());
  const [workId, barcode] = ['W0001', '0000001'];
  const post = { department: 'Floor', roleKey: 'repair', siteId: world.api.sites.get('FSZ') ?? 0 };
  const profile = { name: 'A hand', barcode };
  const command = { type: 'RegisterWorker', workerId, workId, profile, ...post } as const;
  await changeWorker(store, workerId, command, testMetadata());
  await storeBadge({ db, masterKey: TEST_KEY }, { workerId, barcode, pinHash: null }, new Date());
  const headers = world.headersOf('station');
  const payload = { barcode };
  const answer = await world.app.inject({ method: 'POST', url: '/api/auth/rma_worker', headers, payload });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}
