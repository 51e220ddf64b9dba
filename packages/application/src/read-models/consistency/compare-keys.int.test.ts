import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresBlobStore } from '../../blobs/postgres-blob-store.ts';
import { erasePerson } from '../../privacy/erase-person.commands.ts';
import { randomStories, writeStories } from '../../projections/testing-histories.ts';
import type { World } from '../../projections/testing.ts';
import { compareKeys } from './compare-keys.ts';
import { openRecordedWorld } from './testing-recorded.ts';

let world: World;
let owner: Pool;
let close: () => Promise<void>;
const stories = randomStories({ seed: 41, deposits: 6, steps: 3 });
const [first = '', second = '', third = '', fourth = ''] = stories.map(({ rmaId }) => `customer-${rmaId}`);

beforeAll(async () => {
  ({ world, owner, close } = await openRecordedWorld());
  await writeStories(world.store, stories);
  await world.settle();
});
afterAll(() => close());

/** At once: keys that are remembered must not hide what was changed. */
async function found(): Promise<readonly string[]> {
  return (await compareKeys(world.projector, world.store)).map(({ key, kind }) => `${key} ${kind}`);
}

it('finds nothing where nothing was changed, and nothing of who was erased', async () => {
  expect(await found()).toEqual([]);
  const services = { ...world, blobs: createPostgresBlobStore(world.pool, world.store.files) };
  await erasePerson(services, { customerRefs: [fourth], reason: 'asked', requestId: 1, now: new Date() });
  await world.settle();
  expect(await found()).toEqual([]);
});

it('finds keys that were exchanged, destroyed, taken away or written into the ledger by hand', async () => {
  await owner.query('create table kept_keys as select * from subject_keys');
  await owner.query(
    `update subject_keys k set wrapped_key = o.wrapped_key
       from kept_keys o where (k.subject, o.subject) in (($1, $2), ($2, $1))`,
    [first, second],
  );
  expect(await found()).toEqual([`subject=${first} changed`, `subject=${second} changed`].toSorted());
  await owner.query(
    'update subject_keys k set wrapped_key = o.wrapped_key from kept_keys o where o.subject = k.subject',
  );
  await owner.query('update subject_keys set wrapped_key = null, erased_at = now() where subject = $1', [
    first,
  ]);
  await owner.query('delete from subject_keys where subject = $1', [second]);
  await owner.query(
    `insert into erasures (subject, reason, erased_at, applied_at) values ($1, 'by hand', now(), now())`,
    [third],
  );
  await owner.query('update subject_keys set wrapped_key = null, erased_at = now() where subject = $1', [
    third,
  ]);
  expect(await found()).toEqual([first, second, third].toSorted().map((each) => `subject=${each} missing`));
});
