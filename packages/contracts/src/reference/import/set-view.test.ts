import { describe, expect, it } from 'vitest';
import { referenceSetViewOf } from './set-view.ts';
import { REFERENCE_SETS } from '@atelier/domain/reference/import/sets.ts';

const columns = REFERENCE_SETS.flatMap((set) => referenceSetViewOf(set).columns);
const columnOf = (kind: string) => columns.filter((column) => column.kind === kind);

describe('what the screen says of the file of a set', () => {
  it('of a text in seven languages, English alone must be there and has an example', () => {
    const set = REFERENCE_SETS.find((each) =>
      each.columns.some(({ read, isOptional }) => read.kind === 'translated' && !isOptional),
    );
    if (set === undefined) throw new Error('no set has a text in several languages');
    const headers = referenceSetViewOf(set)
      .columns.filter(({ kind }) => kind === 'translated')
      .slice(0, 7);
    expect(headers.map((header) => header.is_optional)).toEqual([false, true, true, true, true, true, true]);
    expect(headers.map(({ example }) => example === '')).toEqual([false, true, true, true, true, true, true]);
  });

  it('names the words of a choice, and those of a yes or no', () => {
    expect(columnOf('choice').every(({ choices }) => choices.length > 1)).toBe(true);
    expect(columnOf('boolean').map(({ choices }) => choices)).toContainEqual(['true', 'false']);
    expect(columnOf('text').every(({ choices }) => choices.length === 0)).toBe(true);
  });

  it('names the set that a column refers to', () => {
    const names: readonly (string | null)[] = REFERENCE_SETS.map(({ name }) => name);
    const referring = columns.filter(({ refers_to }) => refers_to !== null);
    expect(referring.length).toBeGreaterThan(0);
    for (const { refers_to } of referring) expect(names).toContain(refers_to);
  });
});
