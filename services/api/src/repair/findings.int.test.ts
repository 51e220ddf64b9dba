import { sendToWarehouse } from '@atelier/application/commands/testing-commands.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
/** A reason and one of its sub-reasons, and a second pair. */
let pairs: { readonly reason: number; readonly sub: number }[];
beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse']);
  const { rows } = await calls.api.world.pool.query<{ reason: number; sub: number }>(
    `select distinct on (s.reason_id) s.reason_id as reason, s.id as sub from rma_sub_reasons s
       join rma_reasons r on r.id = s.reason_id where s.is_active and r.is_active order by s.reason_id, s.id limit 2`,
  );
  pairs = rows;
});
afterAll(() => calls.api.close());

const NONSENSE = { reasons: [999], original_produce_factory: 'NOWHERE', sub_reasons: [999] };
const nonsenseAt = (path: string) => [
  { path: `${path}.reasons`, code: 'reason_not_offered', message: expect.any(String) },
  { path: `${path}.sub_reasons`, code: 'reason_not_offered', message: expect.any(String) },
  { path: `${path}.original_produce_factory`, code: 'factory_unknown', message: expect.any(String) },
];

/** Sent to the warehouse, and its version there. */
async function sent(): Promise<{ itemId: number; version: number }> {
  const itemId = await calls.deposited();
  await sendToWarehouse(calls.services, [itemId], `F-${itemId}`);
  return { itemId, version: await calls.versionOf(itemId) };
}

const foreign = () => ({ reasons: [pairs[0]?.reason], sub_reasons: [pairs[1]?.sub] });

describe('findings that name what does not exist are refused with their fields (product/repair.md §11)', () => {
  it('PUT /rmastatus with findings: nothing is received', async () => {
    const { itemId, version } = await sent();
    const answer = await calls.move('warehouse', itemId, 3, { findings: NONSENSE });
    expect([answer.status, answer.body.code]).toEqual([400, 'reason_not_offered']);
    expect(answer.body.errors).toEqual(nonsenseAt('findings'));
    expect(await calls.versionOf(itemId)).toBe(version);
  });

  it('PUT /rmastatus for several: one wrong piece stops them all', async () => {
    const [good, bad] = [await sent(), await sent()];
    const body = {
      ids: [good.itemId, bad.itemId],
      rma_status_id: 3,
      findings: { quality_issue: true },
      findings_by_id: { [bad.itemId]: NONSENSE },
    };
    const answer = await calls.call('warehouse', 'PUT', '/rmastatus', body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual(nonsenseAt(`findings_by_id.${bad.itemId}`));
    expect(await calls.versionOf(good.itemId)).toBe(good.version);
    const common = { ids: body.ids, rma_status_id: 3, findings: NONSENSE };
    const both = await calls.call('warehouse', 'PUT', '/rmastatus', common);
    expect(both.body.errors).toEqual(nonsenseAt('findings'));
  });

  it('POST /operationAddSav: nothing is saved', async () => {
    const itemId = await calls.received();
    const version = await calls.versionOf(itemId);
    const save = (findings: object) =>
      calls.call('warehouse', 'POST', '/operationAddSav', { id: itemId, findings });
    expect((await save(NONSENSE)).body.errors).toEqual(nonsenseAt('findings'));
    expect((await save(foreign())).body.errors).toMatchObject([
      { path: 'findings.sub_reasons', code: 'sub_reason_foreign' },
    ]);
    expect(await calls.versionOf(itemId)).toBe(version);
    const own = { reasons: [pairs[0]?.reason], sub_reasons: [pairs[0]?.sub] };
    expect((await save({ ...own, original_produce_factory: 'FSZ' })).status).toBe(200);
    expect(await calls.rowOf('warehouse', itemId)).toMatchObject({ FactorySubReasons: [pairs[0]?.sub] });
  });

  it('a reason switched off since stays sayable for the piece that has it', async () => {
    const itemId = await calls.received();
    const [, second] = pairs;
    const findings = { reasons: [second?.reason], sub_reasons: [second?.sub] };
    const save = (id: number) => calls.call('warehouse', 'POST', '/operationAddSav', { id, findings });
    expect((await save(itemId)).status).toBe(200);
    const other = await calls.received();
    const switched = (on: boolean) =>
      calls.api.world.pool.query('update rma_reasons set is_active = $1 where id = $2', [on, second?.reason]);
    await switched(false);
    const answers = [await save(itemId), await save(other)];
    await switched(true);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  });
});
