import { dataOf } from '@atelier/api/testing/testing-reply.ts';
import { packagePriceResponse } from '@atelier/contracts/shipping/schema.ts';
import type { PersonName } from '@atelier/api/testing/testing-api.ts';
import { openPackages, type PackageWorld } from '@atelier/api/shipping/testing-packages.ts';
import { handClock, must, paris, servicesOf } from '@atelier/application/commands/testing-commands.ts';
import { signPackage } from '@atelier/application/shipping/send.commands.ts';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPaper, tight } from './paper-reader.ts';

let world: PackageWorld;

beforeAll(async () => {
  world = await openPackages(['paris', 'tokyo', 'warehouse', 'factory']);
});
afterAll(() => world.api.close());

async function list(
  kind: 'packinglist' | 'customslist',
  tracking: string,
  more = '',
  who: PersonName = 'paris',
) {
  const answer = await world.app.inject({
    method: 'GET',
    url: `/api/package/${kind}?tracking_no=${encodeURIComponent(tracking)}${more}`,
    headers: { ...world.people.headersOf(who), 'accept-language': 'fr-FR,en;q=0.5' },
  });
  return { status: answer.statusCode, bytes: answer.rawPayload, json: () => answer.json() };
}

const priceOf = async (tracking: string) =>
  dataOf(
    packagePriceResponse.shape.data,
    await world.call('paris', 'GET', `/packageprice?tracking_no=${tracking}`),
  );

const CANARIES = ['612345678', 'ruedelaPaix', 'camille@laurent.test'];

async function packed(tracking: string, count: number): Promise<string[]> {
  const pieces = [];
  for (let one = 0; one < count; one += 1) pieces.push(await world.journey.deposit());
  await world.journey.bind(
    pieces.map(({ itemId }) => itemId),
    tracking,
  );
  return pieces.map(({ number }) => number);
}

describe('the packing list', () => {
  it('names sender, receiver and every piece once, with the total and the number to scan', async () => {
    const numbers = await packed('LIST-1', 3);
    await world.journey.sign('LIST-1');
    const pages = await readPaper((await list('packinglist', 'LIST-1')).bytes, 150);
    expect(pages).toHaveLength(1);
    const [page] = pages;
    const text = tight(page?.text ?? '');
    for (const number of numbers) expect(text.split(number)).toHaveLength(2);
    for (const words of [
      'Listedecolisage',
      'Expéditeur',
      'Destinataire',
      'ParisVendôme(PAR)',
      '(WHS)',
      'Signature',
    ])
      expect(text).toContain(words);
    expect(text).toContain('Page1sur1');
    const price = await priceOf('LIST-1');
    const total = new Intl.NumberFormat('fr', { minimumFractionDigits: 2 }).format(price.total / 100);
    expect(text).toContain(`EUR${tight(total)}`);
    for (const canary of CANARIES) expect(text).not.toContain(canary);
    expect(page?.codes.map(({ text: code }) => code)).toEqual(['LIST-1', 'LIST-1']);
    for (const white of Object.values(page?.white ?? { none: 0 })) expect(white).toBeGreaterThan(6);
  });

  it('goes on over the pages it needs, each piece on one of them, the total on the last', async () => {
    const numbers = await packed('LIST-2', 32);
    const pages = await readPaper((await list('packinglist', 'LIST-2', '&language=ja')).bytes, 72);
    const texts = pages.map(({ text }) => tight(text));
    expect(pages.length).toBe(2);
    for (const number of numbers) expect(texts.join(' ').split(number)).toHaveLength(2);
    expect(texts.map((text) => /(\d)\/(\d)ページ/.exec(text)?.[0])).toEqual(['1/2ページ', '2/2ページ']);
    expect(texts.map((text) => text.includes('合計'))).toEqual([false, true]);
    expect(texts[0]).toContain('梱包明細書');
  });

  it('is set for Arabic, with the numbers as they are', async () => {
    const [number] = await packed('LIST-3', 1);
    const [page] = await readPaper((await list('packinglist', 'LIST-3', '&language=ar')).bytes, 150);
    expect(tight(page?.text ?? '')).toContain(number);
    expect(page?.codes.map(({ text }) => text)).toEqual(['LIST-3', 'LIST-3']);
  });

  it('is the receiver’s once it is sent, and never a stranger’s', async () => {
    await packed('LIST-4', 1);
    await world.journey.sign('LIST-4');
    expect((await list('packinglist', 'LIST-4', '', 'warehouse')).status).toBe(404);
    await world.call('paris', 'POST', '/storepackage', { tracking_no: 'LIST-4' });
    expect((await list('packinglist', 'LIST-4', '', 'warehouse')).status).toBe(200);
    for (const who of ['tokyo', 'factory'] as const) {
      for (const kind of ['packinglist', 'customslist'] as const) {
        const { status, json } = await list(kind, 'LIST-4', '', who);
        expect([status, json().code]).toEqual([404, 'not_found']);
      }
    }
  });
});

it('a signature that was kept as a picture alone is read, and printed', async () => {
  await packed('LIST-5', 1);
  const services = servicesOf(world.api.world, handClock(new Date()));
  const { hash } = await services.blobs.put(createCanvas(64, 22).toBuffer('image/png'), 'image/png');
  must(await signPackage(services, paris(), 'LIST-5', hash));
  const read = await world.call('paris', 'GET', '/getSignature?tracking_no=LIST-5');
  expect(read.data).toMatchObject([
    { version: 1, strokes: [], image: expect.stringMatching(/^data:image\/png;base64,/) },
  ]);
  const pages = await readPaper((await list('packinglist', 'LIST-5')).bytes, 72);
  expect(tight(pages[0]?.text ?? '')).toContain('Signature');
});

describe('the customs list', () => {
  it('declares value, heading and weight of every piece, one each', async () => {
    const numbers = await packed('CUST-1', 2);
    const pages = await readPaper((await list('customslist', 'CUST-1', '&language=en')).bytes, 150);
    const text = tight(pages[0]?.text ?? '');
    for (const words of [
      'Customslist',
      'HSheading',
      'Netweight',
      'Declaredvalue',
      '7113.',
      'Temporaryexportforrepair',
    ])
      expect(text).toContain(words);
    for (const number of numbers) expect(text).toContain(`${number}·${world.sku}`);
    const price = await priceOf('CUST-1');
    const total = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(price.total / 100);
    expect(text).toContain(`EUR${total}`);
    for (const canary of [...CANARIES, 'Camille']) expect(text).not.toContain(canary);
  });

  it('is not made up where a value is not known; the packing list is there all the same', async () => {
    const { itemId } = await world.journey.deposit();
    await world.unlisted(world.sku);
    await world.journey.bind([itemId], 'CUST-2');
    const refused = await list('customslist', 'CUST-2');
    expect(refused.status).toBe(400);
    expect(refused.json()).toMatchObject({ code: 'price_unknown', data: { item_ids: [itemId] } });
    const pages = await readPaper((await list('packinglist', 'CUST-2')).bytes, 72);
    expect(tight(pages[0]?.text ?? '')).toContain('1sansvaleur');
  });
});
