import { sendToWarehouse } from '@atelier/application/commands/testing-commands.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, signInAs } from '../testing/testing-api.ts';
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
});
