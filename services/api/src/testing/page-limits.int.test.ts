import { MOST_OPEN_EXPORTS } from '@atelier/domain/exports/contract.ts';
import { choiceToken } from '@atelier/application/messages/choice.queries.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_LIMIT } from '../shared/page-limit.ts';
import { openCalls, type Calls } from './testing-calls.ts';
import type { PersonName } from './testing-api.ts';

let calls: Calls;
let itemId: number;
beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'admin', 'auditor']);
  itemId = await calls.deposited();
});
afterAll(() => calls.api.close());

describe('a page for the public', () => {
  it('is answered 429 beyond its limit, with when to come again, before anything is asked or drawn', async () => {
    const url = `/messages/${choiceToken(TEST_KEY, await calls.rmaOf(itemId))}`;
    const page = () => calls.app.inject({ url, remoteAddress: '198.51.100.7' });
    const statuses = new Set<number>();
    for (let turn = 0; turn < PAGE_LIMIT.max; turn += 1) statuses.add((await page()).statusCode);
    expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
    const last = await page();
    expect(last.statusCode).toBe(429);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect(last.body).not.toContain('<html');
    expect((await calls.app.inject({ url, remoteAddress: '203.0.113.9' })).statusCode).toBe(200);
  });
});

describe('the dispute file', () => {
  it('is made ten times a minute for an account', async () => {
    const ask = () => calls.call('paris', 'GET', `/item/${itemId}/dispute?language=en`);
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn += 1) statuses.push((await ask()).status);
    expect(statuses.indexOf(429)).toBe(10);
  });
});

describe('files under way', () => {
  const ask = (who: PersonName) =>
    calls.call(who, 'POST', '/excel', { excelType: 'list', rmaItem: [itemId] });

  it(`are ${MOST_OPEN_EXPORTS} for an account, also when they are asked for at once, and one more after one has ended`, async () => {
    const asked = await Promise.all(Array.from({ length: 8 }, () => ask('paris')));
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(MOST_OPEN_EXPORTS);
    const refused = asked.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, code }) => [status, code])).toEqual(
      refused.map(() => [429, 'too_many_exports']),
    );
    const logs = await calls.call('admin', 'POST', '/audit/export', { format: 'events', language: 'en' });
    expect(logs.status).toBe(200);
    const first: unknown = asked.find(({ status }) => status === 200)?.data;
    await calls.call('paris', 'POST', `/export/${String(Reflect.get(Object(first), 'id'))}/cancel`, {});
    expect((await ask('paris')).status).toBe(200);
    expect((await ask('paris')).code).toBe('too_many_exports');
  });
});
