import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { RmaSearchView, SearchHit } from '@atelier/contracts/repair-list/search-schema.ts';
import { describe, expect, it } from 'vitest';
import { matchedText, onlyExact, rowsOf } from './found-rows.ts';

const hit = (id: number, matched: string, exact = false, row: Partial<ItemView> = {}): SearchHit => ({
  item: { id, number: `PAR-${id}`, ...row } as unknown as ItemView,
  matched,
  exact,
});
const view = (groups: RmaSearchView['groups']): RmaSearchView => ({ groups, more: false });

describe('what a search found', () => {
  const found = view([
    { field: 'number', total: 2, hits: [hit(1, 'par-1'), hit(2, 'par-2')] },
    { field: 'invoice', total: 1, hits: [hit(1, 'inv-1')] },
  ]);

  it('is walked from group to group, a piece once under each field', () => {
    expect(rowsOf(found, null).map(({ key }) => key)).toEqual(['number-1', 'number-2', 'invoice-1']);
    expect(rowsOf(found, 'invoice').map(({ key }) => key)).toEqual(['invoice-1']);
  });

  it('shows the value as the piece spells it', () => {
    const named = { fullname: 'Élodie Dupré', fullphone: '+33 612', tracking_number: 'TRK-NEW' };
    expect(matchedText('number', hit(1, 'par-1'))).toBe('PAR-1');
    expect(matchedText('phone', hit(1, '', false, named))).toBe('+33 612');
    expect(matchedText('email', hit(1, 'a@b.test', false, { email: '' }))).toBe('a@b.test');
    expect(matchedText('certificate', hit(1, 'gia 77'))).toBe('GIA 77');
  });

  it('shows an earlier value where the piece carries another one now', () => {
    expect(matchedText('tracking', hit(1, 'trk-old', false, { tracking_number: 'TRK-NEW' }))).toBe('TRK-OLD');
  });
});

describe('a scanned code', () => {
  it('means the one piece that carries it whole, by however many fields', () => {
    const both = view([
      { field: 'number', total: 2, hits: [hit(7, 'x', true), hit(8, 'xy')] },
      { field: 'serial', total: 1, hits: [hit(7, 'x', true)] },
    ]);
    expect(onlyExact(both)?.id).toBe(7);
  });

  it('means none when several carry it, or none does', () => {
    expect(
      onlyExact(view([{ field: 'invoice', total: 2, hits: [hit(1, 'i', true), hit(2, 'i', true)] }])),
    ).toBe(undefined);
    expect(onlyExact(view([{ field: 'number', total: 1, hits: [hit(1, 'x')] }]))).toBe(undefined);
  });
});
