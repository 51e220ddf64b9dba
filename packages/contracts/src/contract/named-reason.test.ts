import { describe, expect, test } from 'vitest';
import { statusBody } from '../repair/schema.ts';
import { STORES } from '@atelier/domain/reference/import/sets-places.ts';
import { REJECT_REASONS } from '@atelier/domain/reference/import/sets-repair.ts';
import { needTransferBody } from '../transfer/schema.ts';
import {
  namedReason,
  REASON_NAME_LENGTH,
  REASON_WORDS_LENGTH,
} from '@atelier/domain/contract/named-reason.ts';

const longest = namedReason('n'.repeat(REASON_NAME_LENGTH), 'w'.repeat(REASON_WORDS_LENGTH));

describe('a reason that begins with a name', () => {
  test.each([
    ['a rejection', (reason: string) => statusBody.safeParse({ id: 1, rma_status_id: 15, reason })],
    ['a transfer', (reason: string) => needTransferBody.safeParse({ rma_item_ids: [1], reason })],
  ])('is taken by %s with the longest name and words, and refused one character beyond', (_call, parse) => {
    expect(parse(longest).success).toBe(true);
    expect(parse(`${longest}w`).success).toBe(false);
  });

  test('has the longest name that an import takes', () => {
    for (const set of [STORES, REJECT_REASONS]) {
      const name = set.columns.find((column) => column.name === 'name');
      expect(name?.read).toMatchObject({ max: REASON_NAME_LENGTH });
    }
  });

  test('is the name alone, or the words alone, where the other is blank', () => {
    expect(namedReason('Scratch', '')).toBe('Scratch');
    expect(namedReason('', 'too dark')).toBe('too dark');
    expect(namedReason('Scratch', 'too dark')).toBe('Scratch: too dark');
  });
});
