import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import ar from '../locales/ar/mail.json' with { type: 'json' };
import en from '../locales/en/mail.json' with { type: 'json' };
import es from '../locales/es/mail.json' with { type: 'json' };
import fr from '../locales/fr/mail.json' with { type: 'json' };
import ja from '../locales/ja/mail.json' with { type: 'json' };
import zhCn from '../locales/zh-CN/mail.json' with { type: 'json' };
import zhTw from '../locales/zh-TW/mail.json' with { type: 'json' };
import { fillText } from '../locales/texts.ts';
import type { Placeholder } from '@atelier/domain/messages/contract.ts';
import type { Template } from '@atelier/domain/messages/wording.ts';
import type { MessageKind } from '@atelier/domain/shared/message-terms.ts';

const FILES: Readonly<Record<ReferenceLanguage, typeof en>> = {
  en,
  'zh-CN': zhCn,
  'zh-TW': zhTw,
  fr,
  es,
  ja,
  ar,
};

export const defaultTemplate = (kind: MessageKind, language: ReferenceLanguage): Template =>
  FILES[language].kind[kind];

/** Which places a kind may name: an amount is known for a fee alone. */
export const placeholdersOf = (kind: MessageKind): readonly Placeholder[] =>
  kind === 'fee'
    ? ['customer', 'number', 'product', 'shop', 'phone', 'amount', 'link']
    : ['customer', 'number', 'product', 'shop', 'phone', 'link'];

export type Filling = Readonly<Record<Placeholder, string>>;

/** A finished message. The link to end messages stands below every body, whatever the template says. */
export interface Words {
  readonly subject: string;
  readonly body: string;
  readonly footer: string;
}

export function fillTemplate(
  { subject, body }: Template,
  values: Filling,
  language: ReferenceLanguage,
  optOutLink: string,
): Words {
  return {
    subject: oneLine(fillText(subject, values)),
    body: fillText(body, values),
    footer: fillText(FILES[language].footer, { shop: values.shop, optOut: optOutLink }),
  };
}

/** A subject is a header: nothing that was filled in may begin another one. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** What the page says on which a customer chooses. */
export const choiceWords = (language: ReferenceLanguage): (typeof en)['choice'] => FILES[language].choice;

/** Something of a template that cannot stand: which field, the code, and the place it is about. */
export interface TemplateIssue {
  readonly field: 'subject' | 'body';
  readonly code: 'text_required' | 'placeholder_unknown' | 'link_missing';
  readonly place: string;
}

/** What is wrong with a template: empty words, a place that is not known here, a fee without the link that answers it. */
export function templateIssues(kind: MessageKind, template: Template): readonly TemplateIssue[] {
  const known = new Set<string>(placeholdersOf(kind));
  const issues: TemplateIssue[] = [];
  for (const field of ['subject', 'body'] as const) {
    const text = template[field];
    if (text.trim() === '') issues.push({ field, code: 'text_required', place: '' });
    const foreign = placesIn(text).find((place) => !known.has(place));
    if (foreign !== undefined) issues.push({ field, code: 'placeholder_unknown', place: foreign });
  }
  if (kind === 'fee' && !placesIn(template.body).includes('link'))
    issues.push({ field: 'body', code: 'link_missing', place: 'link' });
  return issues;
}

/** What stands in double braces, however it is spelt. */
const placesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, place = '']) => place);
