import { openPackages, type PackageWorld } from '@atelier/api/shipping/testing-packages.ts';
import { STROKES, depositBody } from '@atelier/api/testing/testing-bodies.ts';
import type { PersonName } from '@atelier/api/testing/testing-api.ts';
import { dataOf, must } from '@atelier/api/testing/testing-reply.ts';
import { handClock, servicesOf } from '@atelier/application/commands/testing-commands.ts';
import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import { createRmaResponse } from '@atelier/contracts/deposit/deposit-schema.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readPaper, tight } from './paper-reader.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: PackageWorld;
beforeAll(async () => {
  world = await openPackages(['paris', 'tokyo', 'warehouse', 'admin']);
});
afterAll(() => world.api.close());

const made = createRmaResponse.shape.data;
type Made = z.output<typeof made>;

const bodyOf = (head: object = {}, item: object = {}) => depositBody({ ...world.piece, ...item }, head);

async function deposited(head: object = {}, item: object = {}): Promise<Made> {
  const body = bodyOf(head, item);
  return dataOf(made, await must(world.people.call('paris', 'POST', '/rma', body)));
}

async function receipt(id: number, query = '', who: PersonName = 'paris') {
  const answer = await world.app.inject({
    url: `/api/rma/${id}/receipt${query}`,
    headers: world.people.headersOf(who),
  });
  return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers };
}

let address = 0;
/** A public request, each from another address: it is limited by address. */
const asAnybody = (query: string, from = `203.0.113.${(address += 1)}`) =>
  world.app.inject({ url: `/api/customer/receipt?${query}`, remoteAddress: from });

const pagesOf = (bytes: Buffer) => readPaper(bytes, 150);
const textOf = async (bytes: Buffer) => tight((await pagesOf(bytes)).map(({ text }) => text).join(' '));

describe('the receipt of a deposit (product/documents.md §7)', () => {
  it.each(REFERENCE_LANGUAGES)(
    'says who left what where, and leads to the customer’s page, in %s',
    async (language) => {
      const rma = await deposited();
      const answer = await receipt(rma.id, `?language=${language}`);
      expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        200,
        'application/pdf',
        'no-store',
      ]);
      const [page, ...others] = await pagesOf(answer.bytes);
      expect(others).toEqual([]);
      const text = tight(page?.text ?? '');
      for (const words of [rma.number, rma.items[0]?.number ?? '', world.sku, 'Camille'])
        expect(text).toContain(words);
      for (const canary of ['612345678', 'ruedelaPaix', 'camille@laurent.test'])
        expect(text).not.toContain(canary);
      for (const white of Object.values(page?.white ?? { none: 0 })) expect(white).toBeGreaterThan(6);
      const code = new URL(page?.codes[0]?.text ?? '');
      expect([code.pathname, code.searchParams.get('rma_id')]).toEqual([
        '/customerStatus',
        rma.public_reference,
      ]);
    },
  );

  it('is in the language of the deposit unless another is asked for', async () => {
    const { id } = await deposited({ language: 'es' });
    expect(await textOf((await receipt(id)).bytes)).toContain(tight('Resguardo'));
    expect(await textOf((await receipt(id, '?language=en')).bytes)).toContain('Receiptforyourdeposit');
  });

  it('says how the pieces come back, and the fee that was named', async () => {
    const shop = await deposited();
    const door = await deposited({ delivery: 'client' });
    const here = await textOf((await receipt(shop.id, '?language=en')).bytes);
    const there = await textOf((await receipt(door.id, '?language=en')).bytes);
    expect(here).toContain(tight('You collect it at the boutique'));
    expect(here).not.toContain(tight('We send it to you'));
    expect(there).toContain(tight('We send it to you'));
    expect(here).not.toContain(tight('Repair fee'));
  });

  it('says who took the piece in, what it weighed, that nothing is due, and what to bring', async () => {
    const aYearAgo = new Date(Date.now() - 400 * 24 * 3_600_000).toISOString().slice(0, 10);
    const { id } = await deposited({}, { purchase_date: aYearAgo, total_weight: 5.36 });
    const text = await textOf((await receipt(id, '?language=en')).bytes);
    for (const words of ['5.36 g', 'No charge', 'In warranty', 'with paris', 'your written consent'])
      expect(text).toContain(tight(words));
    const door = await deposited({ delivery: 'client' });
    expect(await textOf((await receipt(door.id, '?language=en')).bytes)).not.toContain(
      tight('your written consent'),
    );
  });

  it('goes on over pages, the last of them with a piece, and tells the same piece by piece', async () => {
    const body = bodyOf();
    const { items } = z.object({ items: z.array(z.looseObject({})) }).parse(body);
    const many = [1, 2, 3, 4, 5].map((at) => ({ ...items[0], serial_number: `MANY-${at}` }));
    const five = dataOf(
      made,
      await must(world.people.call('paris', 'POST', '/rma', { ...body, items: many })),
    );
    const pages = await pagesOf((await receipt(five.id)).bytes);
    expect(pages).toHaveLength(2);
    expect(pages.map(({ codes }) => codes.length)).toEqual([1, 0]);
    const numbers = five.items.map(({ number }) => number);
    const on = pages.map(({ text }) => numbers.filter((number) => tight(text).includes(number)));
    expect(on).toEqual([numbers.slice(0, 4), numbers.slice(4)]);
    const picture = await receipt(five.id, '?format=png&page=2');
    expect([picture.headers['content-type'], picture.headers['x-pages']]).toEqual(['image/png', '2']);
    expect((await receipt(five.id, '?format=png&page=3')).status).toBe(404);
  });

  it('bears the signature that was drawn at the counter, and a line for it where none was', async () => {
    const signed = await deposited({ signature: { signer_name: 'Camille L.', strokes: STROKES } });
    expect(await textOf((await receipt(signed.id, '?language=en')).bytes)).toContain('SignedbyCamilleL.');
    const unsigned = await deposited();
    expect(await textOf((await receipt(unsigned.id, '?language=en')).bytes)).not.toContain('Signedby');
  });

  it('is unknown to other shops, to the warehouse and without an account', async () => {
    const { id } = await deposited();
    expect((await receipt(id, '', 'tokyo')).status).toBe(404);
    expect((await receipt(id, '', 'warehouse')).status).toBe(403);
    expect((await world.app.inject({ url: `/api/rma/${id}/receipt` })).statusCode).toBe(401);
    expect((await receipt(id, '?language=xx')).status).toBe(400);
    expect((await receipt(999_999_999)).status).toBe(404);
  });
});

