import { describe, expect, it } from 'vitest';
import { lineParts } from './words.tsx';

describe('where a line may break', () => {
  it('is between words in Chinese, and not before a mark or a particle', () => {
    const parts = lineParts('您的戒指已备妥，静候您来取。', 'zh-CN');
    expect(parts.join('')).toBe('您的戒指已备妥，静候您来取。');
    expect(parts).toContain('戒指');
    expect(parts.some((part) => part.endsWith('，'))).toBe(true);
    for (const part of parts) expect(part).not.toMatch(/^[，。的]/u);
  });

  it('is between words in Japanese', () => {
    const parts = lineParts('お客様のリングは店舗へ戻る途中です。', 'ja');
    expect(parts.join('')).toBe('お客様のリングは店舗へ戻る途中です。');
    expect(parts.some((part) => part.includes('リング'))).toBe(true);
    expect(parts.at(-1)).toMatch(/。$/u);
  });

  it('is left to the browser where words have spaces', () => {
    expect(lineParts('Your ring is ready.', 'en')).toEqual(['Your ring is ready.']);
  });
});
