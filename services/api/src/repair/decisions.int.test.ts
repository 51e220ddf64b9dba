import { rejectReasonsResponse } from '@atelier/contracts/reference/schema.ts';
import { addresseesResponse, followUpsResponse } from '@atelier/contracts/repair/decisions-schema.ts';
import { rmaView } from '@atelier/contracts/repair-detail/schema.ts';
import { dataOf } from '../testing/testing-reply.ts';
import { repairAndReturn, sendToWarehouse } from '@atelier/application/commands/testing-commands.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, OUT_OF_WARRANTY, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'warehouse', 'factory', 'admin']);
});
afterAll(() => calls.api.close());

const call: Calls['call'] = (...given) => calls.call(...given);
const move: Calls['move'] = (...given) => calls.move(...given);
const deposited: Calls['deposited'] = (item) => calls.deposited(item);
const received: Calls['received'] = (item) => calls.received(item);

describe('findings without a move, replacement, return (product/repair.md §6, §11)', () => {
  it('operationAddSav saves findings and leaves the status', async () => {
    const itemId = await received();
    const findings = { reasons: [2], quality_investigate: 'Customers Issue', quality_issue: true };
    expect((await call('warehouse', 'POST', '/operationAddSav', { id: itemId, findings })).status).toBe(200);
    const { body } = await call('warehouse', 'GET', `/rmalist?rma_id=${await calls.rmaOf(itemId)}`);
    expect(body.data).toMatchObject([
      { rma_status_id: 3, FactoryReasons: [2], QualityInvestigate: 'Customers Issue', isQualityIssue: true },
    ]);
  });

  it('operationAddSav refuses a choice against a locked cause, and pieces that are not here', async () => {
    const itemId = await received(OUT_OF_WARRANTY);
    const against = { id: itemId, findings: { quality_investigate: 'Design Issue' } };
    expect((await call('warehouse', 'POST', '/operationAddSav', against)).body.code).toBe('cause_locked');
    expect((await call('factory', 'POST', '/operationAddSav', against)).status).toBe(404);
    expect((await call('paris', 'POST', '/operationAddSav', against)).status).toBe(403);
  });

  it('a replacement goes on under its own name, and only as a piece the catalogue knows', async () => {
    const itemId = await received();
    const other = await calls.api.world.db
      .selectFrom('products')
      .select(['sku', 'name', 'kind'])
      .orderBy('sku', 'desc')
      .executeTakeFirstOrThrow();
    const unknown = { rma_item_id: itemId, sku: 'NO-SUCH', serial_number: 'S-9' };
    expect((await call('warehouse', 'POST', '/rma/replace', unknown)).status).toBe(400);
    const known = { ...unknown, sku: other.sku.toLowerCase(), reason: 'beyond repair' };
    expect((await call('warehouse', 'POST', '/rma/replace', known)).status).toBe(200);
    const { body } = await call('warehouse', 'GET', `/rmalist?rma_id=${await calls.rmaOf(itemId)}`);
    expect(body.data).toMatchObject([
      {
        product_sku: other.sku,
        product_name: other.name,
        product_kind: other.kind,
        serial_number: 'S-9',
        outcome: 'replaced',
        rma_status_id: 3,
      },
    ]);
    expect((await move('warehouse', itemId, 13)).status).toBe(200);
  });

  it('the factory returns a piece unrepaired with a reason of operation’s list, without a fee', async () => {
    const itemId = await received(OUT_OF_WARRANTY);
    const reasons = await call('warehouse', 'GET', '/reject/reasons?user_type=operation');
    const [reason] = dataOf(rejectReasonsResponse.shape.data, reasons);
    const back = { move: 'return_unrepaired', reason: reason?.Name, outcome: 'unrepaired' };
    expect((await move('warehouse', itemId, 13, back)).status).toBe(200);
    const { body } = await call('warehouse', 'GET', `/rmalist?rma_id=${await calls.rmaOf(itemId)}`);
    expect(body.data).toMatchObject([{ rma_status_id: 13, outcome: 'unrepaired', repair_fee: 0 }]);
  });

  it.each(['unrepaired', 'counterfeit'])(
    'the customer’s page says of %s only that it comes back',
    async (outcome) => {
      const itemId = await received();
      const page = async () => {
        await calls.api.world.settle();
        const rma = dataOf(rmaView, await call('paris', 'GET', `/rma/${await calls.rmaOf(itemId)}`));
        return calls.app.inject(`/api/rma/currenct/status?rma_id=${rma.public_reference}`);
      };
      expect((await page()).json().data).toMatchObject([{ returned: false, Progress: 3 }]);
      const back = { move: 'return_unrepaired', reason: 'hallmark is false', outcome };
      expect((await move('warehouse', itemId, 13, back)).status).toBe(200);
      expect((await page()).json().data).toMatchObject([{ returned: false, Progress: 3 }]);
      await calls.journey.sendHome([itemId], `HOME-${itemId}`);
      const after = await page();
      expect(after.json().data).toMatchObject([{ returned: true, Progress: 4 }]);
      expect(after.body).not.toMatch(/counterfeit|unrepaired|fake|hallmark/i);
    },
  );
});

