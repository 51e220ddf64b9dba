import { dataOf } from '@atelier/api/testing/testing-reply.ts';
import { scanView } from '@atelier/contracts/repair/schema.ts';
import { itemView } from '@atelier/contracts/repair-detail/schema.ts';
import { z } from 'zod';
import type { PersonName } from '@atelier/api/testing/testing-api.ts';
import { openPackages, type PackageWorld } from '@atelier/api/shipping/testing-packages.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPaper, tight } from './paper-reader.ts';

let world: PackageWorld;

beforeAll(async () => {
  world = await openPackages(['paris', 'tokyo', 'warehouse']);
});
afterAll(() => world.api.close());

async function label(payload: object, who: PersonName = 'paris') {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/rma/label',
    headers: world.people.headersOf(who),
    payload,
  });
  return {
    status: answer.statusCode,
    type: String(answer.headers['content-type']),
    name: String(answer.headers['content-disposition']),
    pages: Number(answer.headers['x-pages']),
    bytes: answer.rawPayload,
    json: () => answer.json(),
  };
}

/** What the deposit of these tests says of its customer. */
const CANARIES = ['Camille', 'Laurent', '612345678', 'ruedelaPaix', 'camille@laurent.test'];

describe('the label of a piece', () => {
  it.each([
    ['62x29', 62, 29],
    ['57x32', 57, 32],
    ['a4-3x8', 210, 297],
  ])(
    '%s: both codes are read back as the number, and nothing touches the edge',
    async (size, width, height) => {
      const { itemId, number } = await world.journey.deposit();
      const { status, type, bytes } = await label({ rma_item_ids: itemId, size, language: 'fr' });
      expect([status, type]).toEqual([200, 'application/pdf']);
      const [page, ...others] = await readPaper(bytes);
      expect(others).toEqual([]);
      expect([page?.width, page?.height].map((side) => Math.round(side ?? 0))).toEqual([width, height]);
      expect(page?.codes.toSorted((a, b) => a.format.localeCompare(b.format))).toEqual([
        { format: 'Code128', text: number },
        { format: 'QRCode', text: number },
      ]);
      for (const white of Object.values(page?.white ?? { none: 0 })) expect(white).toBeGreaterThan(1.5);
    },
  );

  it('says number, SKU, size and store, and nothing of the customer', async () => {
    const { itemId, number } = await world.journey.deposit();
    const [page] = await readPaper((await label({ rma_item_ids: [itemId], language: 'fr' })).bytes);
    const text = tight(page?.text ?? '');
    expect(text).toContain(number);
    expect(text).toContain(world.sku);
    expect(text).toContain('Paris');
    for (const canary of CANARIES) expect(text).not.toContain(canary);
  });

  it.each(REFERENCE_LANGUAGES)('is read by the same scanners in %s', async (language) => {
    const { itemId, number } = await world.journey.deposit();
    const [page] = await readPaper((await label({ rma_item_ids: itemId, language })).bytes);
    expect(page?.codes.map(({ text }) => text)).toEqual([number, number]);
    expect(tight(page?.text ?? '')).toContain(number);
  });

  it('is what the scanning station knows the piece by', async () => {
    const { itemId } = await world.journey.deposit();
    const [page] = await readPaper((await label({ rma_item_ids: itemId })).bytes);
    for (const { text } of page?.codes ?? []) {
      const reply = await world.call('paris', 'POST', '/scan', { code: text, target: 2 });
      const data = dataOf(scanView, reply);
      expect([data.item?.id, data.verdict === 'unknown']).toEqual([itemId, false]);
    }
    expect(page?.codes).toHaveLength(2);
  });

  it('comes once per piece and copy, for whole RMAs as for single pieces', async () => {
    const [one, two] = [await world.journey.deposit(), await world.journey.deposit()];
    const listed = await world.call('paris', 'GET', '/rmalist?page_size=200');
    const row = dataOf(z.array(itemView), listed).find(({ id }) => id === two.itemId);
    const choice = { rma_id: row?.rma_id, rma_item_ids: [two.itemId, one.itemId] };
    const { bytes, pages } = await label({ ...choice, copies: 2 });
    const texts = (await readPaper(bytes)).map(({ codes }) => codes[0]?.text);
    expect(pages).toBe(4);
    expect(texts).toEqual([two.number, two.number, one.number, one.number]);
  });

  it('begins at the first free place of a sheet', async () => {
    const { itemId, number } = await world.journey.deposit();
    const body = { rma_item_ids: itemId, size: 'a4-3x8', copies: 2, start: 24 };
    const pages = await readPaper((await label(body)).bytes);
    expect(pages.map(({ codes }) => codes.map(({ text }) => text))).toEqual([
      [number, number],
      [number, number],
    ]);
    expect(pages[0]?.white.top).toBeGreaterThan(250);
    expect(pages[1]?.white.bottom).toBeGreaterThan(250);
  });

  it('can be looked at as a picture first', async () => {
    const { itemId } = await world.journey.deposit();
    const { type, bytes, pages } = await label({ rma_item_ids: itemId, format: 'png' });
    expect([type, pages]).toEqual(['image/png', 1]);
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect((await label({ rma_item_ids: itemId, format: 'png', page: 2 })).status).toBe(404);
  });
});

