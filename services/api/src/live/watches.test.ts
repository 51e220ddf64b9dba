import { expect, it } from 'vitest';
import { takeLook } from './watches.ts';

const row = (state: string) => ({ kind: 'job', id: 1, state }) as const;
const looks = (...found: readonly (readonly ReturnType<typeof row>[])[]) => {
  const picture = { seen: new Map(), gone: new Map() };
  return found.map((rows, index) => takeLook(picture, rows, 1_000 * (index + 1)));
};

it('tells a change at once and again with a newer version, then no more', () => {
  const told = looks([row('failed')], [row('failed')], [row('failed')], [row('failed')]);
  expect(told.map(({ rows }) => rows.map(({ version }) => version))).toEqual([[1_000], [2_000], [3_000], []]);
});

it('tells again what is gone, so that whoever read it in between lets it go', () => {
  const told = looks([row('active')], [], [], [], [], []);
  expect(told.map(({ removed }) => removed.map(({ version }) => version))).toEqual([
    [],
    [2_000],
    [3_000],
    [4_000],
    [],
    [],
  ]);
});

it('does not call gone what came back', () => {
  const told = looks([row('active')], [], [row('failed')], [row('failed')]);
  expect(told.map(({ rows, removed }) => [rows.length, removed.length])).toEqual([
    [1, 0],
    [0, 1],
    [1, 0],
    [1, 0],
  ]);
});
