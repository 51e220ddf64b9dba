import { expect, test } from 'vitest';
import { logPartitions, type PartitionState } from './partition-maker.ts';

function logged(state: PartitionState): readonly (readonly [string, object, string])[] {
  const lines: [string, object, string][] = [];
  logPartitions(
    {
      warn: (fields, message) => lines.push(['warn', fields, message]),
      error: (fields, message) => lines.push(['error', fields, message]),
    },
    state,
  );
  return lines;
}

const error = new Error('canceling statement due to lock timeout');

test('a failed try is a warning while more than one width of partitions is left', () => {
  const fields = { err: error, widthsAhead: 2.4, retryInMs: 4_000 };
  expect(logged({ error, widthsAhead: 2.4, retryInMs: 4_000 })).toEqual([
    ['warn', fields, 'partition creation failed, retrying in 4 s'],
  ]);
});

test('a failed try is an error when less than one width is left', () => {
  expect(logged({ error, widthsAhead: 0.9, retryInMs: 60_000 })).toMatchObject([
    ['error', {}, expect.stringContaining('60 s')],
  ]);
  expect(logged({ error, widthsAhead: -0.5, retryInMs: 60_000 })).toMatchObject([
    ['error', {}, expect.stringContaining('60 s')],
  ]);
});

test('a try that made what was due is no line', () => {
  expect(logged({ widthsAhead: 3.2 })).toEqual([]);
});
