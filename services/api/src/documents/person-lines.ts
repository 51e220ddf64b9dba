import type { PersonLine } from '@atelier/domain/documents/paper.ts';
import type {
  Dossier,
  DossierDeposit,
  DossierPiece,
  DossierReading,
  DossierRecord,
  ReadableLine,
} from '@atelier/domain/privacy/dossier.ts';
import { readableOf } from '@atelier/contracts/privacy/readable.ts';
import { TEXTS } from '@atelier/contracts/locales/texts.ts';
import type { Wording } from './wording.ts';

const field = (caption: string, value: string | null | undefined): readonly PersonLine[] =>
  value === null || value === undefined || value === '' ? [] : [{ caption, value, isHead: false }];
const head = (value: string): PersonLine => ({ caption: '', value, isHead: true });
const gap: PersonLine = { caption: '', value: '', isHead: false };

/** The information that a person must get, and what is held: register, contacts, pieces, history, readings. */
export function personLines(dossier: Dossier, wording: Wording): readonly PersonLine[] {
  // Files of an earlier version have no readable layer: it is made of their events.
  const { about, deposits } = dossier.readable ?? readableOf(dossier);
  return [
    ...about.flatMap(({ heading, text }) => [head(heading), ...field('', text), gap]),
    ...(dossier.register ?? []).flatMap((record) => recordLines(record, wording)),
    ...dossier.deposits.flatMap((deposit, at) => depositLines(deposit, deposits[at]?.lines ?? [], wording)),
    ...readingLines(dossier.readings ?? [], wording),
  ];
}

function contactLines(contact: DossierDeposit['contact'], wording: Wording): readonly PersonLine[] {
  const { terms } = wording;
  const name = [contact['firstname'], contact['lastname']].filter(Boolean).join(' ');
  const place = [contact['address'], contact['postal_code'], contact['city'], contact['province']];
  const receiver = [contact['receiver_name'], ...place].filter(Boolean).join(', ');
  return [
    ...field(terms.field.client, name),
    ...field(terms.field.email, contact['email']),
    ...field(terms.field.phone, contact['phone']),
    ...field(wording.texts.receiver, receiver),
    ...field(terms.field.country, wording.country(contact['country'] ?? '')),
  ];
}

const recordLines = ({ contact, orders }: DossierRecord, wording: Wording): readonly PersonLine[] => [
  head(wording.texts.person.heading.register),
  ...contactLines(contact, wording),
  ...orders.flatMap(({ order_number, invoice_no, purchase_date, pieces }) =>
    field(wording.terms.field.order, [order_number, invoice_no, purchase_date, ...pieces].join(' · ')),
  ),
  gap,
];

const depositLines = (
  { number, store, created_at, contact, pieces }: DossierDeposit,
  lines: readonly ReadableLine[],
  wording: Wording,
): readonly PersonLine[] => [
  head(`${number} · ${store} · ${wording.moment(created_at, 'UTC')}`),
  ...contactLines(contact, wording),
  gap,
  ...pieces.flatMap((piece) => pieceLines(piece, wording)),
  head(wording.texts.person.heading.happened),
  ...lines.flatMap((line) => happenedLines(line, wording)),
  gap,
];

const pieceLines = (
  piece: DossierPiece,
  { terms, language, moment, list }: Wording,
): readonly PersonLine[] => [
  ...field(terms.field.product, `${piece.number} · ${piece.product} · ${piece.sku}`),
  ...field(terms.field.serial, piece.serial),
  ...field(terms.field.status, statusName(language, piece.status)),
  ...(piece.signatures ?? []).flatMap(({ at, signer }) =>
    field(terms.field.signature, list([signer, moment(at, 'UTC')])),
  ),
  gap,
];

const statusName = (language: Wording['language'], status: unknown): string => {
  const names: Readonly<Record<string, string>> = TEXTS[language].statuses;
  return names[String(status)] ?? '';
};

/** When it happened, of which piece, what, and how much. */
function happenedLines(
  { at, piece, what, amount, text }: ReadableLine,
  wording: Wording,
): readonly PersonLine[] {
  const money = amount === null ? '' : `${wording.amount(amount.amount, amount.currency)} ${amount.currency}`;
  return field(wording.moment(at, 'UTC'), wording.list([piece ?? '', what, money, text ?? '']));
}

const readingLines = (readings: readonly DossierReading[], wording: Wording): readonly PersonLine[] =>
  readings.length === 0
    ? []
    : [
        head(wording.texts.person.heading.readings),
        ...readings.flatMap(({ at, call }) => field(wording.moment(at, 'UTC'), call)),
      ];
