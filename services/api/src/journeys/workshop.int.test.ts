/* oxlint-disable vitest/expect-expect -- `stands` and `ok` expect: who holds the jewel, and that the call was taken */
import { historyResponse } from '@atelier/contracts/repair-detail/schema.ts';
import { heldRowsOf } from '../custody/testing-custody.ts';
import { dataOf } from '../testing/testing-reply.ts';
import { anySku } from '@atelier/application/commands/testing-commands.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STROKES } from '../testing/testing-bodies.ts';
import { AT_PARIS, AT_WAREHOUSE, inPackage, openJourneys, type Journeys } from './testing-journeys.ts';

/** Journeys that turn in a workshop (product/repair.md §5, §6), each to its end, with custody asked after every step. */

let go: Journeys;
beforeAll(async () => {
  go = await openJourneys();
});
afterAll(() => go.api.close());

/** Received from the shop: 3. */
async function received(tracking: string): Promise<number> {
  const id = await go.deposited();
  await go.sent([id], tracking);
  await go.stands(id, 2, inPackage(tracking));
  await go.move('warehouse', id, 3);
  await go.stands(id, 3, AT_WAREHOUSE);
  return id;
}

/** Home from 13, and handed to its owner. */
async function homeAndCollected(id: number, tracking: string) {
  await go.sentHome([id], tracking);
  await go.stands(id, 14, inPackage(tracking));
  await go.move('paris', id, 15);
  await go.stands(id, 15, AT_PARIS);
  await go.handedOver(id);
  return go.stands(id, 16, 'customer');
}

const SIGNED = { signature: { signer_name: 'Courier', strokes: STROKES } };
const AT_FACTORY = { site: 'FSZ' } as const;

describe('transferred to another factory: 3 → 17 → 18 → 19 → 4', () => {
  it('is checked, put into the basket, sent, checked in again, repaired, and goes home from there', async () => {
    const id = await received('TRF-1');
    await go.move('warehouse', id, 17);
    await go.stands(id, 17, AT_WAREHOUSE);
    await go.ok('warehouse', '/sav/tranfer_factory', { rma_item_ids: [id], factory: 'FSZ' });
    await go.stands(id, 17, AT_WAREHOUSE);
    await go.ok('warehouse', '/sav/update_tracking_number', {
      tracking_number: 'TRF-2',
      factory: 'FSZ',
      ...SIGNED,
    });
    await go.stands(id, 18, inPackage('TRF-2'));
    await go.move('factory', id, 19);
    await go.stands(id, 19, AT_FACTORY);
    await go.move('factory', id, 4);
    await go.stands(id, 4, AT_FACTORY);
    for (const target of [6, 12, 13]) await go.move('factory', id, target);
    await go.pack('factory', [id], 'TRF-3');
    await go.stands(id, 13, AT_FACTORY);
    await go.ok('factory', '/factorypackage', { tracking_no: 'TRF-3' });
    await go.stands(id, 14, inPackage('TRF-3'));
    await go.move('paris', id, 15);
    await go.handedOver(id);
    const { chain } = await go.stands(id, 16, 'customer');
    const way = chain.map(({ holder }) => holder.site?.code ?? holder.shipment?.tracking_no ?? holder.kind);
    expect(way).toEqual(['PAR', 'TRF-1', 'WHS', 'TRF-2', 'FSZ', 'TRF-3', 'PAR', 'customer']);
  });

  it('goes the same way in one step, from 3', async () => {
    const id = await received('TRF-4');
    const body = { tracking_no: 'TRF-5', factory: 'FSZ', rma_item_ids: [id], ...SIGNED };
    await go.ok('warehouse', '/send_package', body);
    await go.stands(id, 18, inPackage('TRF-5'));
    await go.move('factory', id, 19);
    await go.stands(id, 19, AT_FACTORY);
  });

  it('stands in the list of the incoming check once it was scanned there, until it is saved', async () => {
    const id = await received('TRF-6');
    await go.ok('warehouse', '/send_package', {
      tracking_no: 'TRF-7',
      factory: 'FSZ',
      rma_item_ids: [id],
      ...SIGNED,
    });
    const site = go.api.sites.get('FSZ') ?? 0;
    const listed = async () => {
      const { data } = await go.read(
        'factory',
        `/rmalist?waiting=19&target=19&site_id=${site}&page_size=200`,
      );
      return (data as { id: number; is_scanned: boolean }[]).filter((row) => row.id === id);
    };
    expect(await listed()).toEqual([]);
    await go.ok('factory', '/scan', { code: await go.numberOf(id), target: 19 });
    expect(await listed()).toMatchObject([{ id, is_scanned: true }]);
    await go.move('factory', id, 19);
    expect(await listed()).toEqual([]);
  });
});

describe('returned unrepaired from polishing', () => {
  it('is recalled, done without a repair or a fee, and goes home', async () => {
    const id = await received('UNR-1');
    await go.move('warehouse', id, 4);
    await go.move('warehouse', id, 5);
    await go.stands(id, 5, AT_WAREHOUSE);
    await go.move('warehouse', id, 13, { move: 'return_unrepaired', reason: 'the gold is too thin' });
    await go.stands(id, 13, AT_WAREHOUSE);
    await homeAndCollected(id, 'UNR-2');
    const row = await go.read('paris', `/rma/item?rma_item_id=${id}`);
    expect(row.status).toBe(200);
    const history = dataOf(
      historyResponse.shape.data,
      await go.read('paris', `/rma/history?rma_item_id=${id}`),
    );
    expect(history.flatMap((entry) => entry.to_status ?? [])).toEqual([1, 2, 3, 4, 5, 17, 13, 14, 15, 16]);
  });
});

describe('replaced', () => {
  it('goes on with the new piece, while the old one stays with the workshop for good', async () => {
    const id = await received('RPL-1');
    for (const target of [4, 6, 12]) await go.move('warehouse', id, target);
    const sku = await anySku(go.api.world);
    await go.move('warehouse', id, 13, {
      outcome: 'replaced',
      replacement: { sku, serial_number: 'NEW-SERIAL' },
    });
    const { chain } = await go.stands(id, 13, AT_WAREHOUSE);
    expect(chain.filter((span) => span.piece === 1)).toMatchObject([
      { holder: { kind: 'factory-kept', site: { code: 'WHS' } }, until: null },
    ]);
    await homeAndCollected(id, 'RPL-2');
    const kept = await go.read('warehouse', '/custody?site_id=20&kept=1');
    expect(heldRowsOf(kept)).toMatchObject([{ item: { id }, held: { piece: 1, until: null } }]);
  });
});

describe('counterfeit', () => {
  it('is found at the check, not repaired, and given back as it came', async () => {
    const id = await received('FAK-1');
    await go.move('warehouse', id, 17);
    await go.stands(id, 17, AT_WAREHOUSE);
    await go.move('warehouse', id, 13, {
      outcome: 'counterfeit',
      reason: 'the hallmark is cast, not struck',
    });
    await go.stands(id, 13, AT_WAREHOUSE);
    const { chain } = await homeAndCollected(id, 'FAK-2');
    expect(chain.every((span) => span.piece === 0)).toBe(true);
  });
});
