import { sendToWarehouse } from '@atelier/application/commands/testing-commands.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, signInAs } from '../testing/testing-api.ts';
import { savWaitingView } from '@atelier/contracts/shipping/sav-check-schema.ts';
import { openCalls, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'warehouse', 'factory', 'admin']);
});
afterAll(() => calls.api.close());

const call: Calls['call'] = (...given) => calls.call(...given);
const deposited: Calls['deposited'] = (item) => calls.deposited(item);
type PersonName = Parameters<Calls['call']>[0];

describe('SAV check of an inbound package (product/shipping.md §12)', () => {
  const check = (who: PersonName, body: object) => call(who, 'POST', '/savcheck', body);

  it('keeps every result, the newest first, and rounds decimals with a warning', async () => {
    const [one, two] = [await deposited(), await deposited()];
    await sendToWarehouse(calls.services, [one, two], 'SAV-1');
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

  it('honours If-Match: a check of a package that changed meanwhile is refused and keeps nothing', async () => {
    await sendToWarehouse(calls.services, [await deposited()], 'SAV-STALE');
    const token = await signInAs(calls.app, 'warehouse');
    const stale = await calls.app.inject({
      method: 'POST',
      url: '/api/savcheck',
      headers: { ...bearer(token), 'if-match': '"1"' },
      payload: { tracking_no: 'SAV-STALE', wrong_reason: 0, no_warranty: 0 },
    });
    expect(stale.statusCode).toBe(409);
    expect((await call('warehouse', 'GET', '/savcheck?tracking_no=SAV-STALE')).data).toHaveProperty(
      'checks',
      [],
    );
  });

  it('−401003 for a number that comes in nowhere, or not here', async () => {
    const body = { tracking_no: 'SAV-NONE', wrong_reason: 0, no_warranty: 0 };
    expect((await check('warehouse', body)).body).toMatchObject({ status: 400, code: -401_003 });
    expect((await check('factory', { ...body, tracking_no: 'SAV-1' })).body.code).toBe(-401_003);
    expect((await call('factory', 'GET', '/savcheck?tracking_no=SAV-1')).body.code).toBe(-401_003);
    expect((await check('paris', { ...body, tracking_no: 'SAV-1' })).status).toBe(403);
  });

  it('says which pieces were ticked, at the package and at each piece', async () => {
    const [one, two] = [await deposited(), await deposited()];
    await sendToWarehouse(calls.services, [one, two], 'SAV-TICKS');
    const body = { tracking_no: 'SAV-TICKS', wrong_reason: 1, no_warranty: 0 };
    const ticks = { wrong_reason_items: [one], no_warranty_items: [] };
    const refused = await check('warehouse', { ...body, ...ticks, wrong_reason_items: [one, two] });
    expect(refused.body).toMatchObject({ code: -401_002, errors: [{ path: 'wrong_reason_items' }] });
    expect((await check('warehouse', { ...body, ...ticks })).status).toBe(200);
    const history = await call('warehouse', 'GET', '/savcheck?tracking_no=SAV-TICKS');
    expect(history.body.data).toMatchObject({
      checks: [ticks],
      pieces: [
        { id: one, fullname: '', repair_fee: 0 },
        { id: two, fullname: '' },
      ],
    });
    for (const who of ['warehouse', 'paris'] as const) {
      const said = await call(who, 'GET', `/savcheck/piece?rma_item_id=${one}`);
      expect(said.body.data).toMatchObject([
        { tracking_no: 'SAV-TICKS', wrong_reason: true, no_warranty: false, by: 'warehouse person' },
      ]);
    }
    expect((await call('tokyo', 'GET', `/savcheck/piece?rma_item_id=${one}`)).status).toBe(404);
  });

  it('lists a package from its first arrival until it is checked, for its own site alone', async () => {
    const waiting = async (who: PersonName) => {
      const { body } = await call(who, 'GET', '/savcheck/waiting');
      const { packages, checked_today: today } = savWaitingView.parse(body.data);
      return { today, numbers: packages.map((row) => row.package.tracking_no) };
    };
    const piece = await deposited();
    await sendToWarehouse(calls.services, [piece], 'SAV-WAITS');
    const before = await waiting('warehouse');
    expect(before.numbers).not.toContain('SAV-WAITS');
    const received = await call('warehouse', 'PUT', '/rmastatus', { id: piece, rma_status_id: 3 });
    expect(received.status).toBe(200);
    expect((await waiting('warehouse')).numbers).toContain('SAV-WAITS');
    expect((await waiting('factory')).numbers).not.toContain('SAV-WAITS');
    await check('warehouse', { tracking_no: 'SAV-WAITS', wrong_reason: 0, no_warranty: 0 });
    const after = await waiting('warehouse');
    expect(after.numbers).not.toContain('SAV-WAITS');
    expect(after.today).toBe(before.today + 1);
  });
});
