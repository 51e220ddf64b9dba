import type { ItemDeposited } from '@atelier/domain/repair/item/deposit-events.ts';
import type { Contact } from '@atelier/domain/deposit/events.ts';
import type { RmaSearchView } from '@atelier/contracts/repair-list/search-schema.ts';
import type { SearchField } from '@atelier/domain/repair-list/contract.ts';
import { writeStories, type Story } from '@atelier/application/projections/testing-histories.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonName } from '../testing/testing-api.ts';
import { NOW, STORIES, openReadWorld, type ReadWorld } from './testing-reads.ts';

const PARIS = 1;
const TOKYO = 5;
let reads: ReadWorld;

beforeAll(async () => {
  reads = await openReadWorld();
  await writeStories(reads.api.world.store, PEOPLE);
  await reads.api.world.settle();
});

afterAll(() => reads.api.close());

/** The deposit of one of the stories, brought by another customer. */
function storyOf(place: number, storeId: number, contact: Contact, trackingNumber?: string): Story {
  const [like] = STORIES;
  const [deposit, first] = [like?.rma[0], like?.item[0]];
  if (deposit?.type !== 'RmaDeposited' || first?.type !== 'ItemDeposited') throw new Error('no story');
  const [rmaId, itemId] = [900_000 + place * 2, 900_001 + place * 2];
  const customerRef = `customer-${place}`;
  const at = NOW.toISOString();
  const bound = {
    type: 'ItemBoundToShipment' as const,
    data: { shipmentId: 900_500, trackingNumber: trackingNumber ?? '', orderType: 1 as const, at },
  };
  const number = `X${storeId}-${String(place).padStart(6, '0')}`;
  return {
    rmaId,
    itemId,
    storeId,
    rma: [
      {
        type: 'RmaDeposited',
        data: {
          ...deposit.data,
          rmaId,
          storeId,
          customerRef,
          contact,
          itemIds: [itemId],
          number,
          publicReference: `ref-search-${place}`,
          ...orders(place),
        },
      },
    ],
    item: [
      {
        type: 'ItemDeposited',
        data: itemOf(first.data, { itemId, rmaId, storeId, customerRef, number }, place),
      },
      ...(trackingNumber === undefined ? [] : [bound]),
    ],
  };
}

const orders = (place: number) => ({
  originalOrderId: `WEB-${place}-ID`,
  originalOrderNumber: `WEB-${place}-NO`,
});

function itemOf(like: ItemDeposited['data'], ids: object, place: number): ItemDeposited['data'] {
  return {
    ...like,
    ...ids,
    product: {
      ...like.product,
      sku: `SKU-Q${place}`,
      serial: `SER.${place}.Z`,
      certificateNo: `GIA 77${place}`,
    },
    purchase: { ...like.purchase, invoiceNumber: `FAC/2026/${place}`, ...orders(place) },
    createdAt: NOW.toISOString(),
  };
}

const person = (lastName: string, firstName: string, phoneCode: string, phone: string): Contact => ({
  firstName,
  lastName,
  phoneCode,
  phone,
  email: `${phone}.box@mail.test`,
});

const ELODIE = storyOf(1, PARIS, person('Dupré', 'Élodie', '+33', '687654321'), 'TRK-5566-FR');
const XIAOMING = storyOf(2, TOKYO, person('王', '小明', '+86', '13987654322'));
const FATIMA = storyOf(3, PARIS, person('الزهراء', 'فاطمة', '+971', '501239876'));
const TWIN = storyOf(4, TOKYO, person('Dupré', 'Élodie', '+33', '687654321'));
const PEOPLE = [ELODIE, XIAOMING, FATIMA, TWIN];

async function search(who: PersonName, q: string): Promise<RmaSearchView> {
  const { status, data, text } = await reads.get(who, `/rma/search?q=${encodeURIComponent(q)}`);
  if (status !== 200) throw new Error(text);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route has checked it against its contract
  return data as RmaSearchView;
}

/** Which fields found an item, for whom. */
async function foundBy(who: PersonName, q: string, { itemId }: Story): Promise<SearchField[]> {
  const { groups } = await search(who, q);
  return groups.filter(({ hits }) => hits.some(({ item }) => item.id === itemId)).map(({ field }) => field);
}

