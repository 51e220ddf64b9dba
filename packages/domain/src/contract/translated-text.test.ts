import { describe, expect, it } from 'vitest';
import { mergedText, textIn } from './translated-text.ts';

describe('a name in seven languages', () => {
  const polish = mergedText(undefined, { fr: 'Polissage' }, 'Polish');

  it('is shown in a language that has it, and in English where it is missing', () => {
    expect([textIn(polish, 'fr'), textIn(polish, 'ja'), textIn(polish, 'en')]).toEqual([
      'Polissage',
      'Polish',
      'Polish',
    ]);
  });

  it('keeps the texts that an edit does not name', () => {
    expect(mergedText(polish, { ja: '研磨' }, undefined)).toEqual({ ...polish, ja: '研磨' });
    expect(mergedText(polish, undefined, 'Polishing')).toEqual({ ...polish, en: 'Polishing' });
  });
});
