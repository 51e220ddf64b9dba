import { describe, expect, it } from 'vitest';
import { scanMadeAt } from './scan-moment.ts';

const NOW = '2026-11-20T10:20:00.000Z';

describe('when a scan was made', () => {
  it.each([
    ['the claim of a scan that waited', '2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z'],
    ['the claim up to a week', '2026-11-13T10:20:00.000Z', '2026-11-13T10:20:00.000Z'],
    ['now without a claim', undefined, NOW],
    ['now for a claim of the future', '2026-11-20T10:20:00.001Z', NOW],
    ['now for a claim older than a week', '2026-11-13T10:19:59.999Z', NOW],
  ])('is %s', (_, claimed, made) => {
    expect(scanMadeAt(claimed, NOW)).toBe(made);
  });
});
