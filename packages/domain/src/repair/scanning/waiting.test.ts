import { describe, expect, it } from 'vitest';
import { CHECK_STATUSES, Status, STATUSES } from '../../shared/status.ts';
import { isWaitingFor, waitingFrom } from './waiting.ts';

const ALL = STATUSES.map(({ id }) => id);

describe('who waits for a stage (product/repair.md §18)', () => {
  it('is what a forward or lateral move brings there', () => {
    expect(waitingFrom(Status.SAVCheckResult)).toEqual([Status.ReceiveFromShop, Status.IncomingCheck]);
    expect(waitingFrom(Status.Created)).toEqual([]);
  });

  it('for 13, before the benches, is only what will not be repaired', () => {
    for (const status of CHECK_STATUSES) {
      const waits = (outcome: Parameters<typeof isWaitingFor>[2]) =>
        isWaitingFor(Status.RepairDone, status, outcome);
      expect([waits(null), waits('repaired'), waits('unrepaired')]).toEqual([false, false, true]);
    }
  });

  it('for 13 is everything else, whatever its outcome', () => {
    const others = ALL.filter((status) => !CHECK_STATUSES.some((id) => id === status));
    expect(others.map((status) => isWaitingFor(Status.RepairDone, status, null))).not.toContain(false);
  });

  it('for any other stage is everything that stands before it', () => {
    expect(ALL.map((status) => isWaitingFor(Status.RepairQC, status, null))).not.toContain(false);
  });
});
