import { describe, expect, it } from 'vitest';
import { readOpeningHours } from './opening-hours.ts';

describe('opening hours', () => {
  it('are spans of days and clock times, in the order given', () => {
    expect(readOpeningHours('Mo-Sa 10:00-19:00; Su 12:00-18:00')).toEqual([
      { firstDay: 1, lastDay: 6, from: '10:00', to: '19:00' },
      { firstDay: 7, lastDay: 7, from: '12:00', to: '18:00' },
    ]);
  });

  it('are none for a text that is empty or of another form', () => {
    for (const text of ['', 'daily', 'Mo-Sa 10-19', 'Mo 25:00-26:00', 'Mo-Sa 10:00-19:00,']) {
      expect(readOpeningHours(text)).toEqual([]);
    }
  });
});
