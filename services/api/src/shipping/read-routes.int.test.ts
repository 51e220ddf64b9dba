import { anySku, keptPicture, PAR } from '@atelier/application/commands/testing-commands.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, openApiWorld, signInAs, type ApiWorld, type PersonName } from '../testing/testing-api.ts';
import { depositBody, STROKES } from '../testing/testing-bodies.ts';

let api: ApiWorld;
let app: FastifyInstance;
const tokens = new Map<PersonName, string>();

beforeAll(async () => {
  api = await openApiWorld();
  ({ app } = await api.node());
  for (const name of ['paris', 'tokyo', 'warehouse', 'factory', 'admin'] as const) {
    tokens.set(name, await signInAs(app, name));
  }
});

afterAll(() => api.close());

async function call(
  who: PersonName | undefined,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
) {
  const token = who === undefined ? undefined : tokens.get(who);
  const headers = token === undefined ? {} : bearer(token);
  const answer = await app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
  const body = answer.json();
  return { status: answer.statusCode, text: answer.body, headers: answer.headers, data: body.data, body };
}

const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Deposits one ring at the Paris shop. */
async function deposit(): Promise<{ rmaId: number; itemId: number; number: string; reference: string }> {
  const piece = { product_sku: await anySku(api.world), images: [await keptPicture(api.world, PAR)] };
  const { data } = await call('paris', 'POST', '/rma', depositBody(piece));
  const [item] = data.items;
  return { rmaId: data.id, itemId: item.id, number: item.number, reference: data.public_reference };
}

const pack = (itemIds: readonly number[], tracking: string) =>
  call('paris', 'POST', '/rma/packagelist', { rma_item_ids: itemIds, rma_tracking: tracking });
const sign = (tracking: string) =>
  call('paris', 'POST', '/saveSign', {
    kind: 'courier',
    tracking_no: tracking,
    strokes: STROKES,
    signer_name: 'Alex',
    image: PICTURE,
  });

describe('a package named by whole RMAs', () => {
  const bind = (who: PersonName, rmaId: number, tracking: string, status?: number) =>
    call(who, 'POST', '/rma/packagelist', {
      rma_id: rmaId,
      rma_tracking: tracking,
      ...(status !== undefined && { rma_status_id: status }),
    });

  it('does not reveal whether an RMA out of scope exists, and binds nothing of it', async () => {
    const { rmaId } = await deposit();
    const [foreign, unknown] = [
      await bind('tokyo', rmaId, 'RMAS-1'),
      await bind('tokyo', 999_999_999, 'RMAS-1'),
    ];
    expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found', data: null } });
    expect(unknown.body).toEqual(foreign.body);
    const read = await call('tokyo', 'POST', '/rma/packagelist', { rma_id: rmaId });
    expect(read.data).toMatchObject({ shipment: null, items: [] });
  });

  it('binds what stands in its status, and never claims to have bound when nothing does', async () => {
    const { rmaId, itemId } = await deposit();
    expect(await bind('paris', rmaId, 'RMAS-2', 13)).toMatchObject({ status: 404 });
    const bound = await bind('paris', rmaId, 'RMAS-2');
    expect(bound).toMatchObject({ status: 200, data: { items: [{ id: itemId }] } });
    const alone = await call('paris', 'POST', '/rma/packagelist', { rma_tracking: 'RMAS-2' });
    expect(alone).toMatchObject({ status: 200, data: { shipment: { item_count: 1 } } });
  });
});

