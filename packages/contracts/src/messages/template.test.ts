import { describe, expect, it } from 'vitest';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import { MESSAGE_KINDS } from '@atelier/domain/shared/message-terms.ts';
import { choiceWords, defaultTemplate, fillTemplate, templateIssues } from './template.ts';

const values = {
  customer: 'Camille',
  number: 'PAR-1',
  product: 'Bague',
  shop: 'Paris',
  phone: '+33',
  amount: '12 €',
  link: 'https://a.test/x',
};

describe('templates (product/messages.md §4)', () => {
  it('of the program can stand in every language, and leave no place empty', () => {
    for (const kind of MESSAGE_KINDS)
      for (const language of REFERENCE_LANGUAGES) {
        const template = defaultTemplate(kind, language);
        expect(templateIssues(kind, template), `${kind} ${language}`).toEqual([]);
        const words = fillTemplate(template, values, language, 'https://a.test/stop');
        expect(`${words.subject}${words.body}${words.footer}`).not.toContain('{{');
        expect(words.footer).toContain('https://a.test/stop');
        expect(choiceWords(language).stop).not.toBe('');
      }
  });
  it('name the field, the code and the place that is wrong', () => {
    expect(templateIssues('ready', { subject: ' ', body: 'Hello {{amount}}' })).toEqual([
      { field: 'subject', code: 'text_required', place: '' },
      { field: 'body', code: 'placeholder_unknown', place: 'amount' },
    ]);
    expect(templateIssues('fee', { subject: '{{amount}}', body: 'Please answer' })).toEqual([
      { field: 'body', code: 'link_missing', place: 'link' },
    ]);
    expect(templateIssues('ready', { subject: 'x', body: '{{ link }}' })).toMatchObject([
      { code: 'placeholder_unknown', place: ' link ' },
    ]);
  });
  it('end messages below the words, whatever the words are', () => {
    const words = fillTemplate({ subject: 'x', body: 'y' }, values, 'en', 'https://a.test/stop');
    expect(words.footer).toContain('https://a.test/stop');
  });
  it('do not let filled-in values begin another header', () => {
    const odd = { ...values, customer: 'Camille\r\nBcc: all@a.test' };
    const { subject } = fillTemplate({ subject: 'For {{customer}}', body: 'x' }, odd, 'en', '');
    expect(subject).toBe('For Camille Bcc: all@a.test');
  });
});
