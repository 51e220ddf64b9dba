import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '@atelier/event-store/pool.ts';
import type { Pool } from 'pg';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { randomStories, writeStories, type Story } from '../projections/testing-histories.ts';
import { openWorld, TEST_NOW, type World } from '../projections/testing.ts';
import { createPostgresBlobStore } from '../blobs/postgres-blob-store.ts';
import { erasePerson } from './erase-person.commands.ts';
import { findRmaView } from '../repair-detail/rma-view.queries.ts';
import { searchKey } from '@atelier/domain/reference/search-key.ts';
import { sealingOf } from '../platform/database.ts';
import { findCustomerRecord, searchContacts } from '../reference/customers.queries.ts';
import { sealCustomers } from '../reference/seal-customers.commands.ts';
import { sealStoredRows } from './seal-rows.commands.ts';

let world: World;
/** Sees every row, as a copy of the files would show it. */
let admin: Pool;
const stories = randomStories({ seed: 11, deposits: 4, stores: [1] });

beforeAll(async () => {
  world = await openWorld();
  admin = createPool({ connectionString: world.database.adminUrl, role: 'owner', max: 1 });
  await writeStories(world.store, stories);
  await world.settle();
});
afterAll(async () => {
  await admin.end();
  await world.close();
});

function storyOf(index: number): Story {
  const story = stories[index];
  if (story === undefined) throw new Error('no such story');
  return story;
}

/** As a copy of the database shows it. */
const stored = async (id: number) => {
  const { rows } = await world.projectorPool.query<{ row: object; text: string }>(
    'select to_jsonb(r) as row, r::text as text from rma_row r where id = $1',
    [id],
  );
  return rows[0] ?? { row: {}, text: '' };
};

const shown = ({ rmaId }: Story) =>
  world.asked({ kind: 'all' }, (trx) =>
    findRmaView(trx, rmaId, { audience: 'shop', policy: DEFAULT_POLICY }),
  );

/** As a copy of the database shows them. */
const placesOf = async (id: number): Promise<unknown> => {
  const { rows } = await admin.query(
    'select province_id, city_id, province_ref, city_ref from customers where id = $1',
    [id],
  );
  return rows[0];
};

