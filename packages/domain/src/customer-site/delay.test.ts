import { describe, expect, test } from 'vitest';
import { DEFAULT_POLICY } from '../policy.ts';
import type { HoldKind } from '../shared/item-facts.ts';
import type { StatusId } from '../shared/status.ts';
import { delayOf } from './delay.ts';

const NOW = '2026-11-28T09:00:00.000Z';
const NEW = '2026-11-20T09:00:00.000Z';
const OLD = '2026-10-29T09:00:00.000Z';
const facts = (status: StatusId, holds: readonly HoldKind[] = [], createdAt = NEW, waitsForFee = false) =>
  delayOf({ status, holds, createdAt, waitsForFee }, NOW, DEFAULT_POLICY);

describe('why a repair takes longer (product/customer-page.md §9)', () => {
  test('is nothing while nothing keeps it', () => {
    expect(facts(4)).toBeNull();
  });

  test('is what its bench waits for; a question to the client comes first', () => {
    expect(facts(10, ['stone'])).toBe('stone');
    expect(facts(8, ['part'])).toBe('part');
    expect(facts(8, ['part', 'client'])).toBe('question');
    expect(facts(8, ['tool'])).toBe('long');
  });

  test('is its time in repair, from the moment of the delay message on', () => {
    expect(facts(4, [], OLD)).toBe('long');
    expect(facts(4, [], '2026-10-29T09:00:00.001Z')).toBeNull();
    expect(facts(10, ['stone'], OLD)).toBe('stone');
  });

  test('is nothing once it travels home, was cancelled, or its fee waits for an answer', () => {
    for (const status of [14, 15, 16, 20, 21] as const) expect(facts(status, ['stone'], OLD)).toBeNull();
    expect(facts(4, [], OLD, true)).toBeNull();
  });

  test('never speaks of a missing piece, a dispute or a waiver', () => {
    for (const hold of ['missing', 'dispute', 'approval'] as const)
      expect(facts(4, [hold, 'stone'], OLD)).toBeNull();
  });
});
