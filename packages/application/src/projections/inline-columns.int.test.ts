import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AGGREGATES } from '../aggregates.ts';
import { openWorld, type World } from './testing.ts';
import { randomStories } from './testing-histories.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

/** Columns that the database fills in. */
const OWN = ['version', 'position', 'scope_keys'];

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await world.projectorPool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  );
  return rows.map((row) => row.name).filter((name) => !OWN.includes(name));
}

describe('inline tables', () => {
  // An upsert from JSON takes no offence at a field it has no column for: it would be lost without a word.
  it.each(['item', 'rma'])('have a column for every field of the row of %s, and no other', async (prefix) => {
    const [story] = randomStories({ seed: 1, deposits: 1 });
    const kind = AGGREGATES.find((each) => each.prefix === prefix);
    const row = kind?.rowOf(prefix === 'item' ? (story?.item ?? []) : (story?.rma ?? []));
    const fields = Object.keys(row?.values ?? {});
    expect(fields.length).toBeGreaterThan(20);
    expect((await columnsOf(kind?.table ?? '')).toSorted()).toEqual(fields.toSorted());
  });

  it('have one for every field of a shipment', async () => {
    const opened = {
      type: 'ShipmentOpened',
      data: {
        shipmentId: 1,
        trackingNumber: 'T',
        orderType: 1,
        origin: 1,
        destination: 20,
        carrier: null,
        at: '2026-11-20T10:00:00.000Z',
        by: { userId: 1, workerId: null },
      },
    };
    const kind = AGGREGATES.find((each) => each.prefix === 'shipment');
    const fields = Object.keys(kind?.rowOf([opened])?.values ?? {});
    expect((await columnsOf('shipment_row')).toSorted()).toEqual(fields.toSorted());
  });
});
