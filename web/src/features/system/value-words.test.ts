import { NO_RETENTION } from '@atelier/domain/shared/retention.ts';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { formatsFor } from '@atelier/ui/text/formats.ts';
import type { SettingView } from './queries.ts';
import { valueWords, weekdayName, type Wording } from './value-words.ts';

/** Says the key and what is filled in: the sentences themselves are the texts' own matter. */
const t = ((key: string, values: Record<string, unknown> = {}) =>
  [key, ...Object.values(values)].join(' ')) as unknown as TFunction<'system'>;

const wording = (language: string): Wording => ({
  t,
  language,
  format: formatsFor(language),
  siteName: (id) => `site ${id}`,
  cronWords: (pattern) => `cron ${pattern}`,
});
const setting = (over: Partial<SettingView>): SettingView => ({
  key: 'a',
  group: 'care',
  kind: 'number',
  unit: 'days',
  min: 1,
  max: 9,
  nullable: true,
  status: null,
  value: 1,
  in_force: 1,
  source: 'default',
  initial: 1,
  since: null,
  scheduled: [],
  history: [],
  ...over,
});

describe('a configured value in words', () => {
  const en = wording('en');

  it('says a schedule of the environment by its pattern', () => {
    expect(valueWords(setting({ kind: 'schedule' }), { cron: '0 3 * * *' }, en)).toBe('cron 0 3 * * *');
  });

  it('says a number with its unit, where the language has one', () => {
    expect(valueWords(setting({}), 14, en)).toBe('14 days');
    expect(valueWords(setting({ unit: 'words' }), 1200, en)).toBe('1,200');
  });

  it('says what is left to the installation', () => {
    expect(valueWords(setting({ kind: 'schedule' }), null, en)).toBe('system:nothing.schedule');
  });

  it('says each kind of schedule', () => {
    const plan = setting({ kind: 'schedule', unit: null });
    expect(valueWords(plan, { mode: 'interval', minutes: 15 }, en)).toContain('15 minutes');
    expect(valueWords(plan, { mode: 'interval', minutes: 360 }, en)).toContain('6 hours');
    expect(valueWords(plan, { mode: 'weekly', day: 7, at: '03:00' }, en)).toContain('Sunday 03:00');
  });

  it('says a retention schedule line by line', () => {
    const retention = setting({ kind: 'retention', unit: null });
    const value = { ...NO_RETENTION, countries: [{ code: 'FR', months: 30 }] };
    expect(valueWords(retention, value, en)).toContain('France: 30 months · system:retention.rest: 10 years');
  });

  it('says own words in the reader’s language', () => {
    const texts = setting({ kind: 'texts', unit: null });
    const value = { en: 'Paid before.', 'zh-CN': 'b', 'zh-TW': 'c', fr: 'd', es: 'e', ja: 'f', ar: 'g' };
    expect(valueWords(texts, value, en)).toBe('Paid before.');
    expect(valueWords(texts, value, { ...en, language: 'ar' })).toBe('g');
    expect(valueWords(texts, { ...value, en: 'One.\nTwo.' }, en)).toBe('One. …');
    expect(valueWords(texts, { ...value, en: 'x'.repeat(80) }, en)).toBe('x'.repeat(80));
    expect(valueWords(texts, { ...value, en: 'x'.repeat(81) }, en)).toBe(`${'x'.repeat(80)}…`);
  });

  it('says a stage’s two limits, and a long list by its beginning', () => {
    const stage = setting({ kind: 'stage', unit: null });
    expect(valueWords(stage, { target_hours: 48, wip_limit: null }, en)).toBe(
      '48 hours · system:stage.noLimit',
    );
    const places = setting({ kind: 'factories', unit: null });
    expect(valueWords(places, [1, 2], en)).toBe('site 1 and site 2');
    expect(valueWords(places, [1, 2, 3, 4, 5], en)).toMatch(/site 3 2$/);
  });

  it('names the days of the week from Monday on', () => {
    expect([1, 7].map((day) => weekdayName(day, 'en'))).toEqual(['Monday', 'Sunday']);
  });
});
