import { describe, expect, it } from 'vitest';
import { DAY_MS, toInstant, toMs } from '../kernel.ts';
import { TEXT_LENGTH } from './contract.ts';
import { cleanText, correspondentOf, type Correspondent } from './inbound.ts';

const NOW = '2026-11-20T10:00:00.000Z';
const before = (days: number) => toInstant(toMs(NOW) - days * DAY_MS);
const deposit = (rmaId: number, more: Partial<Correspondent> = {}): Correspondent => ({
  rmaId,
  person: 'ada byron',
  isOpen: true,
  depositedAt: before(10),
  writtenAt: null,
  ...more,
});
const ownerOf = (...all: readonly Correspondent[]) => correspondentOf(all, NOW)?.rmaId ?? null;

describe('whose text it is (decisions/0238)', () => {
  it('of the deposit that its number was written to about last, also where others have the number', () => {
    const ben = deposit(2, { person: 'ben byron', writtenAt: before(2) });
    expect(ownerOf(deposit(1, { writtenAt: before(3) }), ben, deposit(3, { person: 'cleo' }))).toBe(2);
  });
  it('of the newest open deposit, where all are of one person', () => {
    expect(ownerOf(deposit(1), deposit(2, { depositedAt: before(1) }), deposit(3))).toBe(2);
    expect(ownerOf(deposit(1), deposit(2))).toBe(2);
  });
  it('of no one, where several persons share the number and none was written to', () => {
    expect(ownerOf(deposit(1), deposit(2, { person: 'ben byron' }))).toBeNull();
  });
  it('of a repair that is over for thirty days after the last message, then of no one', () => {
    expect(ownerOf(deposit(1, { isOpen: false, writtenAt: before(30) }))).toBe(1);
    expect(ownerOf(deposit(1, { isOpen: false, writtenAt: before(31) }))).toBeNull();
    expect(ownerOf(deposit(1, { isOpen: false }))).toBeNull();
    expect(ownerOf()).toBeNull();
  });
});

describe('a text as it is kept', () => {
  it('has no control characters and none that turn the direction of text', () => {
    expect(cleanText(' a\u0000b\u0007\r\nc\u202ed\u2066e\u2029f ')).toBe('ab\ncde\nf');
    expect(cleanText('one\n\n\n\n\ntwo')).toBe('one\n\ntwo');
    expect(cleanText('half a sign \ud83d')).toBe('half a sign');
  });
  it('keeps joined emoji and vowel signs', () => {
    expect(cleanText('👩‍🔧 مَرحبًا')).toBe('👩‍🔧 مَرحبًا');
  });
  it('is cut to the longest that a thread shows, between letters', () => {
    const long = cleanText('💍'.repeat(TEXT_LENGTH + 5));
    expect([...long]).toHaveLength(TEXT_LENGTH);
    expect(long.endsWith('💍…')).toBe(true);
  });
});