describe('pickup follow-ups (product/repair.md §16)', () => {
  it('are logged while the piece waits, and listed the newest first', async () => {
    const itemId = await deposited();
    const log = (result: string, note = '') =>
      call('paris', 'POST', '/add_after_sales', { rma_item_id: itemId, result, note });
    expect((await log('Phone contacted')).body).toMatchObject({ code: 'illegal_transition' });
    await sendToWarehouse(calls.services, [itemId], `A-${itemId}`);
    await repairAndReturn(calls.services, itemId, `AB-${itemId}`);
    expect((await log('Phone no answer')).status).toBe(200);
    expect((await log('Phone contacted', 'comes on Friday')).status).toBe(200);
    expect((await log('Pigeon sent')).status).toBe(400);
    expect((await log('Phone contacted', 'word '.repeat(121))).body.code).toBe('text_too_long');
    const listed = await call('paris', 'GET', `/get_after_sale_list?rma_item_id=${itemId}`);
    expect(listed.body).toMatchObject({
      total: 2,
      data: [
        { index: 2, result: 'Phone contacted', note: 'comes on Friday', author: 'paris person' },
        { index: 1, result: 'Phone no answer', note: '' },
      ],
    });
    expect((await call('tokyo', 'GET', `/get_after_sale_list?rma_item_id=${itemId}`)).status).toBe(404);
    const [latest] = dataOf(followUpsResponse.shape.data, listed);
    const row = await call('paris', 'GET', `/rmalist?rma_id=${await calls.rmaOf(itemId)}`);
    expect(row.data).toMatchObject([{ last_follow_up_at: latest?.created_at }]);
  });
});

describe('a remark’s addressee (product/repair.md §16)', () => {
  it('is a colleague who sees the piece; another address is refused and nothing is written', async () => {
    const itemId = await deposited();
    await sendToWarehouse(calls.services, [itemId], `C-${itemId}`);
    await move('warehouse', itemId, 3);
    const listed = await call('warehouse', 'GET', `/comment/addressees?rma_item_id=${itemId}`);
    const emails = dataOf(addresseesResponse.shape.data, listed).map(({ email }) => email);
    expect(emails).toContain('paris@demo.test');
    expect(emails).toContain('admin@demo.test');
    expect(emails).not.toContain('tokyo@demo.test');
    const before = await calls.versionOf(itemId);
    const say = (email: string) =>
      call('warehouse', 'POST', '/operationcomment', { id: itemId, comment: 'Please call her', email });
    expect((await say('stranger@elsewhere.test')).body).toMatchObject({
      status: 400,
      errors: [{ path: 'email', code: 'unknown_addressee' }],
    });
    expect(await calls.versionOf(itemId)).toBe(before);
    expect((await say('Paris@Demo.test')).status).toBe(200);
    const comments = await call('paris', 'GET', `/comments?id=${itemId}&comment_type=2`);
    expect(comments.body.data).toMatchObject([{ comment: 'Please call her' }]);
  });
});

describe('holds by hand (product/repair.md §4)', () => {
  const hold = (who: 'paris' | 'warehouse' | 'admin', rma_item_id: number, kind: string, url = '/rma/hold') =>
    call(who, 'POST', url, { rma_item_id, hold: kind, reason: 'the customer asked' });

  it('approval keeps a piece from the benches until it is released', async () => {
    const itemId = await received();
    expect((await hold('warehouse', itemId, 'approval')).status).toBe(200);
    expect((await hold('warehouse', itemId, 'approval')).body.code).toBe('hold_exists');
    expect((await move('warehouse', itemId, 4)).body.code).toBe('held_approval');
    expect((await hold('admin', itemId, 'approval', '/rma/hold/release')).status).toBe(200);
    expect((await move('warehouse', itemId, 4)).status).toBe(200);
  });

  it('each hold is placed by its own people, with a reason', async () => {
    const itemId = await received();
    expect((await hold('warehouse', itemId, 'dispute')).status).toBe(403);
    expect((await hold('paris', itemId, 'approval')).status).toBe(403);
    expect((await hold('paris', itemId, 'dispute')).status).toBe(200);
    const unreasoned = { rma_item_id: itemId, hold: 'dispute', reason: ' ' };
    expect((await call('paris', 'POST', '/rma/hold/release', unreasoned)).status).toBe(400);
    expect(await calls.rowOf('paris', itemId)).toMatchObject({ holds: ['dispute'] });
  });
});
