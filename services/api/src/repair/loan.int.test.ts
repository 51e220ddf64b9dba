import { itemFileResponse } from '@atelier/contracts/repair-detail/file-schema.ts';
import { itemListResponse } from '@atelier/contracts/repair-list/schema.ts';
import { saveSignResponse } from '@atelier/contracts/shipping/schema.ts';
import { addDays, localDay } from '@atelier/domain/calendar.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPackages, type PackageWorld } from '../shipping/testing-packages.ts';
import type { PersonName } from '../testing/testing-api.ts';
import { STROKES } from '../testing/testing-bodies.ts';
import { dataOf, must } from '../testing/testing-reply.ts';
import { instant } from '../testing/testing-instant.ts';

let world: PackageWorld;
beforeAll(async () => {
  world = await openPackages(['paris', 'tokyo', 'warehouse']);
});
afterAll(() => world.api.close());

const today = () => localDay(new Date().toISOString(), 'Europe/Paris');
const soon = () => addDays(today(), 14);
const ring = () => ({ description: 'Plain silver ring', code: 'LOAN-7', value: 450_00, due_on: soon() });
const post = (path: string, body: object, who: PersonName = 'paris', headers: Record<string, string> = {}) =>
  world.call(who, 'POST', path, body, headers);
const lend = (id: number, loan: object = ring(), who: PersonName = 'paris') =>
  post('/rma/loan', { rma_item_id: id, ...loan }, who);

async function loansOf(id: number, who: PersonName = 'paris', query = '') {
  const file = await must(world.call(who, 'GET', `/rma/item?rma_item_id=${id}${query}`));
  return dataOf(itemFileResponse.shape.data, file).loans;
}
async function listed(query: string, who: PersonName = 'paris') {
  const list = await must(world.call(who, 'GET', `/rma?${query}`));
  return dataOf(itemListResponse.shape.data, list).map(({ id }) => id);
}
async function signFor(ids: readonly number[]): Promise<string> {
  const signed = await must(post('/saveSign', { kind: 'pickup', rma_item_ids: ids, strokes: STROKES }));
  return dataOf(saveSignResponse.shape.data, signed).signature_id;
}

async function asOwner(query: string): Promise<void> {
  const owner = createPool({ connectionString: world.api.world.database.adminUrl, role: 'owner', max: 1 });
  try {
    await owner.query(query);
  } finally {
    await owner.end();
  }
}

