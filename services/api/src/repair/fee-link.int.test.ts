import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import { FEE_CONDITIONS_VERSION } from '@atelier/domain/repair/item/fee-link-contract.ts';
import { feeAskedView, feeLinkResponse } from '@atelier/contracts/repair/fee-link-schema.ts';
import { historyEntry, rmaView } from '@atelier/contracts/repair-detail/schema.ts';
import { customerStatusResponse } from '@atelier/contracts/customer-site/schema.ts';
import { signatureView } from '@atelier/contracts/shipping/schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openCalls, OUT_OF_WARRANTY, type Calls } from '../testing/testing-calls.ts';
import { dataOf } from '../testing/testing-reply.ts';
import { ASKED, FeeLinks, INK } from './testing-fee-links.ts';

let calls: Calls;
let links: FeeLinks;
beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'warehouse', 'factory', 'admin']);
  links = new FeeLinks(calls);
});
afterAll(() => calls.api.close());

const call: Calls['call'] = (...given) => calls.call(...given);
type PersonName = Parameters<Calls['call']>[0];

const charge: FeeLinks['charge'] = (...given) => links.charge(...given);
const asked = () => links.asked();
const make: FeeLinks['make'] = (...given) => links.make(...given);
const linkTo = (itemId: number) => links.linkTo(itemId);
const nextAddress = () => links.nextAddress();
const open: FeeLinks['open'] = (...given) => links.open(...given);
const standing = async (token: string) => (await links.view(token)).standing;
const answered: FeeLinks['answered'] = (...given) => links.answered(...given);
const historyOf = async (itemId: number, who: PersonName = 'paris') =>
  dataOf(z.array(historyEntry), await call(who, 'GET', `/rma/history?rma_item_id=${itemId}`));
/** What the customer's own page says of the fee. */
async function feeWaits(itemId: number): Promise<string | undefined> {
  const rma = dataOf(rmaView, await call('paris', 'GET', `/rma/${await calls.rmaOf(itemId)}`));
  const url = `/api/rma/currenct/status?rma_id=${rma.public_reference}`;
  const reply = await calls.app.inject({ url, remoteAddress: nextAddress() });
  return customerStatusResponse.parse(reply.json()).data?.[0]?.fee_waits;
}
const answersIn = async (itemId: number) =>
  (await historyOf(itemId)).filter(({ type }) => type === 'FeeApproved' || type === 'FeeDeclined');

