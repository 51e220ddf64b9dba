import { describe, expect, it } from 'vitest';
import { barsOf, matrixOf, moduleFor } from './codes.ts';

const DOT = 0.125;

describe('Code 128', () => {
  it('is drawn in whole dots of a label printer, as wide as its room allows', () => {
    const bars = barsOf('PAR-000123') ?? [];
    for (const room of [36, 57, 62, 178]) {
      const module = moduleFor(bars, room) ?? 0;
      expect(module / DOT).toBe(Math.round(module / DOT));
      expect((bars.reduce((sum, bar) => sum + bar, 0) + 20) * module).toBeLessThanOrEqual(room);
    }
    expect(moduleFor(bars, 500)).toBe(4 * DOT);
  });

  it('is left out where its bars would be finer than a thermal printer prints', () => {
    const bars = barsOf('PAR-000123') ?? [];
    expect(moduleFor(bars, 34)).toBeNull();
    expect(moduleFor(barsOf('X'.repeat(64)) ?? [], 100)).toBeNull();
  });

  it('does not exist for a text it cannot carry', () => {
    expect(barsOf('包裹-1')).toBeNull();
  });
});

it('a QR code carries any tracking number we take', () => {
  for (const text of ['PAR-000123', '包裹 ١٢٣ Ж_9', 'É'.repeat(64)]) {
    const { size, dark } = matrixOf(text);
    expect(dark).toHaveLength(size * size);
  }
});
