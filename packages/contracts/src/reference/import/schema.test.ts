import { describe, expect, it } from 'vitest';
import { referenceImportFields } from './schema.ts';
import { REFERENCE_SETS } from '@atelier/domain/reference/import/sets.ts';

describe('the fields that come before a file', () => {
  const set = REFERENCE_SETS[0]?.name;

  it.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['false', false],
    [undefined, false],
  ])('try the file without taking it in for %j: %s', (dry_run, tries) => {
    expect(referenceImportFields.parse({ set, dry_run }).dry_run).toBe(tries);
  });
});
