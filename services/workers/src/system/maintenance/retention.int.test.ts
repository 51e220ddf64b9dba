import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import { keepUpload } from '@atelier/application/images/uploads.commands.ts';
import { UNATTACHED_KEPT_MS } from '@atelier/application/images/sweep-uploads.commands.ts';
import { openWorld, type World } from '@atelier/application/projections/testing.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startRetention } from './retention.ts';

/** A busy machine takes its time. */
const PATIENT = { timeout: 60_000 };
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const uploads = async () =>
  (await world.projectorPool.query<{ count: number }>('select count(*) as count from image_uploads')).rows[0]
    ?.count;

const filesOf = ({ db, pool, store }: World) => ({ db, blobs: createPostgresBlobStore(pool, store.files) });

async function upload(content: string): Promise<void> {
  const services = filesOf(world);
  const sender = { userId: 1, siteId: 1, idempotency: undefined, source: Buffer.from(content) };
  const image = { bytes: Buffer.from(content), mediaType: 'image/jpeg', width: 1, height: 1 } as const;
  await keepUpload(services, { kind: 'store', siteId: 1 }, sender, image);
}

it('takes pictures away at its start and again and again, one not named within a week', async () => {
  await upload('first');
  let now = new Date();
  const errors: unknown[] = [];
  const clock = { now: () => now };
  const sweep = startRetention({
    services: { ...filesOf(world), clock },
    onError: (e) => errors.push(e),
    everyMs: 20,
  });
  await vi.waitFor(async () => expect(await uploads()).toBe(1), PATIENT);
  now = new Date(Date.now() + UNATTACHED_KEPT_MS + 60_000);
  await vi.waitFor(async () => expect(await uploads()).toBe(0), PATIENT);
  await upload('second');
  await vi.waitFor(async () => expect(await uploads()).toBe(0), PATIENT);
  await sweep.stop();
  await upload('third');
  expect([await uploads(), errors]).toEqual([1, []]);
});

it('reports a failure and goes on', async () => {
  const errors: unknown[] = [];
  let isBroken = true;
  const clock = {
    now: () => {
      if (isBroken) throw new Error('no time');
      return new Date(Date.now() + UNATTACHED_KEPT_MS + 60_000);
    },
  };
  await upload('fourth');
  const sweep = startRetention({
    services: { ...filesOf(world), clock },
    onError: (e) => errors.push(e),
    everyMs: 20,
  });
  await vi.waitFor(() => expect(errors.length).toBeGreaterThan(0), PATIENT);
  isBroken = false;
  await vi.waitFor(async () => expect(await uploads()).toBe(0), PATIENT);
  await sweep.stop();
});
