import { KNOWN_JOBS } from '@atelier/domain/system/jobs/contract.ts';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../lib/i18n/languages.ts';
import { loadTexts } from '../../../lib/i18n/load-texts.ts';

interface TaskTexts {
  readonly name: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly what: TaskTexts['name'];
}
const pairs = Object.entries(KNOWN_JOBS).flatMap(([queue, names]) => names.map((name) => [queue, name]));

describe.each(LANGUAGES.map(({ tag }) => tag))('jobs in %s', (language) => {
  it.each(pairs)('%s %s has a name and says what it does', async (queue = '', name = '') => {
    const texts = (await loadTexts(language, 'tasks')) as unknown as TaskTexts;
    expect(texts.name[queue]?.[name]).toMatch(/\S/u);
    expect(texts.what[queue]?.[name]).toMatch(/\S/u);
  });
});
