import {
  must,
  moveItemTo,
  sendToWarehouse,
  warehouse,
  WHS,
} from '@atelier/application/commands/testing-commands.ts';
import { stageStaysProjection } from '@atelier/application/insight/stage-stays.projection.ts';
import { throughputResponse, type ThroughputView } from '@atelier/contracts/insight/flow-schema.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';
import { dataOf } from '../testing/testing-reply.ts';
import { instant } from '../testing/testing-instant.ts';

const WORKERS = [90_001, 90_002, 90_003, 90_004, 90_005];
/** By piece: who took it on from receipt, and who from diagnosis: five people at the first, four at the second. */
const PIECES = [
  [0, 1],
  [0, 1],
  [0, 2],
  [1, 3],
  [1, 3],
  [2, 4],
  [3, 4],
  [4, 4],
] as const;
const [RECEIVED, DIAGNOSED, NEXT] = [3, 4, 6] as const;
let calls: Calls;

const by = (index: number) => {
  const workerId = WORKERS[index] ?? 0;
  const usual = warehouse();
  return warehouse({
    actor: { ...usual.actor, workerId },
    metadata: { ...usual.metadata, worker: { id: workerId } },
  });
};

beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse', 'factory', 'admin', 'auditor']);
  for (const [first, second] of PIECES) {
    const itemId = await calls.deposited();
    await sendToWarehouse(calls.services, [itemId], `W-${itemId}`);
    must(await moveItemTo(calls.services, warehouse(), { itemId, target: RECEIVED }));
    must(await moveItemTo(calls.services, by(first), { itemId, target: DIAGNOSED }));
    must(await moveItemTo(calls.services, by(second), { itemId, target: NEXT }));
  }
  await calls.api.world.settle([stageStaysProjection]);
});
afterAll(() => calls.api.close());

const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
type Who = Parameters<Calls['call']>[0];
const ask = (who: Who, more = '') =>
  calls.call(
    who,
    'GET',
    `/insight/throughput?site_id=${WHS}&from=${dayFromNow(-2)}&to=${dayFromNow(2)}${more}`,
  );
const workersOf = async (who: Who, more = ''): Promise<ThroughputView['workers']> =>
  dataOf(throughputResponse.shape.data, await ask(who, more)).workers;
const list = (value: readonly number[]) =>
  calls.call('admin', 'PUT', '/system/config', { key: 'worker_figures', value, reason: 'agreed on site' });

const SPREAD = { workers: 5, p25: 1, median: 1, p75: 2 };

describe('worker figures (product/insight.md §4)', () => {
  it('are off until the site is listed, say nothing of four people, and name no person', async () => {
    expect(await workersOf('warehouse')).toBeNull();
    const before = await instant();
    expect(await list([WHS])).toMatchObject({ status: 200 });
    await expect
      .poll(() => workersOf('warehouse'))
      .toEqual([
        { rma_status_id: RECEIVED, spread: SPREAD },
        { rma_status_id: DIAGNOSED, spread: null },
      ]);
    for (const who of ['admin', 'auditor'] as const)
      expect(await workersOf(who)).toEqual(await workersOf('warehouse'));
    const { body } = await ask('warehouse');
    for (const id of WORKERS) expect(JSON.stringify(body)).not.toContain(String(id));
    expect(await workersOf('warehouse', `&as_of=${before}`)).toBeNull();
    expect((await ask('factory')).status).toBe(404);
    expect((await ask('paris')).status).toBe(403);
    const listed = await instant();
    expect(await workersOf('warehouse', `&as_of=${listed}`)).not.toBeNull();
    expect(await list([])).toMatchObject({ status: 200 });
    await expect.poll(() => workersOf('warehouse')).toBeNull();
    expect(await workersOf('warehouse', `&as_of=${listed}`)).toBeNull();
  });
});
