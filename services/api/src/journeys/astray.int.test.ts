/* oxlint-disable vitest/expect-expect -- `stands` and `ok` expect: who holds the jewel, and that the call was taken */
import { itemView } from '@atelier/contracts/repair-detail/schema.ts';
import { receiptView } from '@atelier/contracts/shipping/receiving-schema.ts';
import { z } from 'zod';
import { dataOf } from '../testing/testing-reply.ts';
import {
  callerAt,
  handClock,
  keptPicture,
  must,
  newDeposit,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { depositRma } from '@atelier/application/deposit/deposit.commands.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AT_PARIS, AT_WAREHOUSE, inPackage, openJourneys, type Journeys } from './testing-journeys.ts';

/** Jewels that go astray (product/shipping.md §7, §8, §9), each to its end, with custody asked after every step. */

let go: Journeys;
beforeAll(async () => {
  go = await openJourneys();
});
afterAll(() => go.api.close());

const AT_TOKYO = { site: 'TYO' } as const;
const stateOf = async (tracking: string, who: 'warehouse' | 'paris' = 'warehouse') =>
  dataOf(receiptView, await go.read(who, `/package/receipt?tracking_no=${tracking}`)).shipment.state;

describe('missing, then found', () => {
  it('stays in transit, flagged at both ends, and goes on when it turns up', async () => {
    const [id, other] = [await go.deposited(), await go.deposited()];
    await go.sent([id, other], 'MIS-1');
    await go.move('warehouse', other, 3);
    await go.ok('warehouse', '/rma/missing', { rma_item_ids: [id] });
    await go.stands(id, 2, inPackage('MIS-1'));
    for (const who of ['paris', 'warehouse'] as const)
      expect(await stateOf('MIS-1', who)).toBe('Discrepancy');

    // Everything stops until it is found.
    expect(await go.refused('warehouse', '/rmastatus', { id, rma_status_id: 3 }, 'PUT')).toBe('held_missing');
    await go.stands(id, 2, inPackage('MIS-1'));
    await go.ok('warehouse', '/rma/found', { rma_item_ids: [id] });
    await go.stands(id, 2, inPackage('MIS-1'));
    await go.move('warehouse', id, 3);
    await go.stands(id, 3, AT_WAREHOUSE);
    expect(await stateOf('MIS-1')).toBe('Received');

    for (const target of [4, 6, 12, 13]) await go.move('warehouse', id, target);
    await go.sentHome([id], 'MIS-2');
    await go.move('paris', id, 15);
    await go.stands(id, 15, AT_PARIS);
    await go.handedOver(id);
    await go.stands(id, 16, 'customer');
  });
});

describe('missing, then lost', () => {
  it('is settled with the customer by an approver, and its package no longer waits', async () => {
    const [id, other] = [await go.deposited(), await go.deposited()];
    await go.sent([id, other], 'LST-1');
    await go.move('warehouse', other, 3);
    await go.ok('warehouse', '/rma/missing', { rma_item_ids: [id] });
    await go.stands(id, 2, inPackage('LST-1'));
    const settlement = { rma_item_id: id, amount: 120_000, currency: 'EUR', reference: 'CLAIM-9' };
    expect(await go.refused('paris', '/rma/settle_lost', settlement)).toBe('forbidden');
    await go.stands(id, 2, inPackage('LST-1'));
    await go.ok('admin', '/rma/settle_lost', settlement);
    await go.stands(id, 21, 'settled');
    await go.stands(other, 3, AT_WAREHOUSE);
    expect(await stateOf('LST-1')).toBe('Received');
    await go.ok('warehouse', '/package/close', { tracking_no: 'LST-1' });

    // Nothing brings it back: not a scan, not a move, not a late find.
    expect(await go.refused('warehouse', '/rma/found', { rma_item_ids: [id] })).not.toBe('ok');
    expect(await go.refused('warehouse', '/rmastatus', { id, rma_status_id: 3 }, 'PUT')).not.toBe('ok');
    await go.stands(id, 21, 'settled');
  });
});

describe('the wrong shop', () => {
  it('takes the piece in where it was scanned, and sends it home in a package between shops', async () => {
    const [id, theirs] = [await go.deposited(), await depositedInTokyo()];
    await go.sent([id], 'WRG-1');
    await go.pack('tokyo', [theirs], 'WRG-2');
    await go.ok('tokyo', '/storepackage', { tracking_no: 'WRG-2' });
    for (const each of [id, theirs])
      for (const target of [3, 4, 6, 12, 13]) await go.move('warehouse', each, target);
    await go.sentHome([id], 'WRG-3');
    await go.sentHome([theirs], 'WRG-4');
    await go.stands(id, 14, inPackage('WRG-3'));

    // The piece of Paris lay in the package for Tokyo: set apart first, and held by its own package until taken in.
    const code = await go.numberOf(id);
    await go.move('tokyo', theirs, 15);
    await go.ok('tokyo', '/package/extra', { tracking_no: 'WRG-4', code });
    await go.stands(id, 14, inPackage('WRG-3'));
    await go.ok('tokyo', '/package/extra/adopt', { tracking_no: 'WRG-4', code });
    await go.stands(id, 15, AT_TOKYO);
    await go.stands(theirs, 15, AT_TOKYO);

    // Another shop cannot hand it over or reject it; it can only send it home.
    const handover = { rma_item_ids: [id], signature_id: 'none' };
    expect(await go.refused('tokyo', '/rma/handover', handover)).not.toBe('ok');
    await go.stands(id, 15, AT_TOKYO);
    await go.pack('tokyo', [id], 'WRG-5', { order_type: 4, destination: go.api.sites.get('PAR') });
    await go.stands(id, 15, AT_TOKYO);
    await go.ok('tokyo', '/storepackage', { tracking_no: 'WRG-5' });
    await go.stands(id, 15, inPackage('WRG-5'));
    await go.move('paris', id, 15);
    await go.stands(id, 15, AT_PARIS);
    await go.handedOver(id);
    const { chain } = await go.stands(id, 16, 'customer');
    const way = chain.map(({ holder }) => holder.site?.code ?? holder.shipment?.tracking_no ?? holder.kind);
    expect(way).toEqual(['PAR', 'WRG-1', 'WHS', 'WRG-3', 'TYO', 'WRG-5', 'PAR', 'customer']);
  });

  it('may only be shown what is addressed to it: a package for another shop does not exist there', async () => {
    const id = await go.deposited();
    await go.sent([id], 'WRG-6');
    for (const target of [3, 4, 6, 12, 13]) await go.move('warehouse', id, target);
    await go.sentHome([id], 'WRG-7');
    expect(await go.refused('tokyo', '/rmastatus', { id, rma_status_id: 15 }, 'PUT')).toBe('not_found');
    expect(await go.refused('tokyo', '/package/extra', { tracking_no: 'WRG-7', code: 'PAR-1' })).toBe(
      'not_found',
    );
    await go.stands(id, 14, inPackage('WRG-7'));
  });
});

describe('the wrong door', () => {
  it('gives up a box piece by piece: its number and the piece prove each other, and nothing else is shown', async () => {
    const [id, other] = [await go.deposited(), await go.deposited()];
    await go.sent([id, other], 'DOR-1');
    for (const each of [id, other])
      for (const target of [3, 4, 6, 12, 13]) await go.move('warehouse', each, target);
    await go.sentHome([id, other], 'DOR-2');
    const code = await go.numberOf(id);

    // A guess of either number, or of a piece by its digits alone, is answered like nothing at all.
    for (const guess of [
      { tracking_no: 'DOR-9', code },
      { tracking_no: 'DOR-1', code },
      { tracking_no: 'DOR-2', code: 'PAR-000001' },
      { tracking_no: 'DOR-2', code: String(id) },
    ]) {
      expect(await go.refused('tokyo', '/package/astray', guess)).toBe('not_found');
    }
    expect(await go.refused('paris', '/package/astray', { tracking_no: 'DOR-2', code })).toBe('not_found');
    await go.stands(id, 14, inPackage('DOR-2'));

    await go.ok('tokyo', '/package/astray', { tracking_no: 'DOR-2', code });
    await go.stands(id, 15, AT_TOKYO);
    await go.stands(other, 14, inPackage('DOR-2'));
    expect(await go.refused('tokyo', '/package/astray', { tracking_no: 'DOR-2', code })).toBe(
      'item_already_received',
    );
    expect(await go.refused('tokyo', '/rmastatus', { id: other, rma_status_id: 15 }, 'PUT')).toBe(
      'not_found',
    );

    // Its shop sees where it is, beside what still travels.
    const { lines } = dataOf(receiptView, await go.read('paris', '/package/receipt?tracking_no=DOR-2'));
    expect(
      lines.map((line: { state: string; received_elsewhere: string }) => [
        line.state,
        line.received_elsewhere !== '',
      ]),
    ).toEqual([
      ['received', true],
      ['packed', false],
    ]);

    // It stands among what Tokyo can send home, without its client, and in no other list of that shop.
    const lists = ['guests=yes&status=15', 'status=15', `site_id=${go.api.sites.get('TYO')}`];
    const rows = await Promise.all(
      lists.map(async (query) => dataOf(z.array(itemView), await go.read('tokyo', `/rmalist?${query}`))),
    );
    expect(rows.map((list) => list.some((row) => row.id === id))).toEqual([true, false, false]);
    const shown = rows[0]?.find((row) => row.id === id);
    expect(shown).toMatchObject({ fullname: '', phone: '', email: '' });
    const own = dataOf(z.array(itemView), await go.read('paris', '/rmalist?guests=yes'));
    expect(own.map((row) => row.id)).not.toContain(id);

    await go.pack('tokyo', [id], 'DOR-3', { order_type: 4, destination: go.api.sites.get('PAR') });
    await go.ok('tokyo', '/storepackage', { tracking_no: 'DOR-3' });
    await go.stands(id, 15, inPackage('DOR-3'));
    await go.move('paris', id, 15);
    await go.stands(id, 15, AT_PARIS);
    await go.move('paris', other, 15);
    await go.ok('paris', '/package/close', { tracking_no: 'DOR-2' });
  });
});

/** A piece of the other shop's own. */
async function depositedInTokyo(): Promise<number> {
  const tokyo = go.api.sites.get('TYO') ?? 0;
  const services = servicesOf(go.api.world, handClock(new Date()));
  const given = await newDeposit(go.api.world);
  const images = [await keptPicture(go.api.world, tokyo)];
  const items = given.items.map((item) => ({ ...item, images }));
  const caller = callerAt(tokyo, 'store');
  const { answer } = must(await depositRma(services, caller, { ...given, storeId: tokyo, items }));
  const ids = answer?.['item_ids'];
  return Array.isArray(ids) ? Number(ids[0]) : 0;
}

describe('a package received with a foreign item', () => {
  it('sets it apart until an operator takes it in, out of the package it should have been in', async () => {
    const [id, foreign] = [await go.deposited(), await go.deposited()];
    await go.sent([id], 'FOR-1');
    await go.sent([foreign], 'FOR-2');
    const code = await go.numberOf(foreign);
    await go.move('warehouse', id, 3);
    await go.ok('warehouse', '/package/extra', { tracking_no: 'FOR-1', code });
    await go.stands(foreign, 2, inPackage('FOR-2'));
    await go.ok('warehouse', '/package/extra/adopt', { tracking_no: 'FOR-1', code });
    await go.stands(foreign, 3, AT_WAREHOUSE);
    await go.stands(id, 3, AT_WAREHOUSE);
    expect(await stateOf('FOR-2')).toBe('Received');
    await go.ok('warehouse', '/package/close', { tracking_no: 'FOR-1' });

    // Its own package comes after all, empty: nothing is received twice.
    expect(await go.refused('warehouse', '/rmastatus', { id: foreign, rma_status_id: 3 }, 'PUT')).not.toBe(
      'ok',
    );
    await go.stands(foreign, 3, AT_WAREHOUSE);
  });

  it('sets a piece of unknown owner apart, and no jewel changes hands', async () => {
    const id = await go.deposited();
    await go.sent([id], 'FOR-3');
    await go.ok('warehouse', '/package/extra', { tracking_no: 'FOR-3', code: 'OTHER-BRAND-77' });
    await go.stands(id, 2, inPackage('FOR-3'));
    await go.ok('warehouse', '/package/extra/return', {
      tracking_no: 'FOR-3',
      code: 'OTHER-BRAND-77',
      reason: 'another brand’s, back with the courier',
    });
    await go.move('warehouse', id, 3);
    await go.stands(id, 3, AT_WAREHOUSE);
    await go.ok('warehouse', '/package/close', { tracking_no: 'FOR-3' });
  });
});