describe('a loan piece (product/repair.md §21)', () => {
  it('is handed out with the deposit and read by its shop alone', async () => {
    const loan = { description: 'Bracelet', due_on: soon() };
    const { itemId } = await world.journey.deposit({ loan });
    const list = await must(world.call('paris', 'GET', '/rma?loan=out'));
    const row = dataOf(itemListResponse.shape.data, list).find(({ id }) => id === itemId);
    expect(row?.loan).toEqual({ due_on: soon() });
    expect(await loansOf(itemId)).toMatchObject([
      { loan: 1, state: 'out', description: 'Bracelet', value: null, due_on: soon(), ended_at: null },
    ]);
    expect(await listed('loan=out')).toContain(itemId);
  });

  it('refuses a deposit whose loan has no words or a day that is past, with the field', async () => {
    const past = { description: 'Bracelet', due_on: addDays(today(), -1) };
    await expect(world.journey.deposit({ loan: past })).rejects.toThrow(
      /items\.0\.loan\.due_on.*loan_due_past/,
    );
    const blank = { description: ' ', due_on: soon() };
    await expect(world.journey.deposit({ loan: blank })).rejects.toThrow(/loan_description_required/);
  });

  it('is lent, changed and taken back once; a second one follows the first', async () => {
    const { itemId } = await world.journey.deposit();
    await must(lend(itemId));
    expect((await lend(itemId)).body.code).toBe('loan_open');
    await must(post('/rma/loan/change', { rma_item_id: itemId, ...ring(), code: '', condition: 'worn' }));
    expect(await loansOf(itemId)).toMatchObject([
      { state: 'out', code: '', condition: 'worn', value: 450_00, currency: 'EUR' },
    ]);
    await must(post('/rma/loan/return', { rma_item_id: itemId, condition: 'one scratch' }));
    expect((await post('/rma/loan/return', { rma_item_id: itemId })).body.code).toBe('loan_absent');
    await must(lend(itemId));
    await must(post('/rma/loan/cancel', { rma_item_id: itemId, reason: 'wrong repair' }));
    expect(await loansOf(itemId)).toMatchObject([
      { state: 'returned', note: 'one scratch' },
      { state: 'cancelled', note: 'wrong repair' },
    ]);
  });

  it('is hidden from another shop and from the workshop', async () => {
    const { itemId } = await world.journey.deposit();
    expect((await lend(itemId, ring(), 'tokyo')).status).toBe(404);
    expect((await lend(itemId, ring(), 'warehouse')).status).toBe(403);
    await must(lend(itemId));
    await world.journey.send([itemId], `LOAN-${itemId}`);
    await world.journey.scanTo('warehouse', itemId, 3);
    expect(await loansOf(itemId, 'warehouse')).toEqual([]);
    expect((await post('/rma/loan/return', { rma_item_id: itemId }, 'tokyo')).status).toBe(404);
    expect(await listed('loan=out', 'tokyo')).not.toContain(itemId);
  });

  it('names the field of what cannot be', async () => {
    const { itemId } = await world.journey.deposit();
    expect((await lend(itemId, { ...ring(), description: ' ' })).status).toBe(400);
    expect((await lend(itemId, { ...ring(), code: 'ada@demo.test' })).status).toBe(400);
    const past = await lend(itemId, { ...ring(), due_on: addDays(today(), -1) });
    expect([past.status, past.body.code]).toEqual([400, 'invalid_input']);
    expect(await loansOf(itemId)).toEqual([]);
  });

  it('is read as it was at a moment, in lists too', async () => {
    const { itemId } = await world.journey.deposit();
    await must(lend(itemId));
    const before = await instant();
    await must(post('/rma/loan/return', { rma_item_id: itemId }));
    expect(await loansOf(itemId, 'paris', `&as_of=${before}`)).toMatchObject([{ state: 'out' }]);
    await world.api.world.settle();
    expect(await listed(`loan=out&as_of=${before}`)).toContain(itemId);
    expect(await listed('loan=out')).not.toContain(itemId);
  });
});

describe('the pickup of a piece with a loan', () => {
  const collect = async (id: number, loans?: object[]) =>
    post('/rma/pickup', {
      rma_item_ids: [id],
      signature_id: await signFor([id]),
      ...(loans !== undefined && { loans }),
    });

  it('asks for the loan, and takes it back in the same call', async () => {
    const { itemId } = await world.journey.waiting();
    await must(lend(itemId));
    const refused = await collect(itemId);
    expect(refused.body).toMatchObject({ code: 'loan_open', data: { blocking: [{ item_id: itemId }] } });
    expect(await loansOf(itemId)).toMatchObject([{ state: 'out' }]);
    await must(collect(itemId, [{ rma_item_id: itemId, condition: 'as new' }]));
    expect(await loansOf(itemId)).toMatchObject([{ state: 'returned', note: 'as new' }]);
  });

  it('leaves it with the client until the day that is said, and it stays among those that are out', async () => {
    const { itemId } = await world.journey.waiting();
    await must(lend(itemId));
    const keptUntil = addDays(today(), 5);
    await must(collect(itemId, [{ rma_item_id: itemId, kept_until: keptUntil }]));
    expect(await loansOf(itemId)).toMatchObject([{ state: 'out', due_on: keptUntil }]);
    expect(await listed('loan=out')).toContain(itemId);
    expect(await listed('loan=overdue')).not.toContain(itemId);
    // As if six days had passed: no call takes a day that is past.
    const due = addDays(today(), -1);
    await asOwner(`update item_row set loan_due = '${due}' where id = ${itemId}`);
    expect(await listed('loan=overdue')).toContain(itemId);
    await must(post('/rma/loan/return', { rma_item_id: itemId }));
    expect(await listed('loan=overdue')).not.toContain(itemId);
  });

  it('is asked for by the handover of lists, too', async () => {
    const { itemId } = await world.journey.waiting();
    await must(lend(itemId));
    const signature = await signFor([itemId]);
    const body = { rma_item_ids: [itemId], signature_id: signature };
    expect((await post('/rma/handover', body)).body).toMatchObject({ code: 'loan_open' });
    await must(post('/rma/handover', { ...body, loans: [{ rma_item_id: itemId }] }));
    expect(await loansOf(itemId)).toMatchObject([{ state: 'returned' }]);
  });
});
