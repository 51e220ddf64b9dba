import { describe, expect, it } from 'vitest';
import { periodQuery, purchaseRecordResponse, repairHistoryQuery } from './file-schema.ts';

describe('whether a till knows a purchase', () => {
  const known = (status: number) =>
    purchaseRecordResponse.shape.data.safeParse({
      status,
      invoice_no: '',
      order_number: '',
      purchase_date: null,
      because: null,
    }).success;

  it('is 1 for yes and 0 for no, and nothing else', () => {
    expect([-1, 0, 1, 2].map(known)).toEqual([false, true, true, false]);
  });
});

describe('earlier repairs', () => {
  it('are those of an item or of a serial, one of both', () => {
    const asked = [{ rma_item_id: 1 }, { serial: 'S-1' }, {}, { rma_item_id: 1, serial: 'S-1' }];
    expect(asked.map((query) => repairHistoryQuery.safeParse(query).success)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(repairHistoryQuery.safeParse({}).error?.issues).toMatchObject([{ path: ['rma_item_id'] }]);
  });
});

describe('a period', () => {
  it('may be one day, and does not end before it begins', () => {
    const period = (from: string, to: string) => periodQuery.safeParse({ from, to });
    expect(period('2026-11-20', '2026-11-20').success).toBe(true);
    expect(period('2026-11-20', '2026-11-19').error?.issues).toMatchObject([{ path: ['to'] }]);
  });
});
