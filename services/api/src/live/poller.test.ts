import { expect, it } from 'vitest';
import { diff } from './poller.ts';

const row = (state: string) => ({ kind: 'job', id: 1, state }) as const;
const polls = (...found: readonly (readonly ReturnType<typeof row>[])[]) => {
  const snapshot = { rows: new Map(), gone: new Map() };
  return found.map((rows, index) => diff(snapshot, rows, 1_000 * (index + 1)));
};

it('sends a changed row at once, repeats it at the next two polls with a newer version, then stops', () => {
  const sent = polls([row('failed')], [row('failed')], [row('failed')], [row('failed')]);
  expect(sent.map(({ rows }) => rows.map(({ version }) => version))).toEqual([[1_000], [2_000], [3_000], []]);
});

it('sends removals again, so that a screen that read in between drops the row', () => {
  const sent = polls([row('active')], [], [], [], [], []);
  expect(sent.map(({ removed }) => removed.map(({ version }) => version))).toEqual([
    [],
    [2_000],
    [3_000],
    [4_000],
    [],
    [],
  ]);
});

it('does not call gone what came back', () => {
  const sent = polls([row('active')], [], [row('failed')], [row('failed')]);
  expect(sent.map(({ rows, removed }) => [rows.length, removed.length])).toEqual([
    [1, 0],
    [0, 1],
    [1, 0],
    [1, 0],
  ]);
});
