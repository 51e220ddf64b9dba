import { expect, it } from 'vitest';
import { byUrgency, rowsOf, type RowOf } from './queries.ts';

const job = (job_id: string, state: RowOf<'job'>['state'], queue = 'nav'): RowOf<'job'> => ({
  kind: 'job',
  what: 'job',
  id: 1,
  version: 1,
  queue,
  job_id,
  name: 'send',
  state,
  done: null,
  total: null,
  attempts: 1,
  most_attempts: 8,
  error: '',
  at: null,
  next_at: null,
});

it('puts what has failed before what will be tried again, and that before what is under way', () => {
  const rows = [
    job('c', 'active'),
    job('b', 'retrying'),
    job('a', 'failed', 'nav'),
    job('d', 'failed', 'clearing'),
  ];
  expect(rows.toSorted(byUrgency).map(({ job_id }) => job_id)).toEqual(['d', 'a', 'b', 'c']);
});

it('finds the rows of one kind', () => {
  expect(rowsOf([job('a', 'failed'), { kind: 'job', what: 'down', id: 2, version: 1 }], 'down')).toHaveLength(
    1,
  );
});
