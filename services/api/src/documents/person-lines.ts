import type { PersonLine } from '@atelier/domain/documents/paper.ts';
import type { Dossier, DossierDeposit, DossierEvent, DossierPiece } from '@atelier/domain/privacy/dossier.ts';
import { TEXTS } from '@atelier/domain/locales/texts.ts';
import type { Wording } from './wording.ts';

const field = (caption: string, value: string | null | undefined): readonly PersonLine[] =>
  value === null || value === undefined || value === '' ? [] : [{ caption, value, isHead: false }];
const head = (value: string): PersonLine => ({ caption: '', value, isHead: true });
const gap: PersonLine = { caption: '', value: '', isHead: false };

/** What is held, in the words of the reader: contacts, pieces, their ways, and whatever was said. */
export const personLines = ({ deposits }: Dossier, wording: Wording): readonly PersonLine[] =>
  deposits.flatMap((deposit) => depositLines(deposit, wording));

function depositLines({ number, store, created_at, contact, pieces }: DossierDeposit, wording: Wording) {
  const { terms } = wording;
  const name = [contact['firstname'], contact['lastname']].filter(Boolean).join(' ');
  const address = [contact['address'], contact['city'], contact['province']].filter(Boolean).join(', ');
  return [
    head(`${number} · ${store} · ${wording.moment(created_at, 'UTC')}`),
    ...field(terms.field.client, name),
    ...field(terms.field.email, contact['email']),
    ...field(terms.field.phone, contact['phone']),
    ...field(wording.texts.receiver, [contact['receiver_name'], address].filter(Boolean).join(', ')),
    ...field(terms.field.country, wording.country(contact['country'] ?? '')),
    gap,
    ...pieces.flatMap((piece) => pieceLines(piece, wording)),
  ];
}

function pieceLines(piece: DossierPiece, wording: Wording): readonly PersonLine[] {
  const { terms, language } = wording;
  return [
    ...field(terms.field.product, `${piece.number} · ${piece.product} · ${piece.sku}`),
    ...field(terms.field.serial, piece.serial),
    ...field(terms.field.status, statusName(language, piece.status)),
    ...piece.history.flatMap((event) => eventLines(event, wording)),
    gap,
  ];
}

const statusName = (language: Wording['language'], status: unknown): string => {
  const names: Readonly<Record<string, string>> = TEXTS[language].statuses;
  return names[String(status)] ?? '';
};

/** Its moment and what came of it: a status by name, and every word somebody wrote. */
function eventLines({ at, type, data }: DossierEvent, wording: Wording): readonly PersonLine[] {
  const facts = new Map<string, unknown>(Object.entries(data));
  const moment = wording.moment(at, 'UTC');
  if (type === 'ItemStatusChanged') return field(moment, statusName(wording.language, facts.get('to')));
  const said = ['text', 'note', 'remark', 'reason', 'reference', 'carrierProof'].flatMap((name) => {
    const value = facts.get(name);
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  return said.flatMap((value) => field(moment, value));
}
