import { describe, expect, it } from 'vitest';
import { transferAfterMove } from './evolve-transfer.ts';
import { NO_TRANSFER } from './item/item.ts';
import type { TransferMarks } from './item/parts.ts';
import { STATUSES } from '../shared/status.ts';

const waiting: TransferMarks = { need: { reason: 'enamel', at: '2026-11-20T10:00:00.000Z' }, to: 9 };

describe('what waits for another factory (product/transfer.md §1)', () => {
  it('keeps its marks through 3, 17 and 18, and at no other status', () => {
    const kept = STATUSES.filter(({ id }) => transferAfterMove(waiting, id) === waiting);
    expect(kept.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([3, 17, 18]);
    const dropped = STATUSES.filter((status) => !kept.includes(status));
    for (const { id } of dropped) expect(transferAfterMove(waiting, id)).toEqual(NO_TRANSFER);
  });
});
