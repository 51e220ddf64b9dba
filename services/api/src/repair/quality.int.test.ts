import { sendToWarehouse } from '@atelier/application/commands/testing-commands.ts';
import type { NewItem } from '@atelier/application/deposit/deposit.commands.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, OUT_OF_WARRANTY, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse']);
});
afterAll(() => calls.api.close());

interface Choice {
  readonly value: string;
  readonly locked: boolean;
}

/** The choices a station is offered for a piece, locked ones apart, and the one the form begins with. */
async function offered(itemId: number) {
  const row = await calls.rowOf('warehouse', itemId);
  const choices: Choice[] = row.QualityInvestigateOptions;
  return {
    free: choices.filter(({ locked }) => !locked).map(({ value }) => value),
    locked: choices.filter(({ locked }) => locked).map(({ value }) => value),
    first: row.QualityInvestigate,
    isDisabled: row.QualityInvestigateDisabled,
    total180: row.repair_history.total_180,
  };
}

const FOUR = ['Production Issue', 'Design Issue', 'Components Issue', 'Customers Issue'];

/** The same piece again and again: how often it came before counts, this case excluded. */
async function comesAgain(times: number, item: Partial<NewItem> = {}): Promise<number> {
  const serial = `AGAIN-${times}-${crypto.randomUUID()}`;
  const again = { ...item, serial, renewReasons: ['broke again'] };
  for (let before = 0; before < times; before += 1) await calls.deposited(again);
  return calls.received(again);
}

describe('the quality investigation at 3 and 19 (product/repair.md §10)', () => {
  it('offers four choices in warranty, Production Issue first, factory SAV, no quality issue', async () => {
    const itemId = await calls.received();
    expect(await offered(itemId)).toMatchObject({
      free: FOUR,
      locked: [],
      first: 'Production Issue',
      isDisabled: false,
    });
    expect(await calls.rowOf('warehouse', itemId)).toMatchObject({
      OriginalProduceFactory: 'SAV',
      isQualityIssue: false,
    });
  });

  it("adds 'Expire Warranty', preselected and locked, out of warranty", async () => {
    const itemId = await calls.received(OUT_OF_WARRANTY);
    expect(await offered(itemId)).toMatchObject({
      free: FOUR,
      locked: ['Expire Warranty'],
      first: 'Expire Warranty',
      isDisabled: true,
    });
  });

  it("does not add 'SAV Repair Issue' at 2 repairs in 180 days, and locks it at 3", async () => {
    expect(await offered(await comesAgain(2))).toMatchObject({ total180: 2, locked: [] });
    expect(await offered(await comesAgain(3))).toMatchObject({
      total180: 3,
      locked: ['SAV Repair Issue'],
      first: 'SAV Repair Issue',
    });
  });

  it('holds both where both apply: SAV Repair Issue is the primary, and makes the repair free', async () => {
    const itemId = await comesAgain(3, OUT_OF_WARRANTY);
    expect(await offered(itemId)).toMatchObject({
      locked: ['Expire Warranty', 'SAV Repair Issue'],
      first: 'SAV Repair Issue',
    });
    expect(await calls.rowOf('warehouse', itemId)).toMatchObject({ repair_fee: 0, fee_settled: true });
  });

  it('loads at 19 what was stored at 3', async () => {
    const itemId = await calls.deposited();
    await sendToWarehouse(calls.services, [itemId], `Q-${itemId}`);
    const findings = {
      reasons: [2],
      quality_investigate: 'Design Issue',
      original_produce_factory: 'FSZ',
      quality_issue: true,
    };
    expect((await calls.move('warehouse', itemId, 3, { findings })).status).toBe(200);
    const stored = {
      FactoryReasons: [2],
      QualityInvestigate: 'Design Issue',
      OriginalProduceFactory: 'FSZ',
      isQualityIssue: true,
    };
    expect(await calls.rowOf('warehouse', itemId)).toMatchObject({ rma_status_id: 3, ...stored });
    expect((await calls.move('warehouse', itemId, 19)).status).toBe(200);
    expect(await calls.rowOf('warehouse', itemId)).toMatchObject({ rma_status_id: 19, ...stored });
  });

  it('takes the mark of the last scan back, and the move after it', async () => {
    const itemId = await calls.deposited();
    await sendToWarehouse(calls.services, [itemId], `U-${itemId}`);
    const { number } = await calls.rowOf('paris', itemId);
    const scan = () => calls.call('warehouse', 'POST', '/scan', { code: number, target: 3 });
    expect((await scan()).data).toHaveProperty('verdict', 'accepted');
    await calls.call('warehouse', 'POST', '/scan/clear', { ids: [itemId], target: 3 });
    expect((await scan()).data).toHaveProperty('verdict', 'accepted');
    await calls.move('warehouse', itemId, 3);
    expect((await calls.move('warehouse', itemId, 2, { move: 'undo' })).status).toBe(200);
    expect(await calls.rowOf('paris', itemId)).toMatchObject({ rma_status_id: 2 });
  });
});
