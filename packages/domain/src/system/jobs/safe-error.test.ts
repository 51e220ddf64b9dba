import { expect, it } from 'vitest';
import { safeError } from './safe-error.ts';

it.each([
  ['the export was refused: not_found', 'the export was refused: not_found'],
  ['Key (email)=(camille@laurent.test) already exists.', 'Key (email)=(…) already exists.'],
  ['cannot write to camille@laurent.test now', 'cannot write to …@… now'],
  ['no route to +33 6 12 34 56 78 today', 'no route to … today'],
  ['invalid input syntax: "Camille Laurent"', 'invalid input syntax: "…"'],
  ["unknown name 'Camille Laurent' found", "unknown name '…' found"],
  ['first line\nCamille Laurent', 'first line'],
  ['an unclosed "Camille Laurent', 'an unclosed "…"'],
  ["the shop's disk is full", "the shop's disk is full"],
  ['connect ECONNREFUSED port 5432', 'connect ECONNREFUSED port 5432'],
])('shows of %j only %j', (text, shown) => {
  expect(safeError(text)).toBe(shown);
});

it('is short', () => {
  expect(safeError('word '.repeat(100))).toHaveLength(160);
  expect(safeError('w'.repeat(160))).toBe('w'.repeat(160));
  expect(safeError('w'.repeat(161))).toBe(`${'w'.repeat(159)}…`);
});
