import { callerAt, PAR, sendToWarehouse, WHS } from '@atelier/store/commands/testing-journey.ts';
import { packItems } from '@atelier/store/shipping/pack.commands.ts';
import { sendBound, signPackage } from '@atelier/store/shipping/send.commands.ts';
import { moveItemTo } from '@atelier/store/repair/move.commands.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, signInAs } from '../testing-api.ts';
import { openCalls } from '../testing-calls.ts';
import type { Calls } from '../testing-calls.ts';

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'warehouse', 'factory', 'admin', 'auditor']);
});
afterAll(() => calls.api.close());

type PersonName = Parameters<Calls['call']>[0];
const post = (who: PersonName, url: string, body: object) => calls.call(who, 'POST', url, body);
const receipt = async (who: PersonName, tracking: string) =>
  calls.call(who, 'GET', `/package/receipt?tracking_no=${tracking}`);
const stateOf = async (who: PersonName, tracking: string) =>
  (await receipt(who, tracking)).body.data.shipment.state;
const custodyOf = async (who: PersonName, itemId: number) => (await calls.rowOf(who, itemId)).custody;
const numberOf = async (itemId: number): Promise<string> => (await calls.rowOf('paris', itemId)).number;
const eventsOf = async (tracking: string) => {
  const { id } = (await receipt('admin', tracking)).body.data.shipment;
  return (await calls.api.world.store.readStream(`shipment-${id}`)).events.map(({ type }) => type);
};

/** Pieces of Paris on their way to the warehouse. */
async function inbound(tracking: string, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await calls.deposited());
  await sendToWarehouse(calls.services, ids, tracking);
  return ids;
}

describe('the check of a package at its other end (product.md §11)', () => {
  it('shows another seal and a weight that is off to both ends, and refuses nothing', async () => {
    const ids = [await calls.deposited()];
    const packing = {
      trackingNumber: 'ARR-1',
      itemIds: ids,
      orderType: 1,
      origin: PAR,
      destination: WHS,
    } as const;
    const paris = callerAt(PAR, 'store');
    await packItems(calls.services, paris, packing);
    await signPackage(calls.services, callerAt(PAR, 'store'), 'ARR-1', 'a'.repeat(64));
    const sending = { trackingNumber: 'ARR-1', orderTypes: [1], sealNumber: 'S-1', grossWeight: 500 };
    await sendBound(calls.services, callerAt(PAR, 'store'), sending);

    const checked = await post('warehouse', '/package/arrival', {
      tracking_no: 'ARR-1',
      seal_number: 'S-2',
      gross_weight: 480,
    });
    expect(checked.status).toBe(200);
    for (const who of ['paris', 'warehouse'] as const) {
      expect((await receipt(who, 'ARR-1')).body.data.arrival).toEqual({
        seal_number: 'S-2',
        gross_weight: 480,
        differs: ['seal_number', 'gross_weight'],
      });
    }
    expect(await stateOf('warehouse', 'ARR-1')).toBe('Sent');
  });

  it('is noted once when it is said twice', async () => {
    await inbound('ARR-2', 1);
    const body = { tracking_no: 'ARR-2', seal_number: 'S-9' };
    for (const who of ['warehouse', 'warehouse'] as const)
      expect((await post(who, '/package/arrival', body)).status).toBe(200);
    expect((await eventsOf('ARR-2')).filter((type) => type === 'ShipmentArrivalChecked')).toHaveLength(1);
  });

  it('is the receiver’s alone: the sender is refused, everybody else finds no such package', async () => {
    await inbound('ARR-3', 1);
    const body = { tracking_no: 'ARR-3', seal_number: 'S-9' };
    expect((await post('paris', '/package/arrival', body)).body).toMatchObject({
      status: 400,
      code: 'wrong_destination',
    });
    for (const who of ['tokyo', 'factory'] as const) {
      expect((await post(who, '/package/arrival', body)).status).toBe(404);
      expect((await receipt(who, 'ARR-3')).status).toBe(404);
    }
    expect((await post('auditor', '/package/arrival', body)).status).toBe(403);
    expect(await eventsOf('ARR-3')).not.toContain('ShipmentArrivalChecked');
  });

  it.each([
    ['nothing at all', {}],
    ['a weight of nothing', { gross_weight: 0 }],
    ['a weight in words', { gross_weight: 'heavy' }],
    ['an endless seal', { seal_number: 'S'.repeat(61) }],
    ['a field nobody knows', { seal_number: 'S', colour: 'red' }],
  ])('answers 400 for %s', async (_name, body) => {
    await expect(
      post('warehouse', '/package/arrival', { tracking_no: 'ARR-3', ...body }),
    ).resolves.toMatchObject({ status: 400 });
  });

  it('answers 404 for a number nobody has, and refuses a package that has not left', async () => {
    const body = { tracking_no: 'ARR-NONE', seal_number: 'S' };
    expect((await post('warehouse', '/package/arrival', body)).status).toBe(404);
    const itemIds = [await calls.deposited()];
    const packing = {
      trackingNumber: 'ARR-DRAFT',
      itemIds,
      orderType: 1,
      origin: PAR,
      destination: WHS,
    } as const;
    await packItems(calls.services, callerAt(PAR, 'store'), packing);
    expect((await post('warehouse', '/package/arrival', { ...body, tracking_no: 'ARR-DRAFT' })).status).toBe(
      404,
    );
  });
});