describe('a fee approved or declined by link (product/repair.md §12.1)', () => {
  it('shows piece, work, amount and conditions, in the language that is asked for', async () => {
    const itemId = await asked();
    const token = await linkTo(itemId);
    const view = feeAskedView.parse((await open(token, 'fr')).json<{ data: unknown }>().data);
    expect(view).toMatchObject({
      standing: 'waiting',
      amount: ASKED,
      currency: 'EUR',
      conditions: FEE_CONDITIONS_VERSION,
      answered_at: null,
    });
    expect(view.work.length).toBeGreaterThan(0);
    const english = feeAskedView.parse((await open(token)).json<{ data: unknown }>().data);
    expect(english.work).not.toEqual(view.work);
  });

  it('approved: the benches take the piece, and its shop reads who approved what, with which signature', async () => {
    const itemId = await asked();
    expect(await feeWaits(itemId)).toBe('unasked');
    expect((await calls.move('warehouse', itemId, 4)).code).toBe('fee_not_settled');
    const reply = await answered(await linkTo(itemId));
    expect(reply.json()).toMatchObject({ status: 200, data: { standing: 'approved', amount: ASKED } });
    expect(await calls.rowOf('paris', itemId)).toMatchObject({ fee_settled: true, fee_asked: null });
    expect(await feeWaits(itemId)).toBe('no');
    expect(await answersIn(itemId)).toMatchObject([
      {
        type: 'FeeApproved',
        actor: 'customer',
        details: {
          name: 'Camille Laurent',
          fee: { amount: ASKED, currency: 'EUR' },
          conditions: FEE_CONDITIONS_VERSION,
          language: 'fr',
        },
      },
    ]);
    const signed = await call('paris', 'GET', `/getSignature?rma_item_id=${itemId}&kind=fee`);
    expect(dataOf(z.array(signatureView), signed)).toMatchObject([
      { kind: 'fee', version: 1, signer_name: 'Camille Laurent', strokes: INK },
    ]);
  });

  it('declined: the fee stays open, and the shop, its lists and the customer’s page say so', async () => {
    const itemId = await asked();
    const reply = await answered(await linkTo(itemId), { answer: 'declined', strokes: [] });
    expect(reply.json()).toMatchObject({ status: 200, data: { standing: 'declined' } });
    expect(await calls.rowOf('paris', itemId)).toMatchObject({ fee_settled: false, fee_asked: 'declined' });
    expect(await answersIn(itemId)).toMatchObject([{ type: 'FeeDeclined' }]);
    expect(await feeWaits(itemId)).toBe('declined');
    await linkTo(itemId);
    expect(await calls.rowOf('paris', itemId)).toMatchObject({ fee_asked: 'open' });
    expect(await feeWaits(itemId)).toBe('asked');
  });

  it('a typed name signs where drawing is not possible', async () => {
    const itemId = await asked();
    const token = await linkTo(itemId);
    expect((await answered(token, { strokes: [] })).json()).toMatchObject({
      status: 400,
      errors: [{ path: 'signature', code: 'signature_required' }],
    });
    expect((await answered(token, { strokes: [], name: ' ' })).json()).toMatchObject({
      status: 400,
      errors: [{ path: 'name' }],
    });
    expect((await answered(token, { strokes: [], name_signs: true })).statusCode).toBe(200);
  });

  it('the same answer sent eight times at once counts once; another one is refused', async () => {
    const itemId = await asked();
    const token = await linkTo(itemId);
    const replies = await Promise.all(Array.from({ length: 8 }, () => answered(token)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await answered(token, { answer: 'declined' })).json()).toMatchObject({
      status: 409,
      code: 'idempotency_conflict',
    });
    expect((await answered(token, { key: 'another-key-of-a-page' })).json()).toMatchObject({
      status: 409,
      code: 'fee_link_ended',
      data: { standing: 'approved' },
    });
    expect(await answersIn(itemId)).toHaveLength(1);
  });

  it('two customers who open one link and answer differently at once: one of them counts', async () => {
    const itemId = await asked();
    const token = await linkTo(itemId);
    const replies = await Promise.all([
      answered(token, { key: 'key-of-one-customer' }),
      answered(token, { key: 'key-of-the-other-one', answer: 'declined' }),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await answersIn(itemId)).toHaveLength(1);
  });

  it('a number, a guessed token and a token of another piece lead to nothing', async () => {
    const [itemId, other] = [await asked(), await asked()];
    const token = await linkTo(itemId);
    await linkTo(other);
    const secret = token.split('-').slice(1).join('-');
    const foreign = `${other.toString(36)}-${secret}`;
    const { number } = await calls.rowOf('paris', itemId);
    for (const wrong of [number, foreign, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 'x'])
      expect((await open(wrong)).json()).toMatchObject({ status: 404, code: 'not_found' });
    expect((await answered(foreign)).statusCode).toBe(404);
    expect(await answersIn(itemId)).toEqual([]);
  });

  it('a newer link, a revoked one and a changed amount end it, with a word for each', async () => {
    const itemId = await asked();
    const first = await linkTo(itemId);
    const second = await linkTo(itemId);
    const ended = async (token: string, why: string) => {
      expect(await standing(token)).toBe(why);
      expect((await answered(token)).json()).toMatchObject({
        code: 'fee_link_ended',
        data: { standing: why },
      });
    };
    await ended(first, 'replaced');
    expect((await call('paris', 'POST', '/rma/fee/link/revoke', { rma_item_id: itemId })).status).toBe(200);
    await ended(second, 'revoked');
    const third = await linkTo(itemId);
    await charge(itemId, ASKED + 1);
    await ended(third, 'changed');
    expect(await answersIn(itemId)).toEqual([]);
  });

  it('a changed amount voids the approval: the benches wait again', async () => {
    const itemId = await asked();
    await answered(await linkTo(itemId));
    await charge(itemId, ASKED - 1);
    expect(await calls.rowOf('paris', itemId)).toMatchObject({ fee_settled: false });
    expect((await calls.move('warehouse', itemId, 4)).code).toBe('fee_not_settled');
  });

  it('an amount other than the one of the link is refused', async () => {
    const token = await linkTo(await asked());
    expect((await answered(token, { amount: 1 })).json()).toMatchObject({ code: 'amount_invalid' });
    expect((await answered(token, { conditions: '2020-01' })).json()).toMatchObject({
      errors: [{ path: 'conditions', code: 'conditions_changed' }],
    });
    expect(await standing(token)).toBe('waiting');
  });

  it('is made by the shop of the piece alone, and only for a fee that waits', async () => {
    const itemId = await asked();
    expect((await make(itemId, 'tokyo')).status).toBe(404);
    expect((await make(itemId, 'factory')).status).toBe(403);
    expect((await make(await calls.received(OUT_OF_WARRANTY))).code).toBe('fee_already_settled');
  });

  it('a repeated call makes the same link, and the log holds no token', async () => {
    const itemId = await asked();
    const headers = { 'idempotency-key': 'make-a-link-once' };
    const [once, again] = [await make(itemId, 'paris', headers), await make(itemId, 'paris', headers)];
    const linkIn = (reply: typeof once) => dataOf(feeLinkResponse.shape.data, reply).link;
    expect(linkIn(again)).toBe(linkIn(once));
    const { rows } = await calls.api.world.pool.query<{ text: string }>(
      `select data::text || metadata::text as text from events where stream_id = $1`,
      [`item-${itemId}`],
    );
    const secret = linkIn(once).slice(-32);
    expect(rows.filter(({ text }) => text.includes(secret))).toEqual([]);
    expect(await standing(linkIn(once).slice(linkIn(once).lastIndexOf('/') + 1))).toBe('waiting');
  });

  it('an answer that is refused leaves no file, and one that is sent again none but its own', async () => {
    const files = async () => {
      const { rows } = await calls.api.world.pool.query<{ many: number }>(
        `select count(*)::int as many from blobs where media_type = 'application/json'`,
      );
      return rows[0]?.many ?? 0;
    };
    const token = await linkTo(await asked());
    const before = await files();
    for (let sent = 0; sent < 5; sent += 1) await answered(token, { amount: 1 });
    await answered('x'.repeat(20));
    expect(await files()).toBe(before);
    const key = 'answered-from-one-page-0001';
    const replies = [await answered(token, { key }), await answered(token, { key })];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await files()).toBe(before + 1);
    const late = await Promise.all(
      [1, 2, 3].map((turn) => answered(token, { key: `another-page-000${turn}` })),
    );
    expect(late.map(({ statusCode }) => statusCode >= 400)).toEqual([true, true, true]);
    expect(await files()).toBe(before + 1);
  });

  it('the twenty-first answer to one link within an hour is refused, from every address', async () => {
    const token = await linkTo(await asked());
    for (let sent = 0; sent < 20; sent += 1)
      expect((await answered(token, { amount: 1 })).json()).toMatchObject({ code: 'amount_invalid' });
    const late = await answered(token);
    expect([late.statusCode, late.headers['retry-after']]).toEqual([429, '3600']);
  });

  it('of an erased person it shows nothing and takes no answer; name and signature are gone', async () => {
    const [itemId, open] = [await asked(), await asked()];
    const [token, other] = [await linkTo(itemId), await linkTo(open)];
    await answered(token);
    const [signed] = dataOf(
      z.array(signatureView),
      await call('paris', 'GET', `/getSignature?rma_item_id=${itemId}&kind=fee`),
    );
    const { world } = calls.api;
    const customerRefs = await Promise.all(
      [itemId, open].map(async (id) => {
        const { events } = await world.store.readStream(`item-${id}`);
        return z.object({ customerRef: z.string() }).parse(events[0]?.data).customerRef;
      }),
    );
    const blobs = createPostgresBlobStore(world.pool, world.store.files);
    await erasePerson({ ...world, blobs }, { customerRefs, reason: 'GDPR', requestId: 1, now: new Date() });
    expect(await blobs.get(signed?.signature_id ?? '')).toBeUndefined();
    const [entry] = await answersIn(itemId);
    expect(entry?.details).toMatchObject({ name: null });
    const view = feeAskedView.parse(
      (await calls.app.inject({ url: `/api/fee/${other}`, remoteAddress: nextAddress() })).json<{
        data: unknown;
      }>().data,
    );
    expect(view).toMatchObject({ standing: 'erased', number: '', product_name: '', work: [] });
    expect((await answered(other)).json()).toMatchObject({
      code: 'fee_link_ended',
      data: { standing: 'erased' },
    });
  });
});
