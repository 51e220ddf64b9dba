import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse']);
});
afterAll(() => calls.api.close());

const post = (person: 'paris' | 'warehouse', path: string, body: object) =>
  calls.call(person, 'POST', path, body);

async function fileOf(itemId: number): Promise<Record<string, unknown>> {
  const { body } = await calls.call('warehouse', 'GET', `/rma/item?rma_item_id=${itemId}`);
  return body.data as Record<string, unknown>;
}

async function atBench(): Promise<number> {
  const itemId = await calls.received();
  await calls.move('warehouse', itemId, 4);
  return itemId;
}

describe('the work of a bench on the piece before it (product/repair.md §9.2)', () => {
  it('is weighed without a move, and the file names the stage', async () => {
    const itemId = await atBench();
    expect((await post('warehouse', '/rma/measure', { rma_item_id: itemId, weight: 4.8 })).status).toBe(200);
    expect(await fileOf(itemId)).toMatchObject({
      measurements: [{ rma_status_id: 4, weight: 4.8, stone_count: null }],
      passed: [],
    });
    expect((await post('warehouse', '/rma/measure', { rma_item_id: itemId })).status).toBe(400);
    const unknown = { rma_item_id: itemId, photo: 'x'.repeat(22) };
    expect((await post('warehouse', '/rma/measure', unknown)).body.code).toBe('image_unknown');
  });

  it('records stones and metal, and a correction that leaves the first record standing, marked', async () => {
    const itemId = await atBench();
    const lines = [
      { kind: 'stone', code: 'D-1.20-VS', pieces: 2 },
      { kind: 'metal', code: '18K', weight: 0.35 },
    ];
    expect((await post('warehouse', '/rma/parts', { rma_item_id: itemId, lines })).status).toBe(200);
    const right = [{ kind: 'stone', code: 'D-1.20-VS', pieces: 3 }];
    const correction = { rma_item_id: itemId, lines: right, corrects: 1 };
    expect((await post('warehouse', '/rma/parts', correction)).status).toBe(200);
    expect((await fileOf(itemId))['parts_used']).toMatchObject([
      {
        record: 1,
        is_corrected: true,
        rma_status_id: 4,
        lines: [{ pieces: 2, weight: null }, { weight: 0.35 }],
      },
      { record: 2, corrects: 1, is_corrected: false, lines: [{ pieces: 3 }] },
    ]);
    expect((await post('warehouse', '/rma/parts', correction)).body.code).toBe('parts_not_standing');
  });

  it('refuses what is no code, is neither counted nor weighed, and accounts without a bench', async () => {
    const itemId = await atBench();
    const version = await calls.versionOf(itemId);
    const wrong = [
      [],
      [{ kind: 'stone', code: 'for mrs@example.com', pieces: 1 }],
      [{ kind: 'stone', code: 'D-1' }],
      [{ kind: 'pearl', code: 'P-1', pieces: 1 }],
    ];
    for (const lines of wrong)
      expect((await post('warehouse', '/rma/parts', { rma_item_id: itemId, lines })).status).toBe(400);
    const lines = [{ kind: 'part', code: 'CLASP-7', pieces: 1 }];
    expect((await post('paris', '/rma/parts', { rma_item_id: itemId, lines })).status).toBe(403);
    expect(await calls.versionOf(itemId)).toBe(version);
  });

  it('waits for a stone: the next bench is closed until the hold is released', async () => {
    const itemId = await atBench();
    const hold = { rma_item_id: itemId, hold: 'stone', reason: 'ordered, due Monday' };
    expect((await post('warehouse', '/rma/hold', hold)).status).toBe(200);
    expect((await calls.move('warehouse', itemId, 5)).body.code).toBe('held_waiting');
    expect((await post('warehouse', '/rma/hold/release', hold)).status).toBe(200);
    expect((await calls.move('warehouse', itemId, 5)).status).toBe(200);
  });
});
