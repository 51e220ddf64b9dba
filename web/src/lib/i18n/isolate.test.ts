import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { translateWith } from '../../features/customer-site/texts.ts';
import { interpolationOf } from './i18n.ts';
import { isolate } from '@atelier/ui/text/isolate.ts';

const wrapped = (value: string) => `\u2068${value}\u2069`;

describe('a value inside a sentence', () => {
  it.each(['PAR-000123', '+33 6 12 34 56 78', 'RING-18K/54', '14 نوفمبر 2026', 'Paris', '3 / 10'])(
    'is isolated in Arabic: %s',
    (value) => {
      expect(isolate(value, 'rtl')).toBe(wrapped(value));
    },
  );

  it.each(['', '12', '1,284.50', 'متجر دبي', 'مُعلّقة'])('stays as it is in Arabic: %s', (value) => {
    expect(isolate(value, 'rtl')).toBe(value);
  });

  it('is isolated in other languages only when it is Arabic', () => {
    expect(isolate('PAR-000123', 'ltr')).toBe('PAR-000123');
    expect(isolate('متجر دبي', 'ltr')).toBe(wrapped('متجر دبي'));
  });
});

describe('the text engine', () => {
  const texts = { hold: '{{number}}: {{why}}', count_other: '{{count}} x' };

  async function say(language: string, key: string, values: Record<string, unknown>) {
    const engine = i18next.createInstance();
    const resources = { [language]: { common: texts } };
    const interpolation = interpolationOf(engine);
    await engine.init({ lng: language, ns: ['common'], resources, interpolation });
    return engine.t(`common:${key}`, values);
  }

  it('isolates what it puts into Arabic, and nothing twice', async () => {
    const said = await say('ar', 'hold', { number: 'PAR-000123', why: 'لا شيء' });
    expect(said).toBe(`${wrapped('PAR-000123')}: لا شيء`);
    expect(await say('ar', 'count', { count: 12 })).toBe('12 x');
  });

  it('puts values bare into English, markup included', async () => {
    expect(await say('en', 'hold', { number: 'PAR-1', why: 'a < b' })).toBe('PAR-1: a < b');
  });

  it('does the same on the customer’s page', () => {
    expect(translateWith(texts, 'ar')('hold', { number: 'PAR-1', why: 'لا' })).toBe(`${wrapped('PAR-1')}: لا`);
    expect(translateWith(texts, 'en')('hold', { number: 'PAR-1', why: 'no' })).toBe('PAR-1: no');
  });
});
