import { describe, expect, it } from 'vitest';
import { mayCome } from './use-scan-items.ts';

const at = (rma_status_id: number, outcome: 'repaired' | 'unrepaired' | null = null) => ({
  rma_status_id,
  outcome,
});

describe('what a scanning list waits for', () => {
  it('at 13: what passed the last check, and before the benches only what is not repaired', () => {
    expect(mayCome(13, at(12))).toBe(true);
    expect(mayCome(13, at(13, 'repaired'))).toBe(true);
    for (const status of [3, 17, 19]) {
      expect(mayCome(13, at(status))).toBe(false);
      expect(mayCome(13, at(status, 'unrepaired'))).toBe(true);
    }
  });
  it('elsewhere: every stage it may come from', () => {
    expect(mayCome(4, at(3))).toBe(true);
    expect(mayCome(7, at(19))).toBe(true);
  });
});
