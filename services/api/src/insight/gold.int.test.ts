import { weightIntervalsProjection } from '@atelier/application/insight/weight-intervals.projection.ts';
import { goldIntervalsResponse, goldResponse } from '@atelier/contracts/insight/gold-schema.ts';
import { itemFileView } from '@atelier/contracts/repair-detail/file-schema.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'warehouse', 'admin', 'auditor']);
});
afterAll(() => calls.api.close());

type Person = 'paris' | 'tokyo' | 'warehouse' | 'admin' | 'auditor';
const DAYS = 'from=2026-01-01&to=2026-12-31';

const weigh = (person: Person, id: number, given: object) =>
  calls.call(person, 'POST', '/rma/measure', { rma_item_id: id, ...given });

async function rowsFor(person: Person, more = '') {
  await calls.api.world.settle([weightIntervalsProjection]);
  const { body } = await calls.call(person, 'GET', `/insight/gold?${DAYS}${more}`);
  return goldResponse.shape.data.parse(body.data).rows;
}

async function beyondFor(person: Person, more = '') {
  await calls.api.world.settle([weightIntervalsProjection]);
  const { body } = await calls.call(person, 'GET', `/insight/gold/intervals?${DAYS}&verdict=beyond${more}`);
  return goldIntervalsResponse.shape.data.parse(body.data);
}

async function fileOf(person: Person, id: number) {
  const { body } = await calls.call(person, 'GET', `/rma/item?rma_item_id=${id}`);
  return itemFileView.parse(body.data);
}

it('pins what is missing to a bench, for those who see the piece, until it is explained', async () => {
  const id = await calls.received();
  expect((await weigh('warehouse', id, { weight: 5 })).status).toBe(200);
  await calls.call('warehouse', 'PUT', '/rmastatus', { id, rma_status_id: 4, weight: 5 });
  const lines = [{ kind: 'metal', code: '18K', weight: 0.18 }];
  expect((await calls.call('warehouse', 'POST', '/rma/parts', { rma_item_id: id, lines })).status).toBe(200);
  const left = { id, rma_status_id: 5, weight: 4.914, scrap: 0.02, loss: 0.032 };
  expect((await calls.call('warehouse', 'PUT', '/rmastatus', left)).status).toBe(200);

  const rows = (await rowsFor('warehouse')).filter(
    ({ rma_status_id: status }) => status === Status.RepairProcess,
  );
  expect(rows).toMatchObject([
    { in_mg: 5_000, added_mg: 180, out_mg: 4_914, scrap_mg: 20, loss_mg: 32, difference_mg: -214, beyond: 1 },
  ]);
  for (const person of ['paris', 'warehouse', 'admin', 'auditor'] as const)
    expect((await beyondFor(person)).map((each) => [each.item_id, each.rma_status_id])).toEqual([[id, 4]]);
  expect(await beyondFor('tokyo')).toEqual([]);
  expect(await beyondFor('admin', '&as_of=2026-06-01T00:00:00Z')).toEqual([]);

  const said = { rma_item_id: id, weighing: 3, explanation: 'other', note: 'a pearl was taken off' };
  expect((await calls.call('auditor', 'POST', '/rma/weight/explain', said)).status).toBe(403);
  const refused = await calls.call('warehouse', 'POST', '/rma/weight/explain', { ...said, weighing: 4 });
  expect([refused.status, refused.body.code]).toEqual([404, 'weighing_unknown']);
  expect((await calls.call('warehouse', 'POST', '/rma/weight/explain', said)).status).toBe(200);
  expect((await beyondFor('warehouse'))[0]).toMatchObject({ explanation: 'other', difference_mg: -214 });
  expect((await fileOf('paris', id)).weights.at(-1)).toMatchObject({
    difference_mg: -214,
    verdict: 'beyond',
    explanation: 'other',
    note: 'a pearl was taken off',
    spans: [{ rma_status_id: 4 }],
  });
});

it('is weighed at the shop where it lies, and said again when the scale was read wrongly', async () => {
  const id = await calls.deposited();
  expect((await weigh('paris', id, { weight: 50 })).status).toBe(200);
  expect((await fileOf('paris', id)).weights).toMatchObject([{ in_mg: 5_000, out_mg: 50_000 }]);
  expect((await weigh('paris', id, { weight: 5, replaces: true })).status).toBe(200);
  expect((await fileOf('paris', id)).weights).toMatchObject([{ out_mg: 5_000, difference_mg: 0 }]);
  expect((await weigh('warehouse', id, { weight: 5 })).status).toBe(404);
  for (const wrong of [{ scrap: -1 }, { weight: 5, loss: 200_000 }, { scrap: 0.2 }])
    expect((await weigh('paris', id, wrong)).status).toBe(400);
});
