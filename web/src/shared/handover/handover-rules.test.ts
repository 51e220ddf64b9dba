import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { describe, expect, it } from 'vitest';
import { isOfClient, readyAt, waitingBeside, whyKept } from './handover-rules.ts';

const SHOP = 3;
const piece = (id: number, over: Partial<ItemView> = {}): ItemView =>
  ({
    id,
    rma_id: 1,
    fullname: 'Alice O’Brien',
    fullphone: '+33 664005379',
    rma_status_id: Status.ShopReceived,
    custody: { kind: 'site', site_id: SHOP },
    holds: [] as string[],
    fee_open: 0,
    fee_to_return: 0,
    ...over,
  }) as ItemView;
const idsOf = (rows: readonly ItemView[]) => rows.map(({ id }) => id);

describe('the pieces of one client at the counter', () => {
  it('belong together in one deposit, and in two under the same name and phone', () => {
    const item = piece(1);
    expect(isOfClient(item, piece(2, { fullphone: '', fullname: '' }))).toBe(true);
    expect(isOfClient(item, piece(3, { rma_id: 2 }))).toBe(true);
    expect(isOfClient(item, piece(4, { rma_id: 2, fullname: 'Another name' }))).toBe(false);
    const erased = { fullphone: '', fullname: '' };
    expect(isOfClient(piece(5, erased), piece(6, { ...erased, rma_id: 2 }))).toBe(false);
  });

  it('are ready where they lie in this shop without a dispute, the paid ones first', () => {
    const rows = [
      piece(1, { fee_open: 9000 }),
      piece(2),
      piece(3, { holds: ['dispute'] }),
      piece(4, { rma_status_id: Status.TakenByClient }),
      piece(5, { custody: { kind: 'site', site_id: 9 } as ItemView['custody'] }),
    ];
    expect(idsOf(readyAt(SHOP, rows))).toEqual([2, 1]);
    expect(readyAt(SHOP, rows).filter((row) => whyKept(row) === null)).toHaveLength(1);
    expect(idsOf(waitingBeside(piece(2), rows))).toEqual([1]);
  });
});
