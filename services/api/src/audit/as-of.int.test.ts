import { itemFileView } from '@atelier/contracts/repair-detail/file-schema.ts';
import { historyEntry, rmaView } from '@atelier/contracts/repair-detail/schema.ts';
import { DAY_MS, MINUTE_MS } from '@atelier/domain/kernel.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PersonName } from '../testing/testing-api.ts';
import { openCalls, type Calls } from '../testing/testing-calls.ts';
import { dataOf } from '../testing/testing-reply.ts';

let calls: Calls;
let itemId: number;
let rmaId: number;
let events: readonly StoredEvent[];

/** When the scan below was really made: half a minute after the receipt, at a bench without network. */
let madeAt: string;

beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'warehouse', 'factory', 'admin', 'auditor', 'station']);
  itemId = await calls.received();
  rmaId = await calls.rmaOf(itemId);
  const { number } = await calls.rowOf('warehouse', itemId);
  madeAt = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const scan = { code: number, target: 4, occurred_at: madeAt };
  await calls.call('warehouse', 'POST', '/scan', scan);
  ({ events } = await calls.api.world.store.readStream(`item-${itemId}`));
});
afterAll(() => calls.api.close());

const get = (who: PersonName, path: string) => calls.call(who, 'GET', path);

/** The piece in its deposit's detail, at a moment. */
async function rowAt(query: string, who: PersonName = 'warehouse') {
  const reply = await get(who, `/rma/${rmaId}?${query}`);
  return reply.status === 200 ? dataOf(rmaView, reply).items[0] : reply.status;
}

const recordedOf = (type: string): string =>
  events.findLast((event) => event.type === type)?.recordedAt ?? '';
const justBefore = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();

describe('a scan made without network', () => {
  it('was true when it was made, and is known only since it arrived', async () => {
    const arrived = recordedOf('ItemScanned');
    expect(await rowAt(`as_of=${madeAt}`)).toMatchObject({ last_scan: { target: 4 } });
    expect(await rowAt(`as_of=${madeAt}&known_at=${justBefore(arrived)}`)).toMatchObject({ last_scan: null });
    expect(await rowAt(`as_of=${justBefore(madeAt)}`)).toMatchObject({ last_scan: null });
    expect(await rowAt(`known_at=${arrived}`)).toMatchObject({ last_scan: { target: 4 } });
    expect(await rowAt(`known_at=${justBefore(arrived)}`)).toMatchObject({ last_scan: null });
  });

  it('stands in the history from the moment it was made', async () => {
    const typesAt = async (query: string) =>
      dataOf(z.array(historyEntry), await get('paris', `/rma/history?rma_item_id=${itemId}&${query}`)).map(
        ({ type }) => type,
      );
    expect(await typesAt(`as_of=${madeAt}`)).toContain('ItemScanned');
    expect(await typesAt(`as_of=${justBefore(madeAt)}`)).not.toContain('ItemScanned');
  });
});

describe('a file at a past moment', () => {
  it('says so beside the data, and nothing of the kind now', async () => {
    const then = justBefore(recordedOf('ItemStatusChanged'));
    const past = await get('paris', `/rma/item?rma_item_id=${itemId}&as_of=${then}`);
    expect(past.body).toMatchObject({ moment: { as_of: then, known_at: null } });
    expect(dataOf(itemFileView, past)).toMatchObject({ id: itemId, is_editable: false });
    expect((await get('paris', `/rma/item?rma_item_id=${itemId}`)).body).not.toHaveProperty('moment');
  });

  it('is today’s, asked for this moment', async () => {
    const [past, now] = [
      await rowAt(`as_of=${new Date().toISOString()}`, 'paris'),
      dataOf(rmaView, await get('paris', `/rma/${rmaId}`)).items[0],
    ];
    expect(past).toEqual(now);
  });

  it('is not there before the deposit', async () => {
    const before = new Date(Date.parse(recordedOf('ItemDeposited')) - DAY_MS).toISOString();
    expect(await rowAt(`as_of=${before}`, 'paris')).toBe(404);
    expect((await get('paris', `/rma/item?rma_item_id=${itemId}&as_of=${before}`)).status).toBe(404);
    expect((await get('paris', `/rma/history?rma_item_id=${itemId}&as_of=${before}`)).status).toBe(404);
  });

  it('is not there for a site that the piece had not come to', async () => {
    const then = justBefore(events.find(({ type }) => type === 'CustodyTransferred')?.recordedAt ?? '');
    expect(await rowAt(`known_at=${then}`, 'paris')).toMatchObject({ rma_status_id: 1 });
    expect(await rowAt(`known_at=${then}`, 'warehouse')).toBe(404);
    expect(await rowAt(`known_at=${then}`, 'auditor')).toMatchObject({ rma_status_id: 1 });
    expect(await rowAt(`as_of=${madeAt}`, 'tokyo')).toBe(404);
  });
});

