import { CELL_CODES } from '@atelier/domain/reference/import/read-cell.ts';
import { ROW_CODES } from '@atelier/domain/reference/import/data-set.ts';
import en from '@atelier/contracts/locales/en/reference.json' with { type: 'json' };
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../lib/i18n/languages.ts';
import { loadTexts } from '../../lib/i18n/load-texts.ts';
import { issueWords } from './issue-words.ts';

const codes = [...new Set([...CELL_CODES, ...ROW_CODES, ...Object.keys(en.issue)])];

describe.each(LANGUAGES.map(({ tag }) => tag))('refusals of an import in %s', (language) => {
  const engine = i18next.createInstance();
  beforeAll(async () => {
    const texts = await loadTexts(language, 'reference');
    await engine.init({
      lng: language,
      resources: { [language]: { reference: texts } },
      interpolation: { escapeValue: false },
    });
  });

  it.each(codes)('%s has a sentence, and no placeholder is left in it', (code) => {
    for (const value of ['', 'Finnland'])
      for (const column of ['', 'country']) {
        const { words } = issueWords(engine.t, { code, column, value });
        expect(words).not.toMatch(/\{\{|\}\}|issue\./);
      }
  });

  it('a quoted cell stands once', () => {
    const issue = { column: 'amount', value: '2,900' };
    const shown = (code: string) => {
      const { words, showsValue } = issueWords(engine.t, { ...issue, code });
      return Number(words.includes('2,900')) + Number(showsValue);
    };
    expect(codes.map((code) => [code, shown(code)])).toEqual(codes.map((code) => [code, 1]));
  });
});
