import { describe, expect, it } from 'vitest';
import { fieldOf, instantOf } from './moment-field.ts';

describe('a moment typed in the reader’s own time', () => {
  it('is an instant in UTC, in winter and in summer', () => {
    expect(instantOf('2026-11-20T10:15:30', 'Europe/Paris')).toBe('2026-11-20T09:15:30.000Z');
    expect(instantOf('2026-07-20T10:15', 'Europe/Paris')).toBe('2026-07-20T08:15:00.000Z');
    expect(instantOf('2026-11-20T00:05', 'Asia/Tokyo')).toBe('2026-11-19T15:05:00.000Z');
  });

  it('means the first of the hour that comes twice, and survives the hour that does not come', () => {
    expect(instantOf('2026-10-25T02:30', 'Europe/Paris')).toBe('2026-10-25T00:30:00.000Z');
    expect(instantOf('2026-03-29T02:30', 'Europe/Paris')).toBe('2026-03-29T00:30:00.000Z');
    expect(instantOf('2026-03-29T03:00', 'Europe/Paris')).toBe('2026-03-29T01:00:00.000Z');
  });

  it('comes back as it was typed', () => {
    for (const zone of ['Europe/Paris', 'Asia/Shanghai', 'America/New_York', 'Asia/Dubai']) {
      const instant = instantOf('2026-11-01T23:59:59', zone);
      expect(fieldOf(instant ?? '', zone)).toBe('2026-11-01T23:59:59');
    }
  });

  it('is none when nothing was typed', () => {
    expect(instantOf('', 'Europe/Paris')).toBeNull();
    expect(instantOf('2026-11', undefined)).toBeNull();
  });
});