describe('what rows hold of a person (decisions/0163)', () => {
  it('is sealed in the table and open in what is read', async () => {
    const story = storyOf(0);
    const view = await shown(story);
    expect(view).toMatchObject({ lastname: `Name${story.rmaId}` });
    const { text } = await stored(story.rmaId);
    const words = [view?.firstname, view?.lastname, view?.phone, view?.email, view?.address];
    expect(words.filter((word) => word !== '' && text.includes(word ?? ''))).toEqual([]);
  });

  it('of earlier releases is read as it is, and sealed to the very text that an append would write', async () => {
    const { rmaId } = storyOf(1);
    const before = await stored(rmaId);
    await world.projectorPool.query(
      `update rma_row set lastname = $2, phone = '55501', email = 'clear@mail.test' where id = $1`,
      [rmaId, `Name${rmaId}`],
    );
    expect(await shown(storyOf(1))).toMatchObject({ lastname: `Name${rmaId}`, email: 'clear@mail.test' });
    const seal = () => sealStoredRows(world.projector, world.store.sealing, () => false);
    expect(await seal()).toBe(1);
    const { row, text } = await stored(rmaId);
    expect(text).not.toMatch(/55501|clear@mail|Name\d/);
    expect(row).toMatchObject({ lastname: (before.row as { lastname: string }).lastname });
    expect(await shown(storyOf(1))).toMatchObject({ phone: '55501', email: 'clear@mail.test' });
    expect(await seal()).toBe(0);
  });

  it('opens nothing any more once the key is gone, also where the row was not rewritten', async () => {
    const gone = storyOf(2);
    await world.store.erase([`customer-${gone.rmaId}`], 'test');
    expect(await shown(gone)).toMatchObject({ firstname: '', lastname: '', email: '', phone: '' });
    expect(await shown(storyOf(3))).toMatchObject({ lastname: `Name${storyOf(3).rmaId}` });
  });

  it('of customers in clear is sealed once, and they are found as before', async () => {
    const everything = { kind: 'all' } as const;
    const before = await searchContacts(world.db, everything, 'ma');
    expect(before.rows.length).toBeGreaterThan(0);
    expect(await sealCustomers(world.projector, () => false)).toBeGreaterThan(100);
    expect(await sealCustomers(world.projector, () => false)).toBe(0);
    const clear = await world.asked(everything, (trx) =>
      trx
        .selectFrom('customers')
        .select('id')
        .where('lastname', 'not like', '§1:%')
        .where('lastname', '<>', '')
        .execute(),
    );
    expect(clear).toEqual([]);
    const after = await searchContacts(world.db, everything, 'ma');
    expect(after.rows.length).toBe(before.rows.length);
    const [one] = before.rows;
    const byPhone = await searchContacts(world.db, everything, one?.fullphone ?? '');
    expect(byPhone.rows.map(({ id }) => id)).toContain(one?.id);
  });

  it('of customers is found by both forms of a name, and rewritten in the new one', async () => {
    const everything = { kind: 'all' } as const;
    const [one] = (await searchContacts(world.db, everything, 'ma')).rows;
    const { id = 0, firstname = '', lastname = '' } = one ?? {};
    const idsOf = async (typed: string) =>
      (await searchContacts(world.db, everything, typed)).rows.map((row) => row.id);
    expect(await idsOf(`${firstname}-${lastname}`)).toContain(id);
    // As a release before 0070 wrote it: blanks in its words.
    const { blind } = await sealingOf(world.db).words();
    await admin.query(
      'update customers set words_form = 0, name_blind = $2, family_blind = $3 where id = $1',
      [id, blind(searchKey(`${firstname} ${lastname}`)), blind(searchKey(`${lastname} ${firstname}`))],
    );
    expect(await idsOf(`${firstname} ${lastname}`)).toContain(id);
    expect(await idsOf(`${firstname}${lastname}`)).not.toContain(id);
    expect(await sealCustomers(world.projector, () => false)).toBe(1);
    expect(await idsOf(`${firstname}${lastname}`)).toContain(id);
  });

  it('of customers says no place that the database can read, and shows its name until the person is erased', async () => {
    const everything = { kind: 'all' } as const;
    const found = await searchContacts(world.db, everything, 'ma');
    const placed = found.rows.find(({ province_id, city_id }) => province_id !== null && city_id !== null);
    const id = placed?.id ?? 0;
    expect(await placesOf(id)).toEqual({
      province_id: null,
      city_id: null,
      province_ref: expect.stringMatching(/^§1:customer-/),
      city_ref: expect.stringMatching(/^§1:customer-/),
    });
    const { rows } = await world.projectorPool.query<{ province: string; city: string }>(
      `select p.name as province, c.name as city from provinces p, cities c where p.id = $1 and c.id = $2`,
      [placed?.province_id, placed?.city_id],
    );
    expect(placed).toMatchObject(rows[0] ?? {});
    const { rows: left } = await admin.query(
      `select count(*) filter (where province_id is not null or city_id is not null)::int as clear,
              count(province_ref)::int > 100 as sealed from customers`,
    );
    expect(left).toEqual([{ clear: 0, sealed: true }]);

    await world.store.erase([`customer-${id}`], 'test');
    const record = await findCustomerRecord(world.db, everything, id);
    expect(record?.customer).toMatchObject({ province: null, city: null, province_id: null, city_id: null });
    await erasePerson(
      { ...world, blobs: createPostgresBlobStore(world.pool, world.store.files) },
      { customerRefs: [`customer-${id}`], reason: 'test', requestId: id, now: TEST_NOW },
    );
    expect(await placesOf(id)).toEqual({
      province_id: null,
      city_id: null,
      province_ref: null,
      city_ref: null,
    });
  });
});
