import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
let factory: number;
beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse', 'factory', 'admin', 'auditor']);
  factory = calls.api.sites.get('FSZ') ?? 0;
});
afterAll(() => calls.api.close());

const call: Calls['call'] = (...given) => calls.call(...given);
const post = (url: string, body: object, who: Parameters<Calls['call']>[0] = 'warehouse') =>
  call(who, 'POST', url, body);
const SIGNED = {
  signature: {
    signer_name: 'Courier',
    strokes: [
      [
        [0.1, 0.1],
        [0.9, 0.9],
      ],
    ],
  },
};
const statusOf = async (id: number) => (await calls.rowOf('warehouse', id)).rma_status_id;

describe('send_package, the one-step form', () => {
  it('builds, signs and sends an explicit list, and is harmless when repeated, also at the same moment', async () => {
    const id = await calls.received();
    const body = { tracking_no: 'ONE-1', factory, rma_item_ids: [id], ...SIGNED };
    const answers = await Promise.all([post('/send_package', body), post('/send_package', body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await post('/send_package', body)).data).toMatchObject({ shipment: { state: 'Sent' } });
    expect(await statusOf(id)).toBe(18);
    const rows = await post('/get_rma_by_tracking_no', { tracking_number: 'ONE-1' }, 'factory');
    expect(rows.body).toMatchObject({ total: 1, data: [{ id, rma_status_id: 18 }] });
  });

  it('sends what was bound and signed before by the calls that exist for it', async () => {
    const id = await calls.received();
    const packed = { rma_item_ids: id, rma_tracking: 'ONE-2', order_type: 3, destination: factory };
    expect((await post('/rma/packagelist', packed)).status).toBe(200);
    await post('/saveSign', { kind: 'courier', tracking_no: 'ONE-2', ...SIGNED.signature });
    expect((await post('/send_package', { tracking_no: 'ONE-2', factory, rma_item_ids: id })).status).toBe(
      200,
    );
    expect(await statusOf(id)).toBe(18);
  });

  it('refuses a foreign piece, a used number, the wrong stage, and another kind of destination', async () => {
    const [id, other] = [await calls.received(), await calls.received()];
    const body = { tracking_no: 'ONE-1', factory, rma_item_ids: [id], ...SIGNED };
    expect((await post('/send_package', body)).body.code).toBe('tracking_used');
    expect((await post('/send_package', { ...body, tracking_no: 'ONE-3' }, 'factory')).status).toBe(404);
    await calls.move('warehouse', other, 4);
    const mixed = { ...body, tracking_no: 'ONE-4', rma_item_ids: [id, other] };
    expect((await post('/send_package', mixed)).data).toMatchObject({
      blocking: [{ code: 'illegal_transition', item_id: other }],
    });
    expect((await post('/send_package', { ...body, tracking_no: 'ONE-5', factory: 'PAR' })).body.code).toBe(
      'unknown_factory',
    );
    expect((await post('/send_package', { ...body, tracking_no: 'ONE-6' }, 'admin')).body.code).toBe(
      'custody_elsewhere',
    );
    expect(await statusOf(id)).toBe(3);
  });

  it('get_rma_by_tracking_no knows nothing of a package out of sight', async () => {
    await post('/rma/packagelist', {
      rma_item_ids: await calls.received(),
      rma_tracking: 'HIDDEN',
      order_type: 3,
      destination: factory,
    });
    expect((await post('/get_rma_by_tracking_no', { tracking_number: 'HIDDEN' }, 'factory')).status).toBe(
      404,
    );
    expect((await post('/get_rma_by_tracking_no', { tracking_number: 'NONE-SUCH' })).status).toBe(404);
  });
});