describe('the receipt for a holder of the customer’s link', () => {
  it('is the same paper, in the language of their page, and is never kept', async () => {
    const rma = await deposited();
    const answer = await asAnybody(`rma_id=${rma.public_reference}&language=fr`);
    expect([answer.statusCode, answer.headers['cache-control'], answer.headers['x-robots-tag']]).toEqual([
      200,
      'no-store',
      'noindex',
    ]);
    const text = await textOf(answer.rawPayload);
    for (const words of [rma.number, tight('Reçu de dépôt'), 'Camille']) expect(text).toContain(words);
  });

  it('opens by no number, and answers an unknown link like any other', async () => {
    const rma = await deposited();
    for (const reference of [rma.number, rma.items[0]?.number ?? '', 'rs-abcdefghijklmnopqrstuv'])
      expect((await asAnybody(`rma_id=${reference}`)).json()).toMatchObject({ code: 'not_found' });
    const digits = `rma_id=${rma.number}&phone_last4=5678`;
    expect((await asAnybody(digits)).statusCode).toBe(400);
  });

  it('is drawn ten times a minute at most for one address', async () => {
    const { public_reference: reference } = await deposited();
    const from = '198.51.100.7';
    const answers: number[] = [];
    for (let at = 0; at < 11; at += 1)
      answers.push((await asAnybody(`rma_id=${reference}`, from)).statusCode);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it('names no person after an erasure', async () => {
    const rma = await deposited({ signature: { signer_name: 'Camille L.', strokes: STROKES } });
    const services = servicesOf(world.api.world, handClock(new Date()));
    const { events } = await services.store.readStream(`item-${rma.items[0]?.id}`);
    const { customerRef } = z.looseObject({ customerRef: z.string() }).parse(events[0]?.data);
    const person = {
      customerRefs: [customerRef],
      reason: 'asked',
      requestId: 'a test',
      now: new Date(),
    };
    await erasePerson(services, person);
    // Each node forgets the key within a second.
    await expect
      .poll(async () => textOf((await receipt(rma.id)).bytes), { timeout: 60_000 })
      .not.toContain('Camille');
    expect(await textOf((await receipt(rma.id)).bytes)).toContain(rma.number);
  });
});
