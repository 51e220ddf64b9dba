import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { randomStories, writeStories } from '../projections/testing-histories.ts';
import type { Story } from '../projections/testing-histories.ts';
import { openWorld } from '../projections/testing.ts';
import type { World } from '../projections/testing.ts';
import { findRmaView } from '../rma/rma-view.queries.ts';
import { searchContacts } from '../reference/customers.queries.ts';
import { sealCustomers } from '../reference/seal-customers.commands.ts';
import { sealStoredRows } from './seal-rows.commands.ts';

let world: World;
const stories = randomStories({ seed: 11, deposits: 4, stores: [1] });

beforeAll(async () => {
  world = await openWorld();
  await writeStories(world.store, stories);
  await world.settle();
});
afterAll(() => world.close());

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

  it('opens nothing any more once the key is gone, also where the row was not written anew', async () => {
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
});
