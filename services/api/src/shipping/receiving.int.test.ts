import { callerAt, PAR, WHS, moveItemTo } from '@atelier/application/commands/testing-commands.ts';
import { packItems } from '@atelier/application/shipping/pack.commands.ts';
import { sendBound, signPackage } from '@atelier/application/shipping/send.commands.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReceiving, type Receiving } from './testing-receiving.ts';

let calls: Receiving['calls'];
let post: Receiving['post'];
let receipt: Receiving['receipt'];
let receiptOf: Receiving['receiptOf'];
let stateOf: Receiving['stateOf'];
let custodyOf: Receiving['custodyOf'];
let numberOf: Receiving['numberOf'];
let eventsOf: Receiving['eventsOf'];
let inbound: Receiving['inbound'];

beforeAll(async () => {
  ({ calls, post, receipt, receiptOf, stateOf, custodyOf, numberOf, eventsOf, inbound } =
    await openReceiving());
});
afterAll(() => calls.api.close());

describe('the check of a package at its other end (product/shipping.md §6)', () => {
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
      expect((await receiptOf(who, 'ARR-1')).arrival).toEqual({
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

  it('answers 404 for an unknown number, and refuses a package that has not left', async () => {
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

describe('a piece that is not on the list (product/shipping.md §7)', () => {
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
    const { lines, shipment } = await receiptOf('warehouse', 'EXT-2');
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
    expect((await receiptOf('warehouse', 'EXT-4')).shipment.item_count).toBe(1);
  });

  it('is reported twice, or by two people at once, and waits once', async () => {
    await inbound('EXT-5', 1);
    const body = { tracking_no: 'EXT-5', code: 'X-55' };
    const answers = await Promise.all([1, 2, 3].map(() => post('warehouse', '/package/extra', body)));
    for (const { status } of answers) expect(status).toBe(200);
    expect((await receiptOf('paris', 'EXT-5')).extras).toHaveLength(1);
    const adopted = await Promise.all([1, 2].map(() => post('warehouse', '/package/extra/adopt', body)));
    for (const { status } of adopted) expect(status).toBe(200);
    expect((await eventsOf('EXT-5')).filter((type) => type === 'ShipmentExtraAdopted')).toHaveLength(1);
  });

  it('refuses an extra piece that is already listed, is recorded at the wrong site, or has no valid code', async () => {
    const [own = 0] = await inbound('EXT-6', 1);
    const code = await numberOf(own);
    const refused = async (who: Parameters<Receiving['post']>[0], body: object) =>
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