describe('a piece that is not on the list (product.md §11)', () => {
  it('of another package is received out of that one when it is adopted', async () => {
    const [own = 0] = await inbound('EXT-1', 1);
    const [other = 0] = await inbound('EXT-1B', 1);
    const code = await numberOf(other);
    expect((await post('warehouse', '/package/extra', { tracking_no: 'EXT-1', code })).status).toBe(200);
    for (const who of ['paris', 'warehouse'] as const) {
      expect((await receipt(who, 'EXT-1')).body.data).toMatchObject({
        shipment: { state: 'Discrepancy', extra_count: 1 },
        extras: [{ code, state: 'apart', is_known: true, by: 'warehouse person' }],
      });
    }
    // Scanning it apart moves nothing.
    expect(await custodyOf('paris', other)).toMatchObject({ kind: 'shipment' });
    expect((await post('warehouse', '/package/extra/adopt', { tracking_no: 'EXT-1', code })).status).toBe(
      200,
    );
    expect(await custodyOf('paris', other)).toMatchObject({ kind: 'site', site_id: WHS });
    expect(await stateOf('warehouse', 'EXT-1B')).toBe('Received');
    expect(await custodyOf('paris', own)).toMatchObject({ kind: 'shipment' });
  });

  it('that the sender forgot to list is put on it, and received', async () => {
    await inbound('EXT-2', 1);
    const forgotten = await calls.deposited();
    const code = await numberOf(forgotten);
    await post('warehouse', '/package/extra', { tracking_no: 'EXT-2', code });
    expect((await post('warehouse', '/package/extra/adopt', { tracking_no: 'EXT-2', code })).status).toBe(
      200,
    );
    const row = await calls.rowOf('paris', forgotten);
    expect(row).toMatchObject({ rma_status_id: 3, custody: { kind: 'site', site_id: WHS } });
    const { lines, shipment } = (await receipt('warehouse', 'EXT-2')).body.data;
    expect(shipment).toMatchObject({ state: 'PartlyReceived', item_count: 2, received_count: 1 });
    expect(lines.find((line: { number: string }) => line.number === code)).toMatchObject({
      state: 'received',
    });
  });

  it('that is no jewel of ours goes back with a reason', async () => {
    const ids = await inbound('EXT-3', 1);
    for (const id of ids) await calls.move('warehouse', id, 3);
    const body = { tracking_no: 'EXT-3', code: 'foreign-1' };
    await post('warehouse', '/package/extra', body);
    expect(await stateOf('paris', 'EXT-3')).toBe('Discrepancy');
    expect((await post('warehouse', '/package/close', { tracking_no: 'EXT-3' })).body.code).toBe(
      'shipment_open_lines',
    );
    expect((await post('warehouse', '/package/extra/return', { ...body, reason: ' ' })).status).toBe(400);
    const back = { ...body, reason: 'another house' };
    for (const who of ['warehouse', 'warehouse'] as const)
      expect((await post(who, '/package/extra/return', back)).status).toBe(200);
    expect((await receipt('paris', 'EXT-3')).body.data).toMatchObject({
      shipment: { state: 'Received' },
      extras: [{ code: 'FOREIGN-1', state: 'handed-back', is_known: false }],
      log: [{ kind: 'handed_back', reason: 'another house' }, { kind: 'extra' }],
    });
    expect(
      (await post('warehouse', '/package/extra/adopt', { tracking_no: 'EXT-3', code: 'FOREIGN-1' })).body,
    ).toMatchObject({ status: 400, code: 'custody_elsewhere' });
  });

  it('is only ticked off when it has come in already', async () => {
    await inbound('EXT-4', 1);
    const here = await calls.received();
    await moveItemTo(calls.services, callerAt(WHS, 'site'), { itemId: here, target: 4 });
    const body = { tracking_no: 'EXT-4', code: await numberOf(here) };
    await post('warehouse', '/package/extra', body);
    expect((await post('warehouse', '/package/extra/adopt', body)).status).toBe(200);
    expect(await calls.rowOf('paris', here)).toMatchObject({ rma_status_id: 4 });
    expect((await receipt('warehouse', 'EXT-4')).body.data.shipment.item_count).toBe(1);
  });

  it('is told twice, or by two people at once, and waits once', async () => {
    await inbound('EXT-5', 1);
    const body = { tracking_no: 'EXT-5', code: 'X-55' };
    const answers = await Promise.all([1, 2, 3].map(() => post('warehouse', '/package/extra', body)));
    for (const { status } of answers) expect(status).toBe(200);
    expect((await receipt('paris', 'EXT-5')).body.data.extras).toHaveLength(1);
    const adopted = await Promise.all([1, 2].map(() => post('warehouse', '/package/extra/adopt', body)));
    for (const { status } of adopted) expect(status).toBe(200);
    expect((await eventsOf('EXT-5')).filter((type) => type === 'ShipmentExtraAdopted')).toHaveLength(1);
  });

  it('is refused where it makes no sense', async () => {
    const [own = 0] = await inbound('EXT-6', 1);
    const code = await numberOf(own);
    const refused = async (who: PersonName, body: object) =>
      (await post(who, '/package/extra', { tracking_no: 'EXT-6', ...body })).body;
    expect(await refused('warehouse', { code })).toMatchObject({ status: 400, code: 'already_exists' });
    expect(await refused('paris', { code: 'X-6' })).toMatchObject({ status: 400, code: 'wrong_destination' });
    expect(await refused('tokyo', { code: 'X-6' })).toMatchObject({ status: 404 });
    expect(await refused('warehouse', { code: 'Camille Laurent' })).toMatchObject({
      status: 400,
      errors: [{ path: 'code' }],
    });
    expect(await refused('warehouse', {})).toMatchObject({ status: 400, errors: [{ path: 'code' }] });
    const unseen = { tracking_no: 'EXT-6', code: 'X-NONE' };
    expect((await post('warehouse', '/package/extra/adopt', unseen)).status).toBe(404);
    expect(await stateOf('paris', 'EXT-6')).toBe('Sent');
  });
});

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
    const kinds = (await receipt('paris', 'MIS-1')).body.data.log.map(({ kind }: { kind: string }) => kind);
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

  it('is nobody’s business who has no part in it', async () => {
    const ids = await inbound('MIS-4', 1);
    for (const who of ['tokyo', 'factory'] as const) {
      expect((await post(who, '/rma/missing', { rma_item_ids: ids })).status).toBe(404);
    }
    expect((await post('auditor', '/rma/missing', { rma_item_ids: ids })).status).toBe(403);
    expect((await post('warehouse', '/rma/missing', { rma_item_ids: [] })).status).toBe(400);
  });

  it('is declared lost and settled by who may approve it, and the package no longer waits', async () => {
    const [id = 0] = await inbound('LOST-1', 1);
    const settle = (who: PersonName, body: object = {}) =>
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
    // It is out of the warehouse's hands now; who sees everything is told that nothing is missing any more.
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