describe('a label that is not to be had', () => {
  it('is 404 for another store’s piece, also among one’s own', async () => {
    const { itemId } = await world.journey.deposit();
    for (const ids of [[itemId], [itemId, 999_999_999]]) {
      const { status, type, json } = await label({ rma_item_ids: ids }, 'tokyo');
      expect([status, type, json().code]).toEqual([404, 'application/json; charset=utf-8', 'not_found']);
    }
    expect((await label({ rma_item_ids: [itemId, 999_999_999] })).status).toBe(404);
    expect((await label({ rma_id: 999_999_999 })).status).toBe(404);
  });

  it('says what is wrong with the order', async () => {
    const { itemId } = await world.journey.deposit();
    expect((await label({})).status).toBe(400);
    expect((await label({ rma_item_ids: itemId, size: '1x1' })).status).toBe(400);
    expect((await label({ rma_item_ids: itemId, size: '100x150' })).json().code).toBe('wrong_size');
    expect((await label({ rma_item_ids: itemId, copies: 21 })).status).toBe(400);
    expect((await label({ rma_item_ids: itemId, language: 'de' })).status).toBe(400);
  });
});

describe('the label of a package', () => {
  it.each([
    ['100x150', 100],
    ['a4', 210],
  ])('%s: its number is read back, with what must arrive and where', async (size, width) => {
    const { itemId } = await world.journey.deposit();
    const tracking = `1Z999AA1012345${size.length}${itemId}`;
    await world.journey.bind([itemId], tracking);
    const { bytes, status, name } = await label({ rma_tracking: tracking, size, language: 'fr' });
    expect(status).toBe(200);
    expect(name).toContain(tracking);
    const [page] = await readPaper(bytes);
    expect(Math.round(page?.width ?? 0)).toBe(width);
    expect(page?.codes.map(({ format, text }) => [format, text]).toSorted()).toEqual([
      ['Code128', tracking],
      ['QRCode', tracking],
    ]);
    const text = tight(page?.text ?? '');
    for (const word of [tracking, 'Versl’atelier', 'PAR', 'WHS']) expect(text).toContain(word);
    for (const canary of CANARIES) expect(text).not.toContain(canary);
  });

  it('a number that Code 128 does not carry stands in the QR code alone', async () => {
    const { itemId } = await world.journey.deposit();
    const tracking = `包裹-${itemId}`;
    await world.journey.bind([itemId], tracking);
    const [page] = await readPaper((await label({ rma_tracking: tracking, language: 'ja' })).bytes);
    expect(page?.codes).toEqual([{ format: 'QRCode', text: tracking }]);
  });

  it('is visible only to its sender until it is sent', async () => {
    const { itemId } = await world.journey.deposit();
    await world.journey.bind([itemId], `SECRET-${itemId}`);
    for (const who of ['tokyo', 'warehouse'] as const)
      expect((await label({ rma_tracking: `SECRET-${itemId}` }, who)).status).toBe(404);
    expect((await label({ rma_tracking: `SECRET-${itemId}`, size: '62x29' })).json().code).toBe('wrong_size');
  });
});
