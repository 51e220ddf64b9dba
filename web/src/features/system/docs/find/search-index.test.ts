import { describe, expect, it } from 'vitest';
import type { ReadGuide } from '../guides/load-guide.ts';
import { excerptOf, markedParts } from './excerpt.ts';
import { searchIn, wordsOf } from './search-index.ts';

const task = (key: string, title: string, step: string) => ({
  key,
  title,
  steps: [step],
  done: '',
  help: '',
});
const guide = (...tasks: ReadGuide['tasks']): readonly ReadGuide[] => [{ key: 'shop', day: '', tasks }];
const find = (guides: readonly ReadGuide[], words: string) =>
  searchIn(guides, (name) => `<${name}>`)(words).map(({ task: found }) => found);

describe('the search of the guides', () => {
  const english = guide(
    task('pickup', 'Hand a piece over', 'Press [Enter] for {{handOver}}.'),
    task('pack', 'Pack and send', 'Scan each piece.'),
    task('deposit', 'Register a deposit', 'Open the form.'),
  );

  it('finds beginnings of words, and words with a letter wrong', () => {
    expect(find(english, 'regis')).toEqual(['deposit']);
    expect(find(english, 'depozit')).toEqual(['deposit']);
  });

  it('finds a section by the label of a button', () => {
    expect(find(english, 'handover')).toEqual(['pickup']);
  });

  it('prefers sections with every word, and falls back to any', () => {
    expect(find(english, 'piece over')).toEqual(['pickup']);
    expect(find(english, 'how do I register')[0]).toBe('deposit');
    expect(find(english, 'zzzz')).toEqual([]);
  });

  it('does not mind accents, nor the article in Arabic', () => {
    expect(find(guide(task('pickup', 'Remettre une pièce', 'Récapitulatif')), 'recap piece')).toEqual([
      'pickup',
    ]);
    expect(find(guide(task('log', 'التحقق من السجل', 'اختر')), 'سجل')).toEqual(['log']);
  });

  it('finds Chinese and Japanese by neighbouring letters', () => {
    expect(wordsOf('交付首饰')).toEqual(['交付', '付首', '首饰']);
    expect(
      find(guide(task('pickup', '交付首饰', '扫描收据'), task('pack', '打包寄出', '放入')), '首饰'),
    ).toEqual(['pickup']);
    expect(find(guide(task('pickup', 'お品物をお渡しする', '署名')), 'お渡し')).toEqual(['pickup']);
  });
});

describe('the line of a result', () => {
  it('begins near the first match', () => {
    const text = `${'word '.repeat(60)}courier signs here`;
    expect(excerptOf(text, ['courier'])).toMatch(/^… .*courier signs here$/u);
    expect(excerptOf('short text', ['text'])).toBe('short text');
  });

  it('marks the words that matched, with their accents', () => {
    const marked = (text: string, words: readonly string[]) =>
      markedParts(text, words).flatMap((part) => (part.isMarked ? [part.text] : []));
    expect(marked('Une pièce, deux pièces', ['piece'])).toEqual(['pièce']);
    expect(marked('交付首饰', ['首饰'])).toEqual(['首饰']);
  });
});
