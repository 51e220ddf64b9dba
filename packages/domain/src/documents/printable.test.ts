import { describe, expect, it } from 'vitest';
import { fitsCode128, printable } from './printable.ts';

describe('a text on paper', () => {
  it('has no marks that turn the reading direction around', () => {
    expect(printable('Anna\u202Egnp.exe\u2066x\u2069\u200F')).toBe('Annagnp.exex');
  });

  it('is one line without control characters', () => {
    expect(printable('  A\tB\r\nC\u0000\u001B[31m\u2028D ')).toBe('A B C[31m D');
  });

  it('keeps every script, and what looks like a formula is a text like any other', () => {
    expect(printable('三浦 香織')).toBe('三浦 香織');
    expect(printable('ليلى حداد')).toBe('ليلى حداد');
    expect(printable('=HYPERLINK("x")')).toBe('=HYPERLINK("x")');
    expect(printable('Zoë Łuczak')).toBe('Zoë Łuczak');
  });

  it('drops invisible text whole and never holds half a character', () => {
    expect(printable('\u200B\u2060\u00AD')).toBe('');
    expect(printable('a\uD800b')).toBe('a\uFFFDb');
  });
});

describe('Code 128', () => {
  it('takes what stands on our labels and on waybills', () => {
    expect(fitsCode128('PAR-000123')).toBe(true);
    expect(fitsCode128('1Z 999/AA_1.0')).toBe(true);
  });

  it('does not take other scripts, nothing, or controls', () => {
    expect(fitsCode128('包裹-1')).toBe(false);
    expect(fitsCode128('')).toBe(false);
    expect(fitsCode128('A\u0007')).toBe(false);
    expect(fitsCode128('É1')).toBe(false);
  });
});
