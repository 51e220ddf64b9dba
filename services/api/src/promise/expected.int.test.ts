import { expectedView } from '@atelier/contracts/promise/schema.ts';
import { READY_MODEL_STREAM, type ReadyModelFitted } from '@atelier/domain/promise/events.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDeposits, type DepositWorldOverHttp } from '../deposit/testing-deposits.ts';
import { dataOf } from '../testing/testing-reply.ts';

let world: DepositWorldOverHttp;
let sku: string;
beforeAll(async () => {
  world = await openDeposits();
  ({ sku } = world);
});
afterAll(() => world.api.close());

const stage = { fitted: 200, calibrated: 100, likely: 0, latest: 1, loads: [0, 90] } as const;
const none = { effects: {}, perLoad: 0 };
const fitted: ReadyModelFitted = {
  type: 'ReadyModelFitted',
  data: {
    number: 1,
    at: '2026-11-16T02:10:00.000Z',
    model: {
      at: '2026-11-16T02:10:00.000Z',
      pieces: 300,
      stages: {
        '1@0': {
          ...stage,
          days: { ...none, base: 20, effects: { 'reason 2': 4 } },
          spread: { ...none, base: 5 },
        },
      },
      weekdays: {},
      held: { dates: 50, likely: 0.5, latest: 0.85 },
    },
  },
};
const metadata = {
  actor: { id: 'system', kind: 'system' as const },
  commandId: 'model',
  occurredAt: '2026-11-16T02:10:00.000Z',
};
const ask = (query: string, who: 'paris' | 'tokyo' | 'warehouse' = 'paris') =>
  world.call(who, 'GET', `/promise/expected?${query}`);
const expected = async (query: string) => dataOf(expectedView, await ask(query));

describe('GET /promise/expected (product/promise.md §4)', () => {
  it('names no day while no model is in force', async () => {
    expect(await expected(`sku=${sku}`)).toEqual({ expected_likely: null, expected_latest: null });
  });

  it('names both days of a piece that is deposited now, by what the form says', async () => {
    const streams = [{ streamId: READY_MODEL_STREAM, expectedVersion: 0, events: [fitted] }];
    await world.api.world.store.append({ streams, metadata });
    const plain = await expected(`sku=${sku}&rma_reason_ids=1`);
    const longer = await expected(`sku=${sku}&rma_reason_ids=1,2&delivery=client&is_under_warranty=false`);
    const days = (from: string | null, to: string | null) =>
      (Date.parse(to ?? '') - Date.parse(from ?? '')) / 86_400_000;
    expect(days(plain.expected_likely, plain.expected_latest)).toBe(5);
    expect(days(plain.expected_latest, longer.expected_latest)).toBe(4);
  });

  it('refuses a form without a piece, and fields that it does not know', async () => {
    expect((await ask('')).status).toBe(400);
    expect((await ask(`sku=${sku}&delivery=moon`)).status).toBe(400);
    expect((await ask(`sku=${sku}&store_id=2`)).status).toBe(400);
  });
});
