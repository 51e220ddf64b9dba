import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { describe, expect, it } from 'vitest';
import { countsOf, toScanLines } from './scan-lines.ts';
import { stageOf } from './stage-of.ts';

const item = (
  id: number,
  status: number,
  marks: number[] = [],
  entered = '2026-11-20T08:00:00.000Z',
  custody = 'site',
): ItemView =>
  ({
    id,
    rma_status_id: status,
    scanned_targets: marks,
    status_entered_at: entered,
    custody: { kind: custody },
  }) as unknown as ItemView;

describe('the lines of a scanning screen', () => {
  it('stand unscanned first, then the oldest', () => {
    const lines = toScanLines(
      [
        item(1, 3),
        item(2, 2, [], '2026-11-20T09:00:00.000Z'),
        item(3, 2, [3]),
        item(4, 2, [], '2026-11-20T07:00:00.000Z'),
      ],
      3,
    );
    expect(lines.map((line) => line.item.id)).toEqual([4, 2, 1, 3]);
    expect(lines.map((line) => [line.isScanned, line.isSaved])).toEqual([
      [false, false],
      [false, false],
      [true, true],
      [true, false],
    ]);
  });

  it('counts what is expected, scanned, left and not saved yet', () => {
    expect(countsOf(toScanLines([item(1, 3), item(2, 2, [3]), item(3, 2)], 3))).toEqual({
      expected: 3,
      scanned: 2,
      left: 1,
      unsaved: 1,
    });
  });

  it('keeps a piece that comes from another shop to be scanned, though it stands at 15 already', () => {
    const entered = '2026-11-20T08:00:00.000Z';
    const lines = toScanLines([item(1, 15, [], entered, 'shipment'), item(2, 15, [], entered)], 15);
    expect(lines.map((line) => [line.item.id, line.isScanned, line.isSaved])).toEqual([
      [1, false, false],
      [2, true, true],
    ]);
  });

  it('follows rank, not the id: a piece at 17 has not passed repair', () => {
    const [line] = toScanLines([item(1, 17)], 4);
    expect(line).toMatchObject({ isScanned: false, isSaved: false });
  });
});

describe('a stage', () => {
  it('knows from where its pieces come', () => {
    expect(stageOf(4)?.from.toSorted()).toEqual([17, 19, 3]);
    expect(stageOf(3)).toMatchObject({
      isByPackage: true,
      isInvestigated: true,
      permission: '(factory) receive from shop',
    });
    expect(stageOf(15)?.permission).toBe('view receive package page');
  });

  it('is not found for an unknown id, nor where nothing is scanned', () => {
    for (const id of [0, 22, 99, 1.5, 1, 2, 14, 16, 18, 20, 21]) expect(stageOf(id)).toBeNull();
  });
});