describe('GET /rma/search finds a piece', () => {
  const CASES: readonly (readonly [PersonName, string, SearchField, Story])[] = [
    ['paris', 'X1-000001', 'number', ELODIE],
    ['paris', 'x1‑000001', 'number', ELODIE],
    ['paris', 'trk-5566-fr', 'tracking', ELODIE],
    ['paris', 'FAC/2026/1', 'invoice', ELODIE],
    ['paris', 'web-1-id', 'order', ELODIE],
    ['paris', 'WEB-1-NO', 'order', ELODIE],
    ['paris', 'SKU-Q1', 'sku', ELODIE],
    ['paris', 'ser.1.z', 'serial', ELODIE],
    ['paris', 'gia 771', 'certificate', ELODIE],
    ['paris', '+33 6 87 65 43 21', 'phone', ELODIE],
    ['paris', '0687654321', 'phone', ELODIE],
    ['paris', '0033 687654321', 'phone', ELODIE],
    ['paris', '+33 (0)6.87.65.43.21', 'phone', ELODIE],
    ['paris', '+33 0687654321', 'phone', ELODIE],
    ['paris', '٠٦٨٧٦٥٤٣٢١', 'phone', ELODIE],
    ['paris', '54321', 'phone', ELODIE],
    ['paris', '687654321.BOX@mail.test', 'email', ELODIE],
    ['paris', 'dupre elodie', 'name', ELODIE],
    ['paris', 'ÉLODIE', 'name', ELODIE],
    ['tokyo', '王小明', 'name', XIAOMING],
    ['tokyo', '王 小', 'name', XIAOMING],
    ['tokyo', '139 8765 4322', 'phone', XIAOMING],
    ['paris', 'فاطمه الزهراء', 'name', FATIMA],
    ['paris', 'فَاطِمَة', 'name', FATIMA],
  ];
  it.each(CASES)('%s types %s: by its %s', async (who, q, field, story) => {
    expect(await foundBy(who, q, story)).toContain(field);
  });

  it('by words of several fields together', async () => {
    expect(await foundBy('paris', 'elodie SKU-Q1', ELODIE)).not.toEqual([]);
    expect(await foundBy('paris', 'elodie SKU-Q3', ELODIE)).toEqual([]);
  });

  it('and says when the whole number was typed, not only its beginning', async () => {
    const exact = async (q: string) => (await search('paris', q)).groups[0]?.hits[0]?.exact;
    expect(await exact('X1-000001')).toBe(true);
    expect(await exact('X1-00000')).toBe(false);
  });

  it("and tells the piece's own number where its deposit's matches too", async () => {
    const { groups } = await search('paris', 'X1-000003');
    expect(groups[0]?.hits[0]).toMatchObject({ matched: 'x1-000003', item: { number: 'X1-000003' } });
  });

  it('refuses a single letter, and finds nothing for unknown words', async () => {
    expect((await reads.get('paris', '/rma/search?q=x')).status).toBe(400);
    expect(await search('paris', 'zzzz-nothing')).toEqual({ groups: [], more: false });
  });
});

describe('GET /rma/search keeps to itself', () => {
  it("another shop's client, by whatever is typed", async () => {
    const typed = [
      'X5-000004',
      '0687654321',
      'Dupré',
      '687654321.box@mail.test',
      'SKU-Q4',
      'FAC/2026/4',
      'WEB-4-ID',
    ];
    for (const q of typed) expect([q, await foundBy('paris', q, TWIN)]).toEqual([q, []]);
    expect(await foundBy('paris', 'Dupré', ELODIE)).toEqual(['name']);
    expect(await foundBy('tokyo', 'Dupré', TWIN)).toEqual(['name']);
    expect(await foundBy('tokyo', 'Dupré', ELODIE)).toEqual([]);
  });

  it('phones and mails from operation, which is not shown them, in the page and in the list', async () => {
    expect(await foundBy('admin', 'X1-000001', ELODIE)).toEqual(['number']);
    for (const q of ['0687654321', '687654321.box@mail.test']) {
      expect([q, await foundBy('admin', q, ELODIE)]).toEqual([q, []]);
      const { rows } = await reads.items('admin', `/rmalist?q=${encodeURIComponent(q)}`);
      expect(rows).toEqual([]);
    }
  });
});

describe('GET /rmalist', () => {
  it('by customer gives what they have brought to this shop', async () => {
    const { rows } = await reads.items('paris', '/rma?customer_id=1');
    expect(rows.map(({ id }) => id)).toContain(ELODIE.itemId);
    expect((await reads.items('paris', '/rma?customer_id=2')).rows.map(({ id }) => id)).not.toContain(
      XIAOMING.itemId,
    );
  });
});
