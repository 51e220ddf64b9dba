import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FAULTLESS } from './faults.ts';
import { startNavSimulator, type NavSimulator } from './server.ts';

describe('the NAV simulator', () => {
  let sim: NavSimulator;
  beforeAll(async () => {
    sim = await startNavSimulator({ seed: 7 });
  });
  beforeEach(() => {
    sim.nav.orders.clear();
    sim.nav.faults.change(FAULTLESS);
  });
  afterAll(() => sim.close());

  const orders = () => `${sim.url}/companies(${sim.company})/salesOrders`;
  const bearer = () => ({ authorization: `Bearer ${sim.token}`, 'content-type': 'application/json' });
  const order = (number: string) => ({
    externalDocumentNumber: number,
    orderDate: '2026-11-22',
    customerNumber: 'HK01',
    currencyCode: 'HKD',
    salesOrderLines: [{ lineType: 'Item', lineObjectNumber: 'RING-1', quantity: 1, unitPrice: 80 }],
  });
  const post = (number: string, ms = 2_000) =>
    fetch(orders(), {
      method: 'POST',
      headers: bearer(),
      body: JSON.stringify(order(number)),
      signal: AbortSignal.timeout(ms),
    });
  const ask = async (number: string) => {
    const filter = encodeURIComponent(`externalDocumentNumber eq '${number.replaceAll("'", "''")}'`);
    const answer = await fetch(`${orders()}?$filter=${filter}`, { headers: bearer() });
    return (await answer.json()) as {
      value: { externalDocumentNumber: string; salesOrderLines: object[] }[];
    };
  };

  it('makes a document with its lines and finds it by its number, in capitals as NAV keeps codes', async () => {
    const made = await post("hk-1's");
    expect(made.status).toBe(201);
    expect(made.headers.get('etag')).toMatch(/^W\/"/);
    expect(await made.json()).toMatchObject({ externalDocumentNumber: "HK-1'S", number: '101001' });
    const { value } = await ask("HK-1's");
    expect(value).toHaveLength(1);
    expect(value[0]?.salesOrderLines).toHaveLength(1);
  });

  it('accepts a number twice and lists both: the sender must keep numbers unique', async () => {
    await post('A');
    await post('a');
    expect(sim.nav.orders.duplicates()).toEqual(['A']);
  });

  it('refuses who has no token, in the words of OData', async () => {
    const answer = await fetch(orders(), { headers: { authorization: 'Bearer wrong' } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { code: 'Authentication_InvalidCredentials' } });
    const basic = Buffer.from(`user:${sim.token}`).toString('base64');
    expect((await fetch(orders(), { headers: { authorization: `Basic ${basic}` } })).status).toBe(200);
  });

  it('refuses a number of more than 35 characters and a line without an item', async () => {
    expect((await post('X'.repeat(35))).status).toBe(201);
    const long = await post('X'.repeat(36));
    expect(long.status).toBe(400);
    expect(await long.json()).toMatchObject({ error: { code: 'Application_StringExceededLength' } });
  });

  it('plays its faults in the order asked for', async () => {
    sim.nav.faults.change({ next: ['throttled', 'error', 'refused'], retryAfterSeconds: 3 });
    const throttled = await post('B');
    expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, '3']);
    expect((await post('B')).status).toBe(500);
    expect((await post('B')).status).toBe(400);
    expect((await ask('B')).value).toEqual([]);
    expect((await post('B')).status).toBe(201);
  });

  it('loses the answer after creating, and cuts before creating', async () => {
    sim.nav.faults.change({ next: ['lost', 'cut', 'error-after'] });
    await expect(post('LOST')).rejects.toThrow(/fetch failed|timeout|aborted/);
    await expect(post('CUT')).rejects.toThrow(/fetch failed|timeout|aborted/);
    expect((await post('AFTER')).status).toBe(500);
    expect([(await ask('LOST')).value.length, (await ask('CUT')).value.length]).toEqual([1, 0]);
    expect((await ask('AFTER')).value).toHaveLength(1);
  });

  it('creates late: nothing at the time-out, the document afterwards', async () => {
    sim.nav.faults.change({ next: ['late'], lateMs: 1_500 });
    await expect(post('LATE', 80)).rejects.toThrow(/fetch failed|timeout|aborted/);
    expect((await ask('LATE')).value).toEqual([]);
    await expect.poll(async () => (await ask('LATE')).value.length).toBe(1);
  });

  it('is configured over HTTP, and returns what it holds', async () => {
    const admin = new URL('/_simulator/faults', sim.url);
    const set = await fetch(admin, { method: 'POST', body: JSON.stringify({ chances: { error: 1 } }) });
    expect(await set.json()).toMatchObject({ chances: { error: 1 } });
    expect((await post('C')).status).toBe(500);
    expect((await fetch(admin, { method: 'POST', body: '{}' })).status).toBe(400);
    const state = await fetch(new URL('/_simulator/state', sim.url));
    expect(await state.json()).toMatchObject({ documents: 0, duplicates: [] });
  });

  it('chooses the same faults for the same seed', async () => {
    const kinds = async (seed: number) => {
      const other = await startNavSimulator({ seed });
      other.nav.faults.change({ chances: { error: 0.3, lost: 0.3 } });
      const drawn = Array.from({ length: 40 }, () => other.nav.faults.forCreating());
      await other.close();
      return drawn;
    };
    expect(await kinds(42)).toEqual(await kinds(42));
    expect(await kinds(42)).not.toEqual(await kinds(43));
  });
});
