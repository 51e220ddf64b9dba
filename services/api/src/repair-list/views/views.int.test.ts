import { savedViewResponse, savedViewsResponse } from '@atelier/contracts/repair-list/views/schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiWorld, type ApiWorld, type PersonName } from '../../testing/testing-api.ts';
import { signInPeople, type Call, type CallReply } from '../../testing/testing-people.ts';
import { dataOf } from '../../testing/testing-reply.ts';

let api: ApiWorld;
let call: Call;

beforeAll(async () => {
  api = await openApiWorld();
  const { app } = await api.node();
  ({ call } = await signInPeople(app, ['paris', 'tokyo']));
});

afterAll(() => api.close());

const names = async (who: PersonName, list = 'shop') =>
  dataOf(savedViewsResponse.shape.data, await call(who, 'GET', `/views?list=${list}`));
const viewIn = (reply: CallReply) => dataOf(savedViewResponse.shape.data, reply);
const pathOf = (made: CallReply) => `/views/${viewIn(made).id}`;

describe('saved views', () => {
  it('are kept by name, renamed, given other filters and forgotten', async () => {
    const filters = { status: '15', hold: 'any', sort: 'age' };
    const made = await call('paris', 'POST', '/views', { list: 'shop', name: 'To call', filters });
    expect(made).toMatchObject({ status: 200, data: { name: 'To call', filters, is_default: false } });
    const path = pathOf(made);
    const renamed = await call('paris', 'PUT', path, { name: 'Calls' });
    expect(renamed.data).toMatchObject({ name: 'Calls', filters });
    const changed = await call('paris', 'PUT', path, { filters: { warranty: 'out' } });
    expect(changed.data).toMatchObject({ name: 'Calls', filters: { warranty: 'out' } });
    expect((await call('paris', 'DELETE', path)).status).toBe(200);
    expect(await names('paris')).toEqual([]);
    expect((await call('paris', 'DELETE', path)).status).toBe(404);
  });

  it('belong to one person: other accounts cannot see, change or delete them', async () => {
    const made = await call('paris', 'POST', '/views', { list: 'shop', name: 'Mine', filters: {} });
    const path = pathOf(made);
    expect(await names('tokyo')).toEqual([]);
    expect((await call('tokyo', 'PUT', path, { name: 'Taken' })).status).toBe(404);
    expect((await call('tokyo', 'DELETE', path)).status).toBe(404);
    expect(await names('paris')).toMatchObject([{ name: 'Mine' }]);
    await call('paris', 'DELETE', path);
  });

  it('have one default, and each list its own', async () => {
    const body = { filters: {}, is_default: true };
    await call('paris', 'POST', '/views', { list: 'shop', name: 'A', ...body });
    const second = await call('paris', 'POST', '/views', { list: 'shop', name: 'B', ...body });
    await call('paris', 'POST', '/views', { list: 'operation', name: 'C', ...body });
    expect(await names('paris')).toMatchObject([
      { name: 'A', is_default: false },
      { name: 'B', is_default: true },
    ]);
    expect(await names('paris', 'operation')).toMatchObject([{ name: 'C', is_default: true }]);
    await call('paris', 'PUT', pathOf(second), { is_default: false });
    expect((await names('paris')).some((view) => view.is_default)).toBe(false);
  });

  it('refuse a name twice whatever its case, but take the same view again as after a lost answer', async () => {
    const body = { list: 'shop', name: 'Twice', filters: { status: '1', hold: 'any' } };
    const first = await call('tokyo', 'POST', '/views', body);
    const again = await call('tokyo', 'POST', '/views', { ...body, filters: { hold: 'any', status: '1' } });
    expect(again.data).toEqual(first.data);
    const asDefault = await call('tokyo', 'POST', '/views', { ...body, is_default: true });
    expect(asDefault.data).toEqual({ ...viewIn(first), is_default: true });
    expect(await names('tokyo')).toMatchObject([{ is_default: true }]);
    const other = { ...body, name: 'TWICE', filters: { status: '2' } };
    expect(await call('tokyo', 'POST', '/views', other)).toMatchObject({
      status: 400,
      code: 'view_name_taken',
    });
    expect(await names('tokyo')).toHaveLength(1);
  });

  it('refuse what no list is filtered by, an empty name, and the thirty-first', async () => {
    const bad = { list: 'shop', name: 'Bad', filters: { q: 'a client' } };
    expect((await call('tokyo', 'POST', '/views', bad)).status).toBe(400);
    expect((await call('tokyo', 'POST', '/views', { ...bad, name: ' ', filters: {} })).status).toBe(400);
    for (let n = 2; n <= 30; n += 1)
      await call('tokyo', 'POST', '/views', { list: 'shop', name: `View ${n}`, filters: {} });
    const last = await call('tokyo', 'POST', '/views', { list: 'shop', name: 'One more', filters: {} });
    expect(last).toMatchObject({ status: 400, code: 'too_many_views' });
    expect(await names('tokyo')).toHaveLength(30);
  });
});
