import { describe, expect, it } from 'vitest';
import { EXPORT_MOST_IDS } from '@atelier/domain/exports/contract.ts';
import { excelBody } from './schema.ts';

const read = (more: Record<string, unknown>) => excelBody.safeParse({ excelType: 'list', ...more });
const pathsOf = (more: Record<string, unknown>) => read(more).error?.issues.map(({ path }) => path.join('.'));
const idsTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1);

describe('the request of an export (product/exports.md §1)', () => {
  it('names items, each once, or the filters of a list, in English unless it says otherwise', () => {
    expect(read({ rmaItem: '7' }).data).toEqual({ excelType: 'list', language: 'en', rmaItem: [7] });
    expect(read({ rmaItem: [3, 1, 3] }).data?.rmaItem).toEqual([3, 1]);
    expect(read({ filter: {}, language: 'ar' }).data).toMatchObject({ language: 'ar' });
  });

  it('names one of the two, not both and not neither', () => {
    expect(pathsOf({})).toEqual(['rmaItem']);
    expect(pathsOf({ rmaItem: 1, filter: {} })).toEqual(['rmaItem']);
  });

  it('names from one item to as many as one file may hold', () => {
    expect(read({ rmaItem: [] }).success).toBe(false);
    expect(read({ rmaItem: idsTo(EXPORT_MOST_IDS) }).data?.rmaItem).toHaveLength(EXPORT_MOST_IDS);
    expect(read({ rmaItem: idsTo(EXPORT_MOST_IDS + 1) }).success).toBe(false);
  });

  it('is of a type there is, and takes no page of a list', () => {
    expect(pathsOf({ rmaItem: 1, excelType: 'pdf' })).toEqual(['excelType']);
    expect(pathsOf({ filter: { page: 2 } })).toEqual(['filter']);
  });
});
