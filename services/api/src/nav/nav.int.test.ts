import { NAV_MESSAGES } from '@atelier/domain/nav/contract.ts';
import { navDocumentsResponse } from '@atelier/contracts/nav/schema.ts';
import { documentOf, SHA, sentFromFactory, toDocument } from '@atelier/application/nav/testing-nav.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiWorld, type ApiWorld, type PersonName } from '../testing/testing-api.ts';
import { signInPeople, type Call } from '../testing/testing-people.ts';

describe('the calls of NAV sending', () => {
  let api: ApiWorld;
  let call: Call;
  beforeAll(async () => {
    api = await openApiWorld();
    const { app } = await api.node();
    ({ call } = await signInPeople(app, ['factory', 'warehouse', 'admin']));
  });
  afterAll(() => api.close());

  const ask = async (who: PersonName, path: string) => (await call(who, 'GET', path)).body;
  const post = async (who: PersonName, path: string, payload: object, headers = {}) =>
    (await call(who, 'POST', path, payload, headers)).body;
  const send = (number: string, who: PersonName = 'factory') =>
    post(who, '/nav/send', { tracking_no: number });
  const at = '2026-11-22T08:00:00.000Z';
  const inNav = async (id: number) =>
    toDocument(api.world.store, id, [
      { type: 'NavSendingStarted', data: { attempt: 1, at } },
      { type: 'NavDocumentSent', data: { navId: 'n', navNumber: '101', byAsking: false, at } },
    ]);

  it('says the fixed words of product/nav.md §4, with a code for each', async () => {
    const [outside, inside] = ['NAV-HK-1', 'NAV-SH-1'];
    const id = await sentFromFactory(api.world.store, outside);
    await sentFromFactory(api.world.store, inside, { destination: SHA });
    const said = async (number: string) => {
      const { status, code, message } = await send(number);
      return [status, code, message];
    };
    expect(await said('NAV-NONE')).toEqual([400, 'nav_not_bound', 'tracking number not bound to any RMA']);
    expect(await said(inside)).toEqual([400, 'nav_inside_china', 'store is not outside China']);
    // No worker is at NAV here: it is asked for and waits.
    expect(await said(outside)).toEqual([200, 'nav_not_sent', 'tracking number not sent to NAV']);
    await inNav(id);
    expect(await said(outside)).toEqual([400, 'nav_already_used', 'tracking number already used']);
    expect([NAV_MESSAGES.nav_sent, NAV_MESSAGES.nav_failed]).toEqual([
      'orders sent to NAV',
      'orders sent to NAV failed',
    ]);
  });

  it('distinguishes a number without a document from an unknown one', async () => {
    const number = 'NAV-HK-2';
    const id = await sentFromFactory(api.world.store, number);
    expect(await ask('factory', `/nav/document?tracking_no=${number}`)).toMatchObject({
      code: 'nav_not_sent',
    });
    expect(await ask('factory', '/nav/document?tracking_no=NAV-NOBODY')).toMatchObject({
      code: 'nav_not_bound',
    });
    expect(await ask('factory', '/nav/document?id=999999')).toMatchObject({
      status: 404,
      code: 'nav_data_not_found',
      message: 'data not found',
    });
    await send(number);
    expect(await ask('factory', `/nav/document?id=${id}`)).toMatchObject({
      status: 200,
      data: { tracking_no: number, state: 'pending', history: [{ type: 'NavDocumentRequested' }] },
    });
  });

  it('lists by state with counts, to the site that sent them and to headquarters', async () => {
    const number = 'NAV-HK-3';
    const id = await sentFromFactory(api.world.store, number);
    await send(number);
    const pending = await ask('factory', '/nav/documents?state=pending&tracking_no=nav-hk-3');
    expect(pending.data).toMatchObject([{ id, tracking_no: number, item_count: 2, store: { code: 'HKG' } }]);
    expect(pending).toMatchObject({ total: 1, circuit: { state: 'absent' } });
    expect(navDocumentsResponse.parse(pending).counts['pending']).toBeGreaterThan(0);
    expect((await ask('admin', '/nav/documents?tracking_no=NAV-HK-3')).data).toHaveLength(1);
    expect((await ask('warehouse', '/nav/documents')).data).toEqual([]);
    expect(await ask('warehouse', `/nav/document?id=${id}`)).toMatchObject({ code: 'nav_data_not_found' });
    expect(await send(number, 'warehouse')).toMatchObject({ code: 'nav_not_bound' });
  });

  it('retries and skips with a reason, on the version that was seen, once per key', async () => {
    const id = await sentFromFactory(api.world.store, 'NAV-HK-4');
    await send('NAV-HK-4');
    const without = await post('factory', '/nav/skip', { id, reason: ' ' });
    expect(without).toMatchObject({ status: 400 });
    const other = await post('warehouse', '/nav/skip', { id, reason: 'not mine' });
    expect(other).toMatchObject({ status: 404, code: 'nav_data_not_found' });
    const stale = await post('factory', '/nav/skip', { id, reason: 'too late' }, { 'if-match': '"7"' });
    expect(stale.status).toBe(409);
    const key = { 'idempotency-key': 'skip-once' };
    const skipped = await post('factory', '/nav/skip', { id, reason: 'entered by hand' }, key);
    expect(skipped).toMatchObject({ status: 200, data: { state: 'skipped', reason: 'entered by hand' } });
    await post('factory', '/nav/retry', { id, reason: 'it was not' });
    await post('factory', '/nav/skip', { id, reason: 'entered by hand' }, key);
    expect(await documentOf(api.world.store, id)).toMatchObject({ state: 'pending', reason: 'it was not' });
  });
});
