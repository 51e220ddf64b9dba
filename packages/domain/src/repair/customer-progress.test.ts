import { describe, expect, it } from 'vitest';
import { Status } from '../shared/status.ts';
import { customerProgress, stepsAfter } from './customer-progress.ts';

const step = (progress: number, at = `day ${progress}`) => ({ progress, at });

describe('the steps that a customer has seen', () => {
  it('grow by the step of a move forward, newest first', () => {
    expect(stepsAfter([step(2), step(1)], step(3))).toEqual([step(3), step(2), step(1)]);
  });

  it('begin with the first', () => {
    expect(stepsAfter([], step(1))).toEqual([step(1)]);
  });

  it('keep the moment of a step that a further status does not leave', () => {
    expect(stepsAfter([step(2), step(1)], step(2, 'later'))).toEqual([step(2), step(1)]);
  });

  it('lose those that an undo took back, and keep the one it returned to as it was', () => {
    expect(stepsAfter([step(3), step(2), step(1)], step(2, 'later'))).toEqual([step(2), step(1)]);
  });

  it('gain a step that an undo returned to and that was never shown', () => {
    expect(stepsAfter([step(4), step(1)], step(2))).toEqual([step(2), step(1)]);
  });
});

describe('what the customer’s page shows', () => {
  it.each([
    [Status.Created, 1, 0, false],
    [Status.TakenByClient, 6, 5, false],
    [Status.Cancelled, 1, 0, true],
  ])('for status %i is step %i', (status, progress, current, cancelled) => {
    expect(customerProgress(status)).toEqual({ progress, current, cancelled });
  });
});
