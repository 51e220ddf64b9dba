import { describe, expect, it } from 'vitest';
import { remarkRefusal, remarkWords } from './remark-length.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

describe('remark length: 120 words (product/deposit.md §2)', () => {
  it('takes 120 words and refuses 121', () => {
    expect(remarkRefusal(words(120), 120)).toBeNull();
    expect(remarkRefusal(words(121), 120)).toEqual({
      code: 'text_too_long',
      details: { words: 121, limit: 120 },
    });
  });

  it('counts each Han character one', () => {
    expect(remarkWords('戒指需要抛光')).toBe(6);
    expect(remarkRefusal('修'.repeat(120), 120)).toBeNull();
    expect(remarkRefusal('修'.repeat(121), 120)?.code).toBe('text_too_long');
  });

  it('counts each kana one, the long mark too', () => {
    expect(remarkWords('リングを')).toBe(4);
    expect(remarkWords('サービス')).toBe(4);
  });

  it('adds words and characters of a mixed text', () => {
    expect(remarkWords('ring 戒指 size 52')).toBe(5);
    expect(remarkWords('戒指size52号')).toBe(4);
  });

  it('counts Korean and Arabic by their spaces', () => {
    expect(remarkWords('반지를 고쳐 주세요')).toBe(3);
    expect(remarkWords('إصلاح الخاتم من فضلك')).toBe(4);
  });

  it('counts no punctuation, no blanks and no emoji', () => {
    expect(remarkWords(' — ... 、。 \n\t 💍 ')).toBe(0);
    expect(remarkWords("don't re-size (please)")).toBe(3);
  });

  it('asks for a text at all', () => {
    expect(remarkRefusal(' \n ', 120)).toEqual({ code: 'text_required' });
  });
});
