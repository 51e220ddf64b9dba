import { describe, expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

describe('the initials of a client', () => {
  it.each([
    ['Ana', 'Ortiz', 'A. O.'],
    [' élodie', 'de Clercq', 'É. D.'],
    ['小明', '王', '王'],
    ['花子', '田中', '田'],
    ['مريم', 'بلال', 'م. ب.'],
    ['', 'Roux', 'R.'],
    ['', ' ', ''],
  ])('of %s %s are %s', (firstName, lastName, initials) => {
    expect(initialsOf(firstName, lastName)).toBe(initials);
  });

  it('never hold more of a name than its first letters', () => {
    expect(initialsOf('Marie-Claire', "O'Hara").length).toBe(5);
  });
});
