import {
  deposit,
  handClock,
  newDeposit,
  repairAndReturn,
  sendToWarehouse,
  servicesOf,
} from '@atelier/store/commands/testing-journey.ts';
import type { CommandServices } from '@atelier/store/commands/run-command.ts';
import type { NewItem } from '@atelier/store/rma/deposit.commands.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, openApiWorld, signInAs } from '../testing-api.ts';
import type { ApiWorld, PersonName } from '../testing-api.ts';

let api: ApiWorld;
let app: FastifyInstance;
let services: CommandServices;
const tokens = new Map<PersonName, string>();

beforeAll(async () => {
  api = await openApiWorld();
  ({ app } = await api.node());
  services = servicesOf(api.world, handClock(new Date()));
  for (const name of ['paris', 'tokyo', 'warehouse', 'factory', 'admin'] as const)
    tokens.set(name, await signInAs(app, name));
});
afterAll(() => api.close());

async function call(who: PersonName, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const headers = bearer(tokens.get(who) ?? '');
  const answer = await app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

const OUT_OF_WARRANTY: Partial<NewItem> = { purchaseDate: '2019-01-10', maintenanceAmount: 4_000 };
const deposited = async (item: Partial<NewItem> = {}): Promise<number> =>
  (await deposit(services, await newDeposit(api.world, item))).itemId;
const versionOf = (itemId: number) =>
  api.world.store.readStream(`item-${itemId}`).then(({ version }) => version);
const move = (who: PersonName, id: number, target: number, extras: object = {}) =>
  call(who, 'PUT', '/rmastatus', { id, rma_status_id: target, ...extras });
const ask = (itemId: number, remark = 'third repair in a year') =>
  call('paris', 'POST', '/rma/waiver/request', { rma_item_id: itemId, remark });
const decide = (who: PersonName, itemId: number, decision: number, reason = '') =>
  call(who, 'POST', '/rma/waiver/decide', { rma_item_id: itemId, decision, reason });
const inbox = async (who: PersonName): Promise<{ item: { id: number }; remark: string }[]> =>
  (await call(who, 'GET', '/rma/waivers')).body.data;

describe('waived fee: 0 No → 1 Review → 11 Approve or 10 Reject (product.md §9)', () => {
  it('is asked for with a remark, seen in the inbox with who, when and why, and approved to 0', async () => {
    const itemId = await deposited(OUT_OF_WARRANTY);
    expect(await ask(itemId)).toMatchObject({ status: 200, body: { message: 'RMA has been updated' } });
    const line = (await inbox('admin')).find(({ item }) => item.id === itemId);
    expect(line).toMatchObject({
      remark: 'third repair in a year',
      requested_by: 'paris person',
      requests: 1,
      rejected_because: '',
      item: { waived_fee: 1, repair_fee: 4_000, repair_fee_ccy: 'EUR', store_code: 'PAR' },
    });
    expect((await decide('admin', itemId, 11)).status).toBe(200);
    expect((await inbox('admin')).map(({ item }) => item.id)).not.toContain(itemId);
    const { body } = await call('paris', 'GET', `/rmalist?rma_id=${await rmaOf(itemId)}`);
    expect(body.data).toMatchObject([{ waived_fee: 11, repair_fee: 0, fee_settled: true, holds: [] }]);
  });

  it('is rejected with a reason, asked for once more, and not a third time', async () => {
    const itemId = await deposited(OUT_OF_WARRANTY);
    await ask(itemId);
    expect((await decide('admin', itemId, 10, '  ')).body).toMatchObject({ code: 'reason_required' });
    expect((await decide('admin', itemId, 10, 'worn out by use')).status).toBe(200);
    expect((await ask(itemId, 'a loyal customer')).status).toBe(200);
    expect((await inbox('admin')).find(({ item }) => item.id === itemId)).toMatchObject({
      requests: 2,
      remark: 'a loyal customer',
      rejected_because: 'worn out by use',
    });
    expect((await ask(itemId)).body).toMatchObject({ code: 'waiver_under_review' });
    await decide('admin', itemId, 10, 'still worn out');
    expect(await ask(itemId)).toMatchObject({ status: 400, body: { code: 'waiver_used_up' } });
  });

  it('under review is received and checked, and not repaired', async () => {
    const itemId = await deposited(OUT_OF_WARRANTY);
    await ask(itemId);
    await sendToWarehouse(services, [itemId], `W-${itemId}`);
    expect((await move('warehouse', itemId, 3)).status).toBe(200);
    expect((await move('warehouse', itemId, 19)).status).toBe(200);
    expect(await move('warehouse', itemId, 4)).toMatchObject({
      status: 400,
      body: { code: 'held_approval' },
    });
    await decide('admin', itemId, 11);
    expect((await move('warehouse', itemId, 4)).status).toBe(200);
  });

  it('is frozen once shipped out', async () => {
    const itemId = await deposited();
    await sendToWarehouse(services, [itemId], `F-${itemId}`);
    await repairAndReturn(services, itemId, `FB-${itemId}`);
    expect(await ask(itemId)).toMatchObject({ status: 400, body: { code: 'waiver_frozen' } });
  });

  it('is decided once: the second decision learns that it is done', async () => {
    const itemId = await deposited(OUT_OF_WARRANTY);
    await ask(itemId);
    const answers = await Promise.all([decide('admin', itemId, 11), decide('admin', itemId, 10, 'no')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.code).toBe('waiver_not_under_review');
  });

  it('a remark of 121 words, an unknown decision and another store’s item change nothing', async () => {
    const itemId = await deposited(OUT_OF_WARRANTY);
    const before = await versionOf(itemId);
    expect(await ask(itemId, 'word '.repeat(121))).toMatchObject({ body: { code: 'text_too_long' } });
    expect((await decide('admin', itemId, 12)).body).toMatchObject({ status: 400, code: 'invalid_input' });
    const foreign = { rma_item_id: itemId, remark: 'mine' };
    expect((await call('tokyo', 'POST', '/rma/waiver/request', foreign)).status).toBe(404);
    expect((await decide('paris', itemId, 11)).status).toBe(403);
    expect(await versionOf(itemId)).toBe(before);
  });
});

const rmaOf = async (itemId: number): Promise<number> => {
  const { events } = await api.world.store.readStream(`item-${itemId}`);
  const [first] = events.filter((event) => event.type === 'ItemDeposited');
  return Number(Object.entries(first?.data ?? {}).find(([name]) => name === 'rmaId')?.[1]);
};

describe('the fee set by hand (product.md §9)', () => {
  const override = (who: PersonName, itemId: number, amount: number, reason = 'agreed by phone') =>
    call(who, 'POST', '/rma/fee/override', { rma_item_id: itemId, amount, currency: 'EUR', reason });

  it('needs its permission and a reason; a higher one needs the customer’s new agreement', async () => {
    const itemId = await deposited(OUT_OF_WARRANTY);
    expect((await override('paris', itemId, 5_000)).status).toBe(403);
    expect((await override('admin', itemId, 5_000, ' ')).status).toBe(400);
    expect((await override('admin', itemId, 5_000)).status).toBe(200);
    await sendToWarehouse(services, [itemId], `O-${itemId}`);
    await move('warehouse', itemId, 3);
    expect((await move('warehouse', itemId, 4)).body).toMatchObject({ code: 'fee_not_settled' });
    const agreed = { rma_item_id: itemId, amount: 5_000, currency: 'EUR' };
    expect((await call('paris', 'POST', '/rma/fee/accept', agreed)).status).toBe(200);
    expect((await move('warehouse', itemId, 4)).status).toBe(200);
  });

  it('is refused in another currency', async () => {
    const itemId = await deposited(OUT_OF_WARRANTY);
    const yen = { rma_item_id: itemId, amount: 5_000, currency: 'JPY', reason: 'x' };
    expect((await call('admin', 'POST', '/rma/fee/override', yen)).body.code).toBe('currency_mismatch');
  });
});

describe('findings without a move, replacement, return (product.md §3, §10)', () => {
  const received = async (item: Partial<NewItem> = {}): Promise<number> => {
    const itemId = await deposited(item);
    await sendToWarehouse(services, [itemId], `R-${itemId}`);
    await move('warehouse', itemId, 3);
    return itemId;
  };

  it('operationAddSav saves findings and leaves the status', async () => {
    const itemId = await received();
    const findings = { reasons: [2], quality_investigate: 'Customers Issue', quality_issue: true };
    expect((await call('warehouse', 'POST', '/operationAddSav', { id: itemId, findings })).status).toBe(200);
    const { body } = await call('warehouse', 'GET', `/rmalist?rma_id=${await rmaOf(itemId)}`);
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
    const other = await api.world.db
      .selectFrom('products')
      .select(['sku', 'name', 'kind'])
      .orderBy('sku', 'desc')
      .executeTakeFirstOrThrow();
    const unknown = { rma_item_id: itemId, sku: 'NO-SUCH', serial_number: 'S-9' };
    expect((await call('warehouse', 'POST', '/rma/replace', unknown)).status).toBe(400);
    const known = { ...unknown, sku: other.sku.toLowerCase(), reason: 'beyond repair' };
    expect((await call('warehouse', 'POST', '/rma/replace', known)).status).toBe(200);
    const { body } = await call('warehouse', 'GET', `/rmalist?rma_id=${await rmaOf(itemId)}`);
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
    const [reason] = reasons.body.data;
    const back = { move: 'return_unrepaired', reason: reason.Name, outcome: 'unrepaired' };
    expect((await move('warehouse', itemId, 13, back)).status).toBe(200);
    const { body } = await call('warehouse', 'GET', `/rmalist?rma_id=${await rmaOf(itemId)}`);
    expect(body.data).toMatchObject([{ rma_status_id: 13, outcome: 'unrepaired', repair_fee: 0 }]);
  });

  it('the customer’s page never says what a counterfeit is called', async () => {
    const itemId = await received();
    const back = { move: 'return_unrepaired', reason: 'hallmark is false', outcome: 'counterfeit' };
    expect((await move('warehouse', itemId, 13, back)).status).toBe(200);
    await api.world.settle();
    const { body: rma } = await call('paris', 'GET', `/rma/${await rmaOf(itemId)}`);
    const page = await app.inject(`/api/rma/currenct/status?rma_id=${rma.data.public_reference}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/counterfeit|fake|hallmark/i);
  });
});

describe('SAV check of an inbound package (product.md §10; specification §8)', () => {
  const check = (who: PersonName, body: object) => call(who, 'POST', '/savcheck', body);

  it('keeps every result, the newest first, and rounds decimals with a warning', async () => {
    const [one, two] = [await deposited(), await deposited()];
    await sendToWarehouse(services, [one, two], 'SAV-1');
    const body = { tracking_no: 'SAV-1', wrong_reason: 1, no_warranty: 0 };
    expect(await check('warehouse', body)).toMatchObject({
      status: 200,
      body: { message: 'SAV Check Result is Updated', data: { items: 2, rounded: [] } },
    });
    const rounded = await check('warehouse', { ...body, no_warranty: '1.6' });
    expect(rounded.body.data).toMatchObject({ no_warranty: 2, rounded: ['no_warranty'] });
    const history = await call('warehouse', 'GET', '/savcheck?tracking_no=SAV-1');
    expect(history.body.data).toMatchObject({
      items: 2,
      checks: [
        { wrong_reason: 1, no_warranty: 2, by: 'warehouse person' },
        { wrong_reason: 1, no_warranty: 0 },
      ],
    });
  });

  it.each([
    ['no tracking number', { wrong_reason: 1, no_warranty: 0 }, 'tracking_no'],
    [
      'a count that is no number',
      { tracking_no: 'SAV-1', wrong_reason: 'two', no_warranty: 0 },
      'wrong_reason',
    ],
    ['a negative count', { tracking_no: 'SAV-1', wrong_reason: 0, no_warranty: -1 }, 'no_warranty'],
    [
      'more than the package holds',
      { tracking_no: 'SAV-1', wrong_reason: 3, no_warranty: 0 },
      'wrong_reason',
    ],
  ])('−401002 for %s', async (_name, body, path) => {
    const answer = await check('warehouse', body);
    expect(answer.body).toMatchObject({ status: 400, code: -401_002, errors: [{ path }] });
  });

  it('−401003 for a number that comes in nowhere, or not here', async () => {
    const body = { tracking_no: 'SAV-NONE', wrong_reason: 0, no_warranty: 0 };
    expect((await check('warehouse', body)).body).toMatchObject({ status: 400, code: -401_003 });
    expect((await check('factory', { ...body, tracking_no: 'SAV-1' })).body.code).toBe(-401_003);
    expect((await call('factory', 'GET', '/savcheck?tracking_no=SAV-1')).body.code).toBe(-401_003);
    expect((await check('paris', { ...body, tracking_no: 'SAV-1' })).status).toBe(403);
  });
});

describe('pickup follow-ups (specification §4; product.md §12)', () => {
  it('are logged while the piece waits, and listed the newest first', async () => {
    const itemId = await deposited();
    const log = (result: string, note = '') =>
      call('paris', 'POST', '/add_after_sales', { rma_item_id: itemId, result, note });
    expect((await log('Phone contacted')).body).toMatchObject({ code: 'illegal_transition' });
    await sendToWarehouse(services, [itemId], `A-${itemId}`);
    await repairAndReturn(services, itemId, `AB-${itemId}`);
    expect((await log('Phone no answer')).status).toBe(200);
    expect((await log('Phone contacted', 'comes on Friday')).status).toBe(200);
    expect((await log('Pigeon sent')).status).toBe(400);
    expect((await log('Phone contacted', 'word '.repeat(121))).body.code).toBe('text_too_long');
    const { body } = await call('paris', 'GET', `/get_after_sale_list?rma_item_id=${itemId}`);
    expect(body).toMatchObject({
      total: 2,
      data: [
        { index: 2, result: 'Phone contacted', note: 'comes on Friday', author: 'paris person' },
        { index: 1, result: 'Phone no answer', note: '' },
      ],
    });
    expect((await call('tokyo', 'GET', `/get_after_sale_list?rma_item_id=${itemId}`)).status).toBe(404);
  });
});

describe('a remark’s addressee (product.md §10)', () => {
  it('is a colleague who sees the piece; another address is refused and nothing is written', async () => {
    const itemId = await deposited();
    await sendToWarehouse(services, [itemId], `C-${itemId}`);
    await move('warehouse', itemId, 3);
    const { body } = await call('warehouse', 'GET', `/comment/addressees?rma_item_id=${itemId}`);
    const emails: string[] = body.data.map(({ email }: { email: string }) => email);
    expect(emails).toContain('paris@demo.test');
    expect(emails).toContain('admin@demo.test');
    expect(emails).not.toContain('tokyo@demo.test');
    const before = await versionOf(itemId);
    const say = (email: string) =>
      call('warehouse', 'POST', '/operationcomment', { id: itemId, comment: 'Please call her', email });
    expect((await say('stranger@elsewhere.test')).body).toMatchObject({
      status: 400,
      errors: [{ path: 'email', code: 'unknown_addressee' }],
    });
    expect(await versionOf(itemId)).toBe(before);
    expect((await say('Paris@Demo.test')).status).toBe(200);
    const comments = await call('paris', 'GET', `/comments?id=${itemId}&comment_type=2`);
    expect(comments.body.data).toMatchObject([{ comment: 'Please call her' }]);
  });
});
