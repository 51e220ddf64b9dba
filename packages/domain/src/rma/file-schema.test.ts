import { describe, expect, it } from 'vitest';
import { purchaseRecordAnswer } from './file-schema.ts';

describe('whether a till knows a purchase', () => {
  const known = (status: number) =>
    purchaseRecordAnswer.shape.data.safeParse({
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
