import type { SiteId } from '../kernel.ts';
import type { MessageKind } from '../shared/message-terms.ts';
import type { WordingEvent } from './events.ts';

/** The words of a message, with `{{places}}` to fill in. */
export interface Template {
  readonly subject: string;
  readonly body: string;
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Senders and templates as they were changed; what is not in it is as the program has it. */
export interface Wording {
  /** Of all shops without a separate sender; null = none, and nothing is sent. */
  readonly sender: Sender | null;
  readonly senders: ReadonlyMap<SiteId, Sender>;
  /** By `kind language`. */
  readonly templates: ReadonlyMap<string, Template>;
}

export const initialWording: Wording = { sender: null, senders: new Map(), templates: new Map() };

const templateKey = (kind: MessageKind, language: string): string => `${kind} ${language}`;

/** Folds one event. */
export function evolveWording(state: Wording, event: WordingEvent): Wording {
  if (event.type === 'MessageTemplateChanged') {
    const { kind, language, template } = event.data;
    return { ...state, templates: withEntry(state.templates, templateKey(kind, language), template) };
  }
  const { siteId, name, address } = event.data;
  const sender = address === '' ? null : { name, address };
  return siteId === null
    ? { ...state, sender }
    : { ...state, senders: withEntry(state.senders, siteId, sender) };
}

function withEntry<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value | null) {
  const next = new Map(map);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
}

/** The shop's own sender, else the one of all shops. */
export const senderOf = ({ sender, senders }: Wording, storeId: SiteId): Sender | null =>
  senders.get(storeId) ?? sender;

/** The configured text; undefined = the program's. */
export const ownTemplateOf = ({ templates }: Wording, kind: MessageKind, language: string) =>
  templates.get(templateKey(kind, language));
