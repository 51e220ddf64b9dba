import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REJECTION_CODES } from '@atelier/domain/rejection.ts';
import { STATUSES } from '@atelier/domain/shared/status.ts';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';

const here = fileURLToPath(new URL('../../../../packages/contracts/src/locales', import.meta.url));
const project = fileURLToPath(new URL('../../../..', import.meta.url));
const languages = LANGUAGES.map(({ tag }) => tag);
const slices = readdirSync(join(here, 'en')).map((file) => file.replace('.json', ''));

type Flat = Map<string, string>;
const PLURAL = /_(zero|one|two|few|many|other)$/;

function flatten(node: unknown, path: string, into: Flat): Flat {
  if (typeof node === 'string') return into.set(path, node);
  for (const [key, value] of Object.entries(node as Record<string, unknown>)) {
    flatten(value, path === '' ? key : `${path}.${key}`, into);
  }
  return into;
}

const textsOf = (language: string, slice: string): Flat =>
  flatten(JSON.parse(readFileSync(join(here, language, `${slice}.json`), 'utf8')), '', new Map());

const baseOf = (key: string) => key.replace(PLURAL, '');
const bases = (texts: Flat) => [...new Set([...texts.keys()].map(baseOf))].sort();
const isPlural = (texts: Flat, base: string) => texts.has(`${base}_other`);
const variables = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();

const NATIVE: Record<string, RegExp> = {
  'zh-CN': /\p{Script=Han}/u,
  'zh-TW': /\p{Script=Han}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ar: /\p{Script=Arabic}/u,
};

describe.each(slices)('texts of %s', (slice) => {
  const english = textsOf('en', slice);

  it.each(languages)('say everything in %s', (language) => {
    expect(bases(textsOf(language, slice))).toEqual(bases(english));
  });

  it.each(languages)('have every plural form of %s', (language) => {
    const texts = textsOf(language, slice);
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const missing = bases(english)
      .filter((base) => isPlural(english, base))
      .flatMap((base) => forms.map((form) => `${base}_${form}`).filter((key) => !texts.has(key)));
    expect(missing).toEqual([]);
  });

  it.each(languages)('leave nothing empty and no variable out in %s', (language) => {
    const wrong: string[] = [];
    for (const [key, text] of textsOf(language, slice)) {
      if (text.trim() === '') wrong.push(`${key} is empty`);
      const model = english.get(key) ?? english.get(`${baseOf(key)}_other`) ?? '';
      // "one piece" may be said without its number.
      const numbered = PLURAL.test(key) && !key.endsWith('_other');
      const unknown = variables(text).filter((name) => !variables(model).includes(name));
      const lost = numbered ? [] : variables(model).filter((name) => !variables(text).includes(name));
      if (unknown.length + lost.length > 0) wrong.push(`${key}: ${[...unknown, ...lost].join(' ')}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(Object.keys(NATIVE))('are not left in English in %s', (language) => {
    const script = NATIVE[language] ?? /./;
    const untouched = [...textsOf(language, slice)]
      .filter(([, text]) => /[a-z]{4,} [a-z]{3,}/.test(text) && !script.test(text))
      .map(([key]) => key);
    expect(untouched).toEqual([]);
  });
});

/** Objects among the texts whose keys are ids of statuses, by their path. */
function namesByStatus(slice: string, language: string): string[] {
  const paths = new Map<string, number>();
  for (const key of textsOf(language, slice).keys()) {
    const [, path, id = ''] = /^(?:(.*)\.)?(\d+)$/.exec(key) ?? [];
    if (statusOfText(id)) paths.set(`${slice}:${path ?? ''}`, (paths.get(`${slice}:${path ?? ''}`) ?? 0) + 1);
  }
  // Six or fewer are steps, choices or codes of something else.
  return [...paths].filter(([, count]) => count > 6).map(([path]) => path);
}

const statusOfText = (id: string): boolean =>
  id !== '' && STATUSES.some((status) => String(status.id) === id);

describe('the names of the stages', () => {
  it.each(languages)('stand in one place in %s', (language) => {
    expect(slices.flatMap((slice) => namesByStatus(slice, language))).toEqual(['status:name']);
    const names = textsOf(language, 'status');
    expect(STATUSES.filter(({ id }) => !names.has(`name.${id}`))).toEqual([]);
  });
});

describe('every refusal of the server', () => {
  // These two get their text from the status of the response, not from their code.
  const byStatus = new Set(['not_found']);
  it.each(languages)('has its sentence in %s', (language) => {
    const texts = textsOf(language, 'refusals');
    const missing = REJECTION_CODES.filter((code) => !byStatus.has(code) && !texts.has(code));
    expect(missing).toEqual([]);
  });
});

interface Use {
  file: string;
  key: string;
}

/** `t('key')` with a literal key, with the slice that the file's `useTranslation` or a prefix names. */
function literalUses(): Use[] {
  const files = ['web/src', 'packages/ui/src'].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
      .map((file) => join(folder, file)),
  );
  return files.flatMap((file) => {
    const code = withoutComments(readFileSync(join(project, file), 'utf8'));
    if (file.startsWith('web/src/features/customer-site'))
      return keysIn(code).map((key) => ({ file, key: keyOfPublicPage(key) }));
    const named = [...code.matchAll(/useTranslation\(\s*(?:\[\s*)?'([\w-]+)'/g)].map(
      ([, name]) => name ?? '',
    );
    const fixed = /getFixedT\(\s*null,\s*'([\w-]+)'/.exec(code)?.[1];
    const candidates = [...new Set([...named, ...(fixed ? [fixed] : [])])];
    return keysIn(code).map((key) => ({
      file,
      key: key.includes(':') ? key : `${candidates.join('|')}:${key}`,
    }));
  });
}

/** The texts of the other public pages stand under their names beside the customer's. */
const keyOfPublicPage = (key: string): string =>
  /^(access|fee|proof|sign)\./.test(key)
    ? key.replace('.', ':')
    : key.startsWith('guide.')
      ? key.replace('guide.', 'guide-customer:')
      : `customer:${key}`;

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

const keysIn = (code: string): string[] =>
  [...code.matchAll(/(?<![\w.])(?:i18next\.)?t\(\s*'([^'$]+)'/g)].map(([, key]) => key ?? '');

const exists = (key: string): boolean => {
  const [names = '', path = ''] = key.split(/:(.*)/s);
  return names.split('|').some((slice) => {
    if (!slices.includes(slice)) return false;
    const texts = textsOf('en', slice);
    return texts.has(path) || isPlural(texts, path) || texts.has(`${path}_one`);
  });
};

describe("every t('key') in the source", () => {
  it('has a text', () => {
    const uses = literalUses();
    expect(uses.length).toBeGreaterThan(100);
    expect(uses.filter(({ key }) => !exists(key))).toEqual([]);
  });
});
