import { describe, expect, it } from 'vitest';
import { labelBody } from './schema.ts';

describe('what labels are printed for (product/documents.md §1)', () => {
  it.each([{ rma_id: [1] }, { rma_item_ids: [1] }, { rma_tracking: 'TRK-1' }])('is named: %j', (named) => {
    expect(labelBody.safeParse(named).success).toBe(true);
  });

  it('is not left out', () => {
    expect(labelBody.safeParse({}).error?.issues).toMatchObject([{ path: ['rma_id'] }]);
  });
});
