import { eventWords } from '../locales/event-words.ts';
import { fillText, TEXTS, type Texts } from '../locales/texts.ts';
import type { Money } from '@atelier/domain/kernel.ts';
import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import type {
  Dossier,
  DossierAbout,
  DossierDeposit,
  DossierEvent,
  DossierMessage,
  Readable,
  ReadableLine,
} from '@atelier/domain/privacy/dossier.ts';

type PersonTexts = Texts['documents']['person'];

/** The readable file of a person: the information that Art. 15 asks for, and what happened, in their language, oldest first. */
export function readableOf(dossier: Pick<Dossier, 'language' | 'about' | 'deposits'>): Readable {
  const { language, about, deposits } = dossier;
  const texts = TEXTS[language].documents.person;
  return {
    about: about === undefined ? [] : aboutLines(about, texts),
    deposits: deposits.map((deposit) => ({ number: deposit.number, lines: linesOf(deposit, language) })),
  };
}

/** Purposes, categories, recipients, terms, source and rights (GDPR Art. 15(1)). */
function aboutLines({ sources, sites, carriers, months }: DossierAbout, texts: PersonTexts) {
  const { heading, text } = texts;
  const terms = months === null ? text.termOpen : fillText(text.term, { months });
  const recipients = [text.recipients, [...sites, ...carriers].join(', ')].filter(Boolean).join(' ');
  return [
    { heading: heading.purposes, text: text.purposes },
    { heading: heading.categories, text: text.categories },
    { heading: heading.recipients, text: recipients },
    { heading: heading.terms, text: terms },
    { heading: heading.source, text: sources.map((source) => text.source[source]).join(' ') },
    { heading: heading.rights, text: text.rights },
    { heading: heading.automated, text: text.automated },
  ];
}

const linesOf = (deposit: DossierDeposit, language: ReferenceLanguage): readonly ReadableLine[] =>
  [
    ...deposit.pieces.flatMap(({ number, history }) =>
      history.map((event) => eventLine(event, number, language)),
    ),
    ...(deposit.messages ?? []).map((message) => messageLine(message, language)),
    ...deposit.history.flatMap((event) => choiceLine(event, language)),
  ].toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));

const KINDS: Readonly<Record<string, ReadableLine['kind']>> = {
  PaymentRecorded: 'payment',
  ItemHandedOver: 'delivery',
  CommentAdded: 'words',
  FollowUpRecorded: 'words',
};

/** Fields that hold free text, or that say where something went. */
const SAID = [
  'text',
  'note',
  'remark',
  'reason',
  'means',
  'reference',
  'name',
  'carrierProof',
  'trackingNumber',
];

function eventLine(
  { at, type, data }: DossierEvent,
  piece: string,
  language: ReferenceLanguage,
): ReadableLine {
  const facts = new Map<string, unknown>(Object.entries(data));
  const [to, move] = [facts.get('to'), facts.get('move')];
  const status = typeof to === 'number' ? to : null;
  const said = SAID.map((name) => facts.get(name)).filter(
    (value) => typeof value === 'string' && value !== '',
  );
  return {
    at,
    kind: KINDS[type] ?? 'step',
    piece,
    what: eventWords(language, { type, status, move: typeof move === 'string' ? move : null }),
    amount: moneyOf(facts.get('paid') ?? facts.get('fee')),
    text: said.length === 0 ? null : said.join(' · '),
  };
}

function moneyOf(value: unknown): Money | null {
  if (typeof value !== 'object' || value === null) return null;
  const { amount, currency }: { amount?: unknown; currency?: unknown } = value;
  return typeof amount === 'number' && typeof currency === 'string' ? { amount, currency } : null;
}

function messageLine(
  { at, kind, state, channel, to, text }: DossierMessage,
  language: ReferenceLanguage,
): ReadableLine {
  const { message } = TEXTS[language].documents.person;
  const plain = { at, kind: 'message', piece: null, amount: null } as const;
  if (kind === 'received') return { ...plain, what: message.received, text: text ?? channel };
  const what = fillText(state === 'sent' ? message.sent : message.unsent, { kind: message.kind[kind] });
  return { ...plain, what, text: text ?? to ?? channel };
}

/** That the person wants no messages, or wants them again. */
function choiceLine({ at, type }: DossierEvent, language: ReferenceLanguage): readonly ReadableLine[] {
  const { message } = TEXTS[language].documents.person;
  const what =
    type === 'MessagesDeclined' ? message.declined : type === 'MessagesWanted' ? message.wanted : '';
  return what === '' ? [] : [{ at, kind: 'message', piece: null, what, amount: null, text: null }];
}
