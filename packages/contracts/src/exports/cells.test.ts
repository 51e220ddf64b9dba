import { describe, expect, it } from 'vitest';
import { csvCell, csvLine, dayCell, momentCell, moneyCell, numberCell, textCell } from './cells.ts';

describe('text that a spreadsheet would work out', () => {
  it.each(['=1+1', '+33 6 12', '-2+3', '@SUM(A1)', '\tcmd', '\rcmd'])('is text in CSV: %j', (text) => {
    expect(csvCell(textCell(text)).replace(/^"/, '').startsWith("'")).toBe(true);
  });

  it('is left alone where nothing begins like a formula', () => {
    expect(csvCell(textCell('a=1'))).toBe('a=1');
    expect(csvCell(textCell("l'or"))).toBe("l'or");
  });

  it('stays a number where it is ours', () => {
    expect(csvCell(numberCell(-2.5, 2))).toBe('-2.50');
  });
});

describe('a cell of CSV', () => {
  it('is quoted where it holds a separator, a quote or a line end', () => {
    expect(csvLine([textCell('a,b'), textCell('a;b'), textCell('say "x"'), textCell('two\nlines')])).toBe(
      '"a,b","a;b","say ""x""","two\nlines"\r\n',
    );
  });
});

describe('amounts', () => {
  it('have as many decimals as their currency', () => {
    expect(moneyCell(12_050, 'EUR')).toEqual(numberCell(120.5, 2));
    expect(moneyCell(12_050, 'JPY')).toEqual(numberCell(12_050, 0));
    expect(moneyCell(1_500, 'KWD')).toEqual(numberCell(1.5, 3));
  });

  it('are empty without one', () => {
    expect(moneyCell(0, '')).toEqual({ kind: 'empty' });
  });
});

describe('moments', () => {
  it('are what the clock of the shop showed, in summer and in winter', () => {
    const wall = (instant: string, zone: string) => csvCell(momentCell(instant, zone));
    expect(wall('2026-11-20T23:30:00.000Z', 'Europe/Paris')).toBe('2026-11-21 00:30');
    expect(wall('2026-07-20T23:30:00.000Z', 'Europe/Paris')).toBe('2026-07-21 01:30');
    expect(wall('2026-11-20T23:30:00.000Z', 'Asia/Tokyo')).toBe('2026-11-21 08:30');
  });

  it('are days where only a day is known', () => {
    expect(csvCell(dayCell('2026-02-28'))).toBe('2026-02-28');
    expect(dayCell(null)).toEqual({ kind: 'empty' });
  });
});

describe('what no file can hold', () => {
  it('is left out: control characters, halves of letters, more than a cell takes', () => {
    expect(textCell('a\u0000b\u000bc')).toEqual({ kind: 'text', text: 'abc' });
    expect(textCell('x\ud800')).toEqual({ kind: 'text', text: 'x\ufffd' });
    const long = textCell('x'.repeat(40_000));
    expect(long.kind === 'text' && long.text.length).toBe(32_767);
  });
});
