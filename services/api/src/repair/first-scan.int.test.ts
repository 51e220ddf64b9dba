import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, signInAs } from '../testing/testing-api.ts';
import { openCalls, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse', 'admin']);
});
afterAll(() => calls.api.close());

/** Received at the warehouse, and scanned there for the next step. */
async function scannedByWarehouse() {
  const itemId = await calls.received();
  const { number } = await calls.rowOf('warehouse', itemId);
  const scan = { code: number, target: 19 };
  const first = await calls.call('warehouse', 'POST', '/scan', scan);
  expect(first.body.data).toMatchObject({ verdict: 'accepted', first: null });
  return { itemId, scan };
}

describe('the first scan wins (product/repair.md §8)', () => {
  it('gives the second, and a third, who was first and when: never the scanner’s own name', async () => {
    const { itemId, scan } = await scannedByWarehouse();
    const { last_scan: mark } = await calls.rowOf('warehouse', itemId);
    for (const who of ['admin', 'admin', 'warehouse'] as const) {
      const { data } = (await calls.call(who, 'POST', '/scan', scan)).body;
      expect(data).toMatchObject({
        verdict: 'already_done',
        first: { by: 'warehouse person', at: mark?.at },
      });
    }
  });

  it('a repeated scan by another account leaves last_scan with the first account', async () => {
    const { itemId, scan } = await scannedByWarehouse();
    const before = await calls.rowOf('warehouse', itemId);
    await calls.call('admin', 'POST', '/scan', scan);
    const after = await calls.rowOf('warehouse', itemId);
    expect(after.last_scan).toEqual(before.last_scan);
    expect(after.last_scan).toMatchObject({ verdict: 'accepted', by: 'warehouse person' });
    expect(after.version).toBeGreaterThan(before.version);
  });
});

describe('a number of ours that is not expected where it is scanned', () => {
  it('is reported as ours and nothing more, and an unassigned number as unknown', async () => {
    const itemId = await calls.deposited();
    const { number } = await calls.rowOf('paris', itemId);
    const scan = async (code: string) =>
      (await calls.call('warehouse', 'POST', '/scan', { code, target: 19 })).body.data;
    expect(await scan(number)).toMatchObject({
      verdict: 'not_expected',
      item: null,
      rma_status_id: null,
      tracking_number: null,
    });
    expect(await scan(number.replace(/\d+$/, '999999'))).toMatchObject({ verdict: 'unknown', item: null });
    // Digits alone are no label: who types them learns nothing.
    expect(await scan(String(itemId))).toMatchObject({ verdict: 'unknown', item: null });
  });
});

describe('a scan sent again with its key', () => {
  it('is answered as the first time, also when an earlier release kept the result as text', async () => {
    const itemId = await calls.received();
    const { number } = await calls.rowOf('warehouse', itemId);
    const headers = {
      ...bearer(await signInAs(calls.app, 'warehouse')),
      'idempotency-key': `scan-${itemId}`,
    };
    const scan = async () => {
      const payload = { code: number, target: 3 };
      const response = await calls.app.inject({ method: 'POST', url: '/api/scan', headers, payload });
      return response.json();
    };
    const first = await scan();
    expect(first.data).toMatchObject({ verdict: 'already_done', first: { by: 'warehouse person' } });
    const version = await calls.versionOf(itemId);
    expect(await scan()).toEqual(first);
    const client = new Client({ connectionString: calls.api.world.database.adminUrl });
    await client.connect();
    const { rowCount } = await client.query(
      `update handled_commands set answer = jsonb_build_object('result', (answer->'result')::text) where key = $1`,
      [headers['idempotency-key']],
    );
    await client.end();
    expect(rowCount).toBe(1);
    expect(await scan()).toEqual(first);
    expect(await calls.versionOf(itemId)).toBe(version);
  });
});