describe('a package as it is read', () => {
  it('says what keeps it from being sent, until nothing does', async () => {
    const [one, two] = [await deposit(), await deposit()];
    await pack([one.itemId, two.itemId], 'READ-1');
    const unsigned = await call('paris', 'GET', '/packagestatus?tracking_no=READ-1');
    expect(unsigned.data).toMatchObject({
      can_send: false,
      blocking: [{ code: 'signature_required', item_id: null, number: null }],
      shipment: { tracking_no: 'READ-1', state: 'Draft', order_type: 1, item_count: 2, signed: false },
    });
    expect(unsigned.headers['etag']).toBe(`"${unsigned.data.shipment.version}"`);
    await sign('READ-1');
    const ready = await call('paris', 'GET', '/packagestatus?tracking_no=READ-1&order_type=1');
    expect(ready.data).toMatchObject({ can_send: true, blocking: [], shipment: { signed: true } });
    const otherType = await call('paris', 'GET', '/packagestatus?tracking_no=READ-1&order_type=2');
    expect(otherType.data).toMatchObject({ can_send: false, shipment: null });
    const price = await call('paris', 'GET', '/packageprice?tracking_no=READ-1');
    expect(price.data).toMatchObject({
      currency: 'EUR',
      lines: [
        { item_id: one.itemId, number: one.number, quantity: 1 },
        { item_id: two.itemId, quantity: 1 },
      ],
    });
    const amounts: number[] = price.data.lines.map((line: { amount: number }) => line.amount);
    expect(price.data.total).toBe(amounts.reduce((sum, amount) => sum + amount, 0));
    expect(price.data.total).toBeGreaterThan(0);
  });

  it('is found by the beginning of its number, whatever the case, and by its two ends only', async () => {
    const { itemId } = await deposit();
    await pack([itemId], 'READ-7_A');
    const found = async (who: PersonName, q: string): Promise<string[]> =>
      (await call(who, 'GET', `/packages?direction=both&q=${encodeURIComponent(q)}`)).data.map(
        (each: { tracking_no: string }) => each.tracking_no,
      );
    expect(await found('paris', 'read 7')).toEqual(['READ-7_A']);
    expect(await found('paris', 'read-7_')).toEqual(['READ-7_A']);
    // The signs of a pattern are letters here.
    expect(await found('paris', 'read-7%')).toEqual([]);
    expect(await found('paris', 'read_7')).toEqual([]);
    expect(await found('tokyo', 'read-7')).toEqual([]);
    expect(await found('warehouse', 'read-7')).toEqual([]);
    const now = new Date().toISOString();
    const past = await call('paris', 'GET', `/packages?direction=both&q=read-7&as_of=${now}`);
    expect(past.data).toMatchObject([{ tracking_no: 'READ-7_A' }]);
  });

  it('is visible to the receiver only once it is sent, and never to others', async () => {
    const { itemId } = await deposit();
    await pack([itemId], 'READ-2');
    await sign('READ-2');
    const ask = (who: PersonName) => call(who, 'POST', '/trackingrma', { tracking_number: 'READ-2' });
    const inbound = async (who: PersonName): Promise<string[]> =>
      (await call(who, 'GET', '/packages?direction=inbound')).data.map(
        (each: { tracking_no: string }) => each.tracking_no,
      );
    expect((await ask('paris')).status).toBe(200);
    expect((await ask('warehouse')).status).toBe(404);
    expect(await inbound('warehouse')).not.toContain('READ-2');
    expect((await call('paris', 'POST', '/storepackage', { tracking_no: 'READ-2' })).status).toBe(200);
    const received = await ask('warehouse');
    expect(received.data).toMatchObject({
      shipment: { tracking_no: 'READ-2', state: 'Sent', from: { code: 'PAR' }, to: { code: 'WHS' } },
      items: [{ id: itemId, rma_status_id: 2, tracking_number: 'READ-2', custody: { kind: 'shipment' } }],
      can_send: false,
    });
    expect(await inbound('warehouse')).toContain('READ-2');
    const outbound = await call('paris', 'GET', '/packages?direction=outbound&state=Sent');
    expect(outbound.data.map((each: { tracking_no: string }) => each.tracking_no)).toContain('READ-2');
    expect(outbound.body.total).toBe(outbound.data.length);
    for (const stranger of ['tokyo', 'factory'] as const) {
      expect((await ask(stranger)).status).toBe(404);
      expect((await call(stranger, 'GET', '/packages?direction=inbound')).data).toEqual([]);
      expect((await call(stranger, 'GET', '/packagestatus?tracking_no=READ-2')).data).toMatchObject({
        shipment: null,
      });
      expect((await call(stranger, 'GET', '/packageprice?tracking_no=READ-2')).status).toBe(404);
      expect((await call(stranger, 'GET', '/getSignature?tracking_no=READ-2')).status).toBe(404);
    }
  });

  it('filters a list by its number', async () => {
    const { itemId } = await deposit();
    await pack([itemId], 'READ-3');
    const { data } = await call('paris', 'GET', '/rmalist?tracking_no=READ-3');
    expect(data.map((row: { id: number }) => row.id)).toEqual([itemId]);
    expect((await call('tokyo', 'GET', '/rmalist?tracking_no=READ-3')).data).toEqual([]);
  });
});

