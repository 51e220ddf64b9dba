/* oxlint-disable vitest/expect-expect -- `stands` and `ok` expect: who holds the jewel, and that the call was taken */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AT_PARIS, AT_WAREHOUSE, inPackage, openJourneys, type Journeys } from './testing-journeys.ts';

/** Journeys that turn at the counter (product/repair.md §6, §15), each to its end, with custody asked after every step. */

let go: Journeys;
beforeAll(async () => {
  go = await openJourneys();
});
afterAll(() => go.api.close());

describe('cancelled while packed', () => {
  it('leaves its package first, stays with the store, and is handed back with a signature', async () => {
    const [id, other] = [await go.deposited(), await go.deposited()];
    await go.stands(id, 1, AT_PARIS);
    await go.pack('paris', [id, other], 'CNL-1');
    await go.stands(id, 1, AT_PARIS);
    await go.move('paris', id, 20, { reason: 'the customer changed her mind' });
    await go.stands(id, 20, AT_PARIS);

    // The package leaves without it, and its receiver does not wait for it.
    const packed = await go.read('paris', '/packagestatus?tracking_no=CNL-1');
    expect(packed.data).toMatchObject({ can_send: true, shipment: { item_count: 1 } });
    await go.ok('paris', '/storepackage', { tracking_no: 'CNL-1' });
    await go.stands(id, 20, AT_PARIS);
    await go.stands(other, 2, inPackage('CNL-1'));

    await go.handedOver(id);
    await go.stands(id, 20, 'customer');
    expect(await go.refused('paris', '/rmastatus', { id, rma_status_id: 2 }, 'PUT')).not.toBe('ok');
    await go.stands(id, 20, 'customer');
  });

  it('leaves nothing to send when it was alone', async () => {
    const id = await go.deposited();
    await go.pack('paris', [id], 'CNL-2');
    await go.move('paris', id, 20, { reason: 'found the receipt of another shop' });
    expect(await go.refused('paris', '/storepackage', { tracking_no: 'CNL-2' })).toBe('cannot_send');
    await go.stands(id, 20, AT_PARIS);
  });

  it('cannot be cancelled any more once its package has left', async () => {
    const id = await go.deposited();
    await go.sent([id], 'CNL-3');
    const late = await go.refused('paris', '/rmastatus', { id, rma_status_id: 20, reason: 'late' }, 'PUT');
    expect(late).toBe('illegal_transition');
    await go.stands(id, 2, inPackage('CNL-3'));
  });
});

describe('rejected by the store', () => {
  it('passes the jewel on to a linked item, which goes the whole way again', async () => {
    const id = await go.waiting();
    await go.stands(id, 15, AT_PARIS);
    const before = await go.read('admin', '/custody?site_id=1&page_size=200');
    await go.move('paris', id, 15, { move: 'store_reject', reason: 'the stone is loose' });
    const linked = Number((await go.custodyOf('paris', id)).linked_to);
    await go.stands(id, 21, { passedOn: linked });
    const { linked_from } = await go.stands(linked, 1, AT_PARIS);
    expect(linked_from).toBe(id);
    // One jewel, one place: the shop holds no more than before.
    const after = await go.read('admin', '/custody?site_id=1&page_size=200');
    expect(after.body.total).toBe(before.body.total);

    await go.sent([linked], 'REJ-1');
    await go.stands(linked, 2, inPackage('REJ-1'));
    await go.stands(id, 21, { passedOn: linked });
    await go.move('warehouse', linked, 3);
    await go.stands(linked, 3, AT_WAREHOUSE);
    for (const target of [4, 6, 12, 13]) await go.move('warehouse', linked, target);
    await go.sentHome([linked], 'REJ-2');
    await go.stands(linked, 14, inPackage('REJ-2'));
    await go.move('paris', linked, 15);
    await go.stands(linked, 15, AT_PARIS);
    await go.handedOver(linked);
    await go.stands(linked, 16, 'customer');
    await go.stands(id, 21, { passedOn: linked });
  });

  it('happens once, however often it is asked for', async () => {
    const id = await go.waiting();
    const reject = { id, rma_status_id: 15, move: 'store_reject', reason: 'scratched' };
    await go.ok('paris', '/rmastatus', reject, 'PUT');
    expect(await go.refused('paris', '/rmastatus', reject, 'PUT')).toBe('illegal_transition');
    const linked = Number((await go.custodyOf('paris', id)).linked_to);
    await go.stands(id, 21, { passedOn: linked });
    await go.stands(linked, 1, AT_PARIS);
  });
});

describe('delivered to the client', () => {
  it('goes from 14 to 16 with the carrier’s proof, and the package is done', async () => {
    const id = await go.deposited();
    await go.sent([id], 'DLV-1');
    for (const target of [3, 4, 6, 12, 13]) await go.move('warehouse', id, target);
    await go.stands(id, 13, AT_WAREHOUSE);
    await go.sentHome([id], 'DLV-2', { to_client: true });
    await go.stands(id, 14, inPackage('DLV-2'));

    // A parcel to a front door is not received by a site.
    expect(await go.refused('paris', '/rmastatus', { id, rma_status_id: 15 }, 'PUT')).toBe(
      'wrong_destination',
    );
    await go.stands(id, 14, inPackage('DLV-2'));
    expect(await go.refused('warehouse', '/package/delivered', { tracking_no: 'DLV-2' })).not.toBe('ok');
    await go.stands(id, 14, inPackage('DLV-2'));

    await go.ok('warehouse', '/package/delivered', { tracking_no: 'DLV-2', proof: 'POD-778' });
    const { chain } = await go.stands(id, 16, 'customer');
    expect(chain.map((span) => span.holder.kind)).toEqual([
      'site',
      'shipment',
      'site',
      'shipment',
      'customer',
    ]);
    expect((await go.read('warehouse', '/package/receipt?tracking_no=DLV-2')).data).toMatchObject({
      shipment: { state: 'Received' },
    });
  });
});
