import { describe, expect, it } from 'vitest';
import { needTransferBody, transferFactoryBody } from './schema.ts';

describe('the factory of a transfer (product/transfer.md §2)', () => {
  const taken = (factory: unknown) => transferFactoryBody.safeParse({ factory }).success;

  it('is named by its id or by a code of at most 20 letters', () => {
    expect([21, '21', 'F', 'F'.repeat(20)].map(taken)).toEqual([true, true, true, true]);
    expect(['', ' ', 'F'.repeat(21), null].map(taken)).toEqual([false, false, false, false]);
  });
});

describe('the need of another factory (product/transfer.md §1)', () => {
  const read = (more: object) => needTransferBody.safeParse({ rma_item_ids: [1], ...more });

  it('is recorded with a reason', () => {
    expect(read({ reason: 'enamel' }).data).toMatchObject({ needed: true, reason: 'enamel' });
    expect(read({}).error?.issues).toMatchObject([{ path: ['reason'] }]);
    expect(read({ reason: ' ' }).success).toBe(false);
  });

  it.each([false, '0', 0])('is taken back without one: %j', (needed) => {
    expect(read({ needed }).data).toMatchObject({ needed: false, reason: '' });
  });

  it.each([true, '1', 1])('is there for %j', (needed) => {
    expect(read({ needed, reason: 'enamel' }).data).toMatchObject({ needed: true });
  });
});