describe('signatures', () => {
  it('keep every version, the newest first, with strokes and picture', async () => {
    const { itemId } = await deposit();
    await pack([itemId], 'READ-4');
    await sign('READ-4');
    await call('paris', 'POST', '/saveSign', { kind: 'courier', tracking_no: 'READ-4', strokes: STROKES });
    const { data } = await call('paris', 'GET', '/getSignature?tracking_no=READ-4');
    expect(data).toMatchObject([
      { kind: 'courier', version: 2, strokes: STROKES, image: null },
      { kind: 'courier', version: 1, signer_name: 'Alex', strokes: STROKES, image: PICTURE },
    ]);
    await call('paris', 'POST', '/saveSign', { kind: 'deposit', rma_item_ids: [itemId], strokes: STROKES });
    const own = await call('paris', 'GET', `/getSignature?rma_item_id=${itemId}`);
    expect(own.data).toMatchObject([{ kind: 'deposit', version: 1 }]);
    expect((await call('paris', 'GET', `/getSignature?rma_item_id=${itemId}&kind=pickup`)).data).toEqual([]);
  });
});

describe("the customer's page along the way", () => {
  it('moves on with the jewel, never back but by an undo', async () => {
    const { itemId, reference } = await deposit();
    const shown = async () => {
      await api.world.settle();
      const { data } = await call(undefined, 'GET', `/rma/currenct/status?rma_id=${reference}`);
      const [{ Progress, RmaStatusHistory, retail_carrier_code: carrier }] = data;
      return [Progress, RmaStatusHistory.map((step: { Progress: number }) => step.Progress), carrier];
    };
    expect(await shown()).toEqual([1, [1], '']);
    await pack([itemId], 'READ-5');
    await sign('READ-5');
    await call('paris', 'POST', '/storepackage', { tracking_no: 'READ-5' });
    expect(await shown()).toEqual([2, [2, 1], 'READ-5']);
    await call('paris', 'POST', '/package/unsend', { tracking_no: 'READ-5', reason: 'wrong bag' });
    const [back, steps] = await shown();
    expect([back, steps]).toEqual([1, [1]]);
    await call('paris', 'POST', '/storepackage', { tracking_no: 'READ-5' });
    await call('warehouse', 'PUT', '/rmastatus', { id: itemId, rma_status_id: 3 });
    expect((await shown()).slice(0, 2)).toEqual([3, [3, 2, 1]]);
    for (const target of [4, 5])
      await call('warehouse', 'PUT', '/rmastatus', { id: itemId, rma_status_id: target });
    expect((await shown()).slice(0, 2)).toEqual([3, [3, 2, 1]]);
  });

  it('shows a cancelled deposit under its banner', async () => {
    const { itemId, reference } = await deposit();
    const cancelled = await call('paris', 'PUT', '/rmastatus', {
      id: itemId,
      rma_status_id: 20,
      reason: 'changed their mind',
    });
    expect(cancelled.status).toBe(200);
    await api.world.settle();
    const { data, text } = await call(undefined, 'GET', `/rma/currenct/status?rma_id=${reference}`);
    expect(data).toMatchObject([{ cancelled: true, Progress: 1 }]);
    expect(text).not.toContain('changed their mind');
  });
});
