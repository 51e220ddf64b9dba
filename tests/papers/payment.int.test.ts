import { openPackages, type PackageWorld } from '@atelier/api/shipping/testing-packages.ts';
import { STROKES } from '@atelier/api/testing/testing-bodies.ts';
import type { PersonName } from '@atelier/api/testing/testing-api.ts';
import { dataOf, must } from '@atelier/api/testing/testing-reply.ts';
import { saveSignResponse } from '@atelier/contracts/shipping/schema.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readPaper, tight } from './paper-reader.ts';

vi.setConfig({ testTimeout: 60_000 });

const FEE = 180_00;
let world: PackageWorld;
let pieces: readonly Piece[];

interface Piece {
  readonly itemId: number;
  readonly number: string;
}

beforeAll(async () => {
  world = await openPackages(['paris', 'tokyo', 'warehouse', 'admin']);
  pieces = [await waiting(), await waiting()];
  await collect(pieces, [
    { means: 'card', amount: 200_00, currency: 'EUR', reference: 'TPE-4711' },
    { means: 'cash', amount: 160_00, currency: 'EUR' },
  ]);
});
afterAll(() => world.api.close());

const post = (path: string, body: object) => must(world.call('paris', 'POST', path, body));

/** A piece at the counter whose fee is still to be paid. */
async function waiting(): Promise<Piece> {
  const { itemId, number } = await world.journey.deposit({
    purchase_date: '2019-01-10',
    maintenance_amount: FEE,
  });
  await world.journey.send([itemId], `IN-${itemId}`);
  await world.journey.scanTo('warehouse', itemId, 3);
  await post('/rma/fee/accept', { rma_item_id: itemId, amount: FEE, currency: 'EUR' });
  await world.journey.scanTo('warehouse', itemId, 4, 6, 12, 13);
  await world.journey.sendHome([itemId], `BACK-${itemId}`);
  await world.journey.scanTo('paris', itemId, 15);
  return { itemId, number };
}

async function collect(of: readonly Piece[], payments: readonly object[]): Promise<void> {
  const ids = of.map(({ itemId }) => itemId);
  const signed = await post('/saveSign', { kind: 'pickup', rma_item_ids: ids, strokes: STROKES });
  const { signature_id } = dataOf(saveSignResponse.shape.data, signed);
  await post('/rma/pickup', { rma_item_ids: ids, signature_id, payments });
}

async function receipt(itemId: number, query = '', who: PersonName = 'paris') {
  const answer = await world.app.inject({
    url: `/api/item/${itemId}/payment${query}`,
    headers: world.people.headersOf(who),
  });
  return { status: answer.statusCode, bytes: answer.rawPayload, json: () => answer.json<{ code: string }>() };
}

const textOf = async (itemId: number, query = '?language=en') => {
  const pages = await readPaper((await receipt(itemId, query)).bytes, 150);
  return tight(pages.map(({ text }) => text).join(' '));
};
const numberIn = (text: string) => /Receiptnumber(PAR-\d+)/i.exec(text)?.[1];

describe('the receipt of a payment (product/documents.md §9)', () => {
  it.each(REFERENCE_LANGUAGES)(
    'names every piece, and each part of the payment by its means, in %s',
    async (language) => {
      const [first, second] = pieces;
      const [page, ...others] = await readPaper(
        (await receipt(first?.itemId ?? 0, `?language=${language}`)).bytes,
        150,
      );
      expect(others).toEqual([]);
      const text = tight(page?.text ?? '');
      for (const words of [first?.number ?? '', second?.number ?? '', world.sku, 'TPE-4711', 'Camille'])
        expect(text).toContain(words);
      for (const canary of ['612345678', 'ruedelaPaix', 'camille@laurent.test'])
        expect(text).not.toContain(canary);
      for (const white of Object.values(page?.white ?? { none: 0 })) expect(white).toBeGreaterThan(6);
    },
  );

  it('adds up to what was laid on the counter, and is the same from each piece', async () => {
    const [one, other] = await Promise.all(pieces.map(({ itemId }) => textOf(itemId)));
    for (const words of ['Card', '200.00EUR', 'Cash', '160.00EUR', '360.00EUR', 'withparis'])
      expect(one).toContain(tight(words));
    expect(numberIn(one ?? '')).toBeDefined();
    expect(numberIn(other ?? '')).toBe(numberIn(one ?? ''));
  });

  it('is in the language of its client unless another is asked for', async () => {
    expect(await textOf(pieces[0]?.itemId ?? 0, '')).toContain(tight('Reçu de votre paiement'));
  });

  it('says what was corrected and what was refunded since, under the same number', async () => {
    const { itemId } = await world.journey.deposit({
      purchase_date: '2019-01-10',
      maintenance_amount: 300_00,
    });
    const money = { rma_item_id: itemId, currency: 'EUR' };
    await post('/rma/payment', { ...money, amount: 300_00, means: 'card' });
    const before = await textOf(itemId);
    expect(before).not.toContain('Refunded');
    const corrected = { ...money, payment: 1, amount: 300_00, means: 'voucher', reason: 'wrong means' };
    await post('/rma/payment/correct', corrected);
    const less = { ...money, amount: 180_00, reason: 'less work' };
    await must(world.call('admin', 'POST', '/rma/fee/override', less));
    await post('/rma/refund', { ...money, amount: 120_00, means: 'transfer', reason: 'less work' });
    const after = await textOf(itemId);
    for (const words of [
      'Repair fee 300.00 EUR',
      'Voucher',
      'corrected',
      'Refunded',
      'Transfer',
      '120.00 EUR',
    ])
      expect(after).toContain(tight(words));
    expect(numberIn(after)).toBe(numberIn(before));
    expect((await receipt(itemId, '?payment=2')).json().code).toBe('not_paid');
  });

  it('is refused before anything is paid, and unknown to other shops', async () => {
    const { itemId } = await world.journey.deposit();
    const early = await receipt(itemId);
    expect([early.status, early.json().code]).toEqual([400, 'not_paid']);
    const [first] = pieces;
    expect((await receipt(first?.itemId ?? 0, '?payment=9')).json().code).toBe('not_paid');
    expect((await receipt(first?.itemId ?? 0, '', 'tokyo')).status).toBe(404);
    expect((await receipt(first?.itemId ?? 0, '', 'warehouse')).status).toBe(403);
    expect((await world.app.inject({ url: `/api/item/${first?.itemId}/payment` })).statusCode).toBe(401);
  });
});
