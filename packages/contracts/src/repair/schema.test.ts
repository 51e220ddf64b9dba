import { expect, it } from 'vitest';
import { statusBody } from './schema.ts';

it('a move is of one item or of several, and an issue says at which field', () => {
  const issuesOf = (of: object) =>
    statusBody.safeParse({ rma_status_id: 3, ...of }).error?.issues.map(({ path }) => path) ?? [];
  expect([{ id: 1 }, { ids: [1, 2] }].map(issuesOf)).toEqual([[], []]);
  expect([{}, { id: 1, ids: [2] }].map(issuesOf)).toEqual([[['id']], [['id']]]);
});
