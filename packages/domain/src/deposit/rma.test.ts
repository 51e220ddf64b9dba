import { describe, expect, it } from 'vitest';
import { fold } from '../decider.ts';
import { worldAt } from '../processes/testing-stages.ts';
import type { RmaEvent } from './events.ts';
import { evolveRma, initialRma } from './rma.ts';

const { contact, address } = { contact: null, address: null };
const changed = {
  type: 'RmaContactChanged',
  data: {
    customerRef: 'customer-100',
    contact,
    address,
    at: '2026-03-02T09:00:00.000Z',
    by: { userId: 1, workerId: null },
  },
} as unknown as RmaEvent;

describe('a deposit', () => {
  it('begins when it is made: what comes before it says nothing', () => {
    expect(fold(evolveRma, initialRma, [changed])).toEqual(initialRma);
  });

  it('has no contact once the client is erased', () => {
    expect(evolveRma(worldAt(1).rmas.get(100) ?? initialRma, changed)).toMatchObject({
      kind: 'rma',
      contact: null,
    });
  });
});
