import { describe, expect, it } from 'vitest';
import { ERASURE_REASONS, MOST_CUSTOMERS } from '@atelier/domain/privacy/contract.ts';
import { erasureBody } from './schema.ts';

const asked = (customer_refs: readonly string[]) =>
  erasureBody.safeParse({ customer_refs, reason: ERASURE_REASONS[0] });

describe('whom a request for erasure names', () => {
  it('is one customer at least', () => {
    expect(asked([]).success).toBe(false);
    expect(asked(['customer-5']).data?.customer_refs).toEqual(['customer-5']);
  });

  it('is not more than one request may name', () => {
    const refs = (count: number) => Array.from({ length: count }, (_, at) => `rma-${at + 1}`);
    expect(asked(refs(MOST_CUSTOMERS)).success).toBe(true);
    expect(asked(refs(MOST_CUSTOMERS + 1)).success).toBe(false);
  });

  it('keeps a person who is named twice once', () => {
    expect(asked(['rma-1', 'rma-1', 'customer-5']).data?.customer_refs).toEqual(['rma-1', 'customer-5']);
  });

  it.each(['customer-0', 'rma-01', 'item-1', 'Ada', '', ' rma-1'])('is not %o', (ref) => {
    expect(asked([ref]).error?.issues[0]?.path).toEqual(['customer_refs', 0]);
  });
});