describe('every other read of a past moment', () => {
  const READS: readonly (readonly [PersonName, string])[] = [
    ['paris', '/dashboard/stats?'],
    ['paris', '/dashboard/create_history?'],
    ['warehouse', '/dashboard/board?'],
    ['paris', '/rma?'],
    ['warehouse', '/operationrma?'],
    ['warehouse', '/rmalist?status=3&'],
    ['warehouse', '/rmasenttowarehoure?'],
    ['paris', '/rmaintransittoshop?'],
    ['warehouse', '/operationrmabystatus/3?'],
    ['paris', '/packages?direction=outbound&'],
    ['paris', '/call_list?'],
    ['paris', '/call_list/count?'],
  ];

  it('leaves out what was said of a piece later', async () => {
    const say = { id: itemId, comment: 'said later' };
    expect((await calls.call('paris', 'POST', '/shopcomment', say)).status).toBe(200);
    const said = async (query: string) => (await get('paris', `/comments?id=${itemId}${query}`)).data;
    expect(await said('')).toHaveLength(1);
    expect(await said(`&as_of=${madeAt}`)).toEqual([]);
  });

  it.each(READS)('%s %s says the moment, and refuses one that has not come', async (who, path) => {
    await calls.api.world.settle();
    const then = await get(who, `${path}as_of=${madeAt}`);
    expect([path, then.status]).toEqual([path, 200]);
    expect(then.body).toMatchObject({ moment: { as_of: madeAt, known_at: null } });
    const soon = new Date(Date.now() + 10 * MINUTE_MS).toISOString();
    const refused = await get(who, `${path}known_at=${soon}`);
    expect([path, refused.status]).toEqual([path, 400]);
    expect(refused.body.errors).toMatchObject([{ path: 'known_at', code: 'moment_in_future' }]);
  });

  it('shows nothing of before the first event', async () => {
    const before = '2019-01-01T00:00:00.000Z';
    expect((await get('auditor', `/dashboard/stats?as_of=${before}`)).data).toMatchObject({
      total: 0,
      to_call: 0,
    });
    expect((await get('paris', `/rma?as_of=${before}`)).body).toMatchObject({ data: [], total: 0 });
    expect((await get('warehouse', `/packages?as_of=${before}`)).body).toMatchObject({ data: [], total: 0 });
    const custody = await get('paris', `/custody?rma_item_id=${itemId}&as_of=${before}`);
    expect(custody.data).toMatchObject({ held: null, chain: [], item: { rma_status_id: null, version: 0 } });
  });

  it('counts and lists a piece where it was, for who could see it then', async () => {
    const sent = events.find(({ type }) => type === 'CustodyTransferred')?.recordedAt ?? '';
    const before = `known_at=${justBefore(sent)}`;
    expect((await get('paris', `/dashboard/stats?${before}`)).data).toMatchObject({ ready_to_ship: 1 });
    expect((await get('warehouse', `/dashboard/stats?${before}`)).data).toMatchObject({ total: 0 });
    expect((await get('warehouse', `/rmalist?${before}`)).body).toMatchObject({ data: [], total: 0 });
    expect((await get('paris', `/rma?${before}`)).data).toMatchObject([{ id: itemId, rma_status_id: 1 }]);
    expect((await get('paris', `/rma?${before}&warranty=in`)).body).toMatchObject({ total: 1 });
    expect((await get('paris', `/rma?${before}&pictures=no`)).body.total).toBeLessThan(2);
  });

  it('shows a package as it was, to its ends', async () => {
    const number = `R-${itemId}`;
    const received = justBefore(
      events.findLast(({ type }) => type === 'CustodyTransferred')?.recordedAt ?? '',
    );
    const past = await get('paris', `/packagestatus?tracking_no=${number}&known_at=${received}`);
    expect(past.data).toMatchObject({
      can_send: false,
      shipment: { tracking_no: number, received_count: 0 },
    });
    const inside = await get('paris', `/custody?tracking_no=${number}&known_at=${received}`);
    expect(inside.data).toMatchObject({ of: 'shipment', inside: 1 });
    expect((await get('warehouse', `/custody?site_id=20&known_at=${received}`)).body).toMatchObject({
      total: 0,
    });
    expect(
      (await get('warehouse', `/custody?site_id=20&known_at=${new Date().toISOString()}`)).body,
    ).toMatchObject({ total: 1 });
    const tokyo = await get('tokyo', `/packagestatus?tracking_no=${number}&known_at=${received}`);
    expect(tokyo.data).toMatchObject({ shipment: null });
  });
});

describe('a moment that is none', () => {
  const soon = () => new Date(Date.now() + 10 * MINUTE_MS).toISOString();

  it.each(['as_of', 'known_at'])('%s in the future is refused by its field', async (field) => {
    for (const path of [`/rma/${rmaId}?`, `/rma/item?rma_item_id=${itemId}&`]) {
      const { status, body } = await get('paris', `${path}${field}=${soon()}`);
      expect([path, status]).toEqual([path, 400]);
      expect(body.errors).toMatchObject([{ path: field, code: 'moment_in_future' }]);
    }
  });

  it('yesterday, in words, is refused by its field', async () => {
    const { status, body } = await get('paris', `/rma/${rmaId}?as_of=yesterday`);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ path: 'as_of' }]);
  });
});
