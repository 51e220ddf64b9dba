import { describe, expect, it } from 'vitest';
import { comparedWith, figureQuery, readFigureState, weeksUntil } from './use-figure-state.ts';

const saturday = Date.parse('2026-11-28T15:00:00Z');
const read = (search: string) => readFigureState(new URLSearchParams(search), saturday);

describe('the period of the figures', () => {
  it('begins on a Monday, and its last week still runs', () => {
    expect(weeksUntil(saturday, 4)).toEqual({ from: '2026-11-02', to: '2026-11-28' });
    expect(weeksUntil(Date.parse('2026-11-30T00:00:00Z'), 1)).toEqual({
      from: '2026-11-30',
      to: '2026-11-30',
    });
  });

  it('is 26 weeks unless the address names weeks or days', () => {
    expect(read('')).toMatchObject({ weeks: 26, comparison: 'previous', until: 'ready', by: 'line' });
    expect(read('weeks=52')).toMatchObject({ weeks: 52, period: { from: '2025-12-01', to: '2026-11-28' } });
    expect(read('from=2026-01-01&to=2026-03-31')).toMatchObject({
      weeks: null,
      period: { from: '2026-01-01', to: '2026-03-31' },
    });
  });

  it('ignores days that run backwards and weeks that are not offered', () => {
    expect(read('from=2026-03-31&to=2026-01-01').weeks).toBe(26);
    expect(read('weeks=9999').weeks).toBe(26);
  });

  it('is compared with as many days before, or with the same weekdays a year before', () => {
    const state = read('from=2026-11-02&to=2026-11-08');
    expect(comparedWith(state)).toEqual({ from: '2026-10-26', to: '2026-11-01' });
    expect(comparedWith({ ...state, comparison: 'year' })).toEqual({ from: '2025-11-03', to: '2025-11-09' });
    expect(comparedWith({ ...state, comparison: 'none' })).toBeNull();
  });
});

it('asks for the shop, country or factory of the address alone', () => {
  expect(figureQuery(read('where=shop:7&before=none'))).toEqual({ ...weeksUntil(saturday, 26), shop_id: 7 });
  expect(figureQuery(read('where=country:JP&before=none'))).toMatchObject({ country: 'JP' });
  expect(figureQuery(read('where=factory:30&line=Aurore&before=none'))).toMatchObject({
    factory_id: 30,
    line: 'Aurore',
  });
});

it('asks beside them for the same period of another place, once one is chosen', () => {
  const asked = weeksUntil(saturday, 26);
  expect(figureQuery(read('before=place'))).toEqual(asked);
  expect(figureQuery(read('before=place&beside=shop:7'))).toEqual({ ...asked, before_shop_id: 7 });
  expect(figureQuery(read('before=place&beside=country:JP'))).toEqual({ ...asked, before_country: 'JP' });
  expect(figureQuery(read('before=place&beside=factory:31'))).toEqual({ ...asked, before_factory_id: 31 });
  expect(figureQuery(read('before=none&beside=shop:7'))).toEqual(asked);
});
