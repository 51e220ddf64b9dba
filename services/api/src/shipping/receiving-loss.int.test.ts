import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, signInAs } from '../testing/testing-api.ts';
import { openReceiving, type Receiving } from './testing-receiving.ts';

let calls: Receiving['calls'];
let post: Receiving['post'];
let receiptOf: Receiving['receiptOf'];
let stateOf: Receiving['stateOf'];
let custodyOf: Receiving['custodyOf'];
let eventsOf: Receiving['eventsOf'];
let inbound: Receiving['inbound'];

beforeAll(async () => {
  ({ calls, post, receiptOf, stateOf, custodyOf, eventsOf, inbound } = await openReceiving());
});
afterAll(() => calls.api.close());

describe('what did not come out of a package', () => {
  it('is flagged for both ends, stops, is found, and goes on', async () => {
    const [one = 0, two = 0] = await inbound('MIS-1', 2);
    await calls.move('warehouse', one, 3);
    const body = { rma_item_ids: [two] };
    expect((await post('warehouse', '/rma/missing', body)).status).toBe(200);
    for (const who of ['paris', 'warehouse'] as const) {
      const listed = await calls.call(who, 'GET', '/packages?direction=both&state=Discrepancy');
      expect(listed.body.data).toContainEqual(
        expect.objectContaining({ tracking_no: 'MIS-1', missing_count: 1, state: 'Discrepancy' }),
      );
      expect(await custodyOf(who, two)).toMatchObject({ kind: 'shipment' });
    }
    expect((await calls.move('warehouse', two, 3)).body.code).toBe('held_missing');
    expect((await post('warehouse', '/package/close', { tracking_no: 'MIS-1' })).body.code).toBe(
      'shipment_open_lines',
    );
    // The sender finds it in a drawer: the receiver may take it in as soon as it arrives.
    expect((await post('paris', '/rma/found', body)).status).toBe(200);
    expect((await post('paris', '/rma/found', body)).body.code).toBe('not_missing');
    expect((await calls.move('warehouse', two, 3)).status).toBe(200);
    for (const who of ['warehouse', 'warehouse'] as const)
      expect((await post(who, '/package/close', { tracking_no: 'MIS-1' })).status).toBe(200);
    expect(await stateOf('paris', 'MIS-1')).toBe('Closed');
    const kinds = (await receiptOf('paris', 'MIS-1')).log.map(({ kind }) => kind);
    expect(kinds).toEqual(['closed', 'found', 'missing']);
  });

  it('is flagged once by two people at once, all of it or nothing', async () => {
    const ids = await inbound('MIS-2', 2);
    const answers = await Promise.all(
      [1, 2].map(() => post('warehouse', '/rma/missing', { rma_item_ids: ids })),
    );
    for (const { status } of answers) expect(status).toBe(200);
    expect((await eventsOf('MIS-2')).filter((type) => type === 'ShipmentItemMissing')).toHaveLength(2);
    const [fresh = 0] = await inbound('MIS-3', 1);
    expect((await post('warehouse', '/rma/missing', { rma_item_ids: [fresh, 999_999_999] })).status).toBe(
      404,
    );
    expect(await stateOf('warehouse', 'MIS-3')).toBe('Sent');
  });

  it('is not visible to sites that have no part in it', async () => {
    const ids = await inbound('MIS-4', 1);
    for (const who of ['tokyo', 'factory'] as const) {
      expect((await post(who, '/rma/missing', { rma_item_ids: ids })).status).toBe(404);
    }
    expect((await post('auditor', '/rma/missing', { rma_item_ids: ids })).status).toBe(403);
    expect((await post('warehouse', '/rma/missing', { rma_item_ids: [] })).status).toBe(400);
  });

  it('is declared lost and settled by who may approve it, and the package no longer waits', async () => {
    const [id = 0] = await inbound('LOST-1', 1);
    const settle = (who: Parameters<Receiving['post']>[0], body: object = {}) =>
      post(who, '/rma/settle_lost', {
        rma_item_id: id,
        amount: 125_000,
        currency: 'EUR',
        reference: 'CLAIM-7',
        ...body,
      });
    expect((await settle('warehouse')).body).toMatchObject({ status: 400, code: 'not_missing' });
    await post('warehouse', '/rma/missing', { rma_item_ids: [id] });
    expect((await settle('paris')).status).toBe(403);
    expect((await settle('factory')).status).toBe(404);
    for (const bad of [
      { amount: -1 },
      { amount: 1.5 },
      { currency: 'euro' },
      { reference: '  ' },
      { approver: 'me' },
    ])
      expect((await settle('warehouse', bad)).status).toBe(400);
    expect(await custodyOf('paris', id)).toMatchObject({ kind: 'shipment' });
    expect((await settle('warehouse')).status).toBe(200);
    // It has left the warehouse; an account that sees everything is answered that nothing is missing any more.
    expect((await settle('admin')).body.code).toBe('not_missing');
    expect(await calls.rowOf('paris', id)).toMatchObject({ rma_status_id: 21, custody: { kind: 'settled' } });
    expect(await stateOf('paris', 'LOST-1')).toBe('Received');
    const lost = (await calls.api.world.store.readStream(`item-${id}`)).events.find(
      ({ type }) => type === 'ItemDeclaredLost',
    );
    expect(lost?.data).toMatchObject({
      settlement: { amount: 125_000, currency: 'EUR' },
      reference: 'CLAIM-7',
      approvedBy: { userId: calls.api.users.warehouse },
    });
  });

  it('answers a repeated key with the same answer, and a stale version with 409', async () => {
    const ids = await inbound('KEY-1', 1);
    const token = await signInAs(calls.app, 'warehouse');
    const flag = (headers: object) =>
      calls.app.inject({
        method: 'POST',
        url: '/api/rma/missing',
        headers: { ...bearer(token), ...headers },
        payload: { rma_item_ids: ids },
      });
    expect((await flag({ 'if-match': '"1"' })).statusCode).toBe(409);
    const [first, second] = [
      await flag({ 'idempotency-key': 'k-1' }),
      await flag({ 'idempotency-key': 'k-1' }),
    ];
    expect(first.json()).toEqual(second.json());
    expect((await eventsOf('KEY-1')).filter((type) => type === 'ShipmentItemMissing')).toHaveLength(1);
  });
});
