import { describe, expect, it } from 'vitest';
import { rmaStatus } from './rma-status.ts';

describe("an RMA's status is that of its least advanced open item (product/rma.md §1)", () => {
  it('compares ranks, not ids', () => {
    expect(rmaStatus([4, 19])).toBe(19);
    expect(rmaStatus([12, 17, 5])).toBe(17);
  });

  it('looks past cancelled, taken and closed items while one is open', () => {
    expect(rmaStatus([20, 16, 15, 21])).toBe(15);
  });

  it('takes the least advanced of the ended ones when none is open', () => {
    expect(rmaStatus([21, 16, 20])).toBe(16);
    expect(rmaStatus([21])).toBe(21);
    expect(rmaStatus([16])).toBe(16);
  });

  it('is cancelled only when every item is', () => {
    expect(rmaStatus([20, 20])).toBe(20);
    expect(rmaStatus([20])).toBe(20);
    expect(rmaStatus([])).toBeNull();
  });
});
