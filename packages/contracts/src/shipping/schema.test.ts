import { describe, expect, it } from 'vitest';
import { saveSignBody, signatureQuery } from './schema.ts';

describe('a signature is for items or for a package, never both nor none (product/shipping.md §11)', () => {
  const INK = { kind: 'pickup', strokes: [[[0, 0]]] };
  const PACKAGE = { tracking_no: 'TRK-11' };
  const issuesOf = (body: object) =>
    saveSignBody.safeParse({ ...INK, ...body }).error?.issues.map(({ path }) => path) ?? [];

  it('is made for the one or the other', () => {
    expect([{ rma_item_ids: [1] }, PACKAGE].map(issuesOf)).toEqual([[], []]);
    expect([{}, { rma_item_ids: [1], ...PACKAGE }].map(issuesOf)).toEqual([
      [['tracking_no']],
      [['tracking_no']],
    ]);
  });

  it('is read of the one or the other', () => {
    const isTaken = (query: object) => signatureQuery.safeParse(query).success;
    expect([{ rma_item_id: '1' }, PACKAGE, {}, { rma_item_id: '1', ...PACKAGE }].map(isTaken)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
