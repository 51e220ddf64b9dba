import type { DepositReceipt, PaperSignature, ReceiptPiece } from '@atelier/domain/documents/paper.ts';
import { REFERENCE_LANGUAGES, type ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import { itemStream } from '@atelier/domain/kernel.ts';
import { shownMarks } from '@atelier/domain/repair/pictures/marks.ts';
import { releasedPictures } from '@atelier/domain/repair/pictures/pictures.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import { AlteredFile } from '../blobs/altered-file.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { Database } from '../platform/database.ts';
import { itemAggregate } from '../aggregates.ts';
import { findNamedImageHash } from '../images/images.queries.ts';
import { findUserNames } from '../shared/people.queries.ts';
import { findItemSignatures } from '../shipping/signature.queries.ts';
import { paperLoans } from './paper-loans.queries.ts';
import { reasonNames } from './package-paper.queries.ts';

export interface FoundReceipt {
  /** Of the paper: the one asked for, else the customer's. */
  readonly language: ReferenceLanguage;
  readonly paper: Omit<DepositReceipt, 'printedAt' | 'pageUrl'>;
  /** What the address of the customer's page ends with. */
  readonly reference: string;
}

export interface ReceiptTools {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly blobs: Pick<BlobStore, 'get'>;
}

export interface ReceiptReader {
  /** Of the paper; undefined = the customer's. */
  readonly language: ReferenceLanguage | undefined;
  /** The holder of a customer's link sees a picture only where staff released it. */
  readonly isCustomer: boolean;
}

/**
 * What the receipt of a deposit says. Undefined when the deposit, or each of its pieces, is not the caller's to see; call
 * inside `inScope`. A piece that another one continues is left out: the jewel stands there once.
 */
export async function findDepositReceipt(
  trx: Kysely<Database>,
  tools: ReceiptTools,
  rmaId: number,
  reader: ReceiptReader,
): Promise<FoundReceipt | undefined> {
  const row = await findRow(trx, rmaId);
  const pieces = await findPieces(trx, rmaId);
  const [first] = pieces;
  if (row === undefined || first === undefined) return undefined;
  const language = reader.language ?? REFERENCE_LANGUAGES.find((known) => known === row.language) ?? 'en';
  const reasons = await reasonNames(trx, language);
  const facts = await Promise.all(pieces.map(({ id }) => factsOf(trx, tools, id, reader)));
  const { number, client, createdAt, delivery, timeZone, reference, shop: name, ...place } = row;
  return {
    language,
    reference,
    paper: {
      number,
      client,
      createdAt: createdAt.toISOString(),
      delivery,
      timeZone,
      clerk: await nameOf(trx, facts[0]?.clerk),
      pieces: pieces.map((piece, index) => pieceOf(piece, facts[index] ?? UNKNOWN, reasons)),
      signature: await depositSignature(trx, tools, first.id),
      shop: {
        code: place.code,
        name,
        phone: place.phone,
        address: place.address,
        postalCode: place.postalCode,
        city: place.city,
        country: place.country,
      },
    },
  };
}

function findRow(trx: Kysely<Database>, rmaId: number) {
  return trx
    .selectFrom('rma_row as r')
    .innerJoin('sites as s', 's.id', 'r.store_id')
    .select(['r.number', 'r.fullname as client', 'r.created_at as createdAt', 'r.delivery', 'r.language'])
    .select(['r.public_reference as reference', 's.code', 's.name as shop', 's.phone', 's.address'])
    .select(['s.postal_code as postalCode', 's.city', 's.country', 's.time_zone as timeZone'])
    .where('r.id', '=', rmaId)
    .executeTakeFirst();
}

type PieceRow = Awaited<ReturnType<typeof findPieces>>[number];

function findPieces(trx: Kysely<Database>, rmaId: number) {
  return trx
    .selectFrom('item_row')
    .select(['id', 'number', 'product_name', 'sku', 'size', 'serial', 'reasons'])
    .select(['fee_amount', 'fee_paid_amount', 'fee_currency', 'expected_likely', 'expected_latest'])
    .where('rma_id', '=', rmaId)
    .where('linked_to', 'is', null)
    .orderBy('id')
    .execute();
}

const pieceOf = (
  row: PieceRow,
  { weight, inWarranty, picture, marks, loan }: PieceFacts,
  reasons: ReadonlyMap<number, string>,
): ReceiptPiece => ({
  weight,
  inWarranty,
  picture,
  marks,
  loan,
  number: row.number,
  name: row.product_name,
  sku: row.sku,
  size: row.size ?? '',
  serial: row.serial ?? '',
  reasons: row.reasons.flatMap((id) => reasons.get(id) ?? []),
  fee: row.fee_amount > 0 ? { amount: row.fee_amount, currency: row.fee_currency } : null,
  expected:
    row.expected_likely === null || row.expected_latest === null
      ? null
      : { likely: row.expected_likely, latest: row.expected_latest },
  paid: row.fee_paid_amount > 0 ? { amount: row.fee_paid_amount, currency: row.fee_currency } : null,
});

/** What the counter recorded of a piece and its row does not hold. */
interface PieceFacts extends Pick<ReceiptPiece, 'weight' | 'inWarranty' | 'picture' | 'marks' | 'loan'> {
  /** The account that registered it. */
  readonly clerk: number | undefined;
}

const UNKNOWN: PieceFacts = {
  weight: null,
  inWarranty: null,
  picture: null,
  marks: [],
  loan: null,
  clerk: undefined,
};

async function factsOf(
  trx: Kysely<Database>,
  { store, blobs }: ReceiptTools,
  itemId: number,
  { isCustomer }: ReceiptReader,
): Promise<PieceFacts> {
  const history = await unlessArchived(store.readStream(itemStream(itemId)));
  const item = itemAggregate.stateOf(history?.events ?? []);
  if (item.kind === 'none') return UNKNOWN;
  const shown = isCustomer ? releasedPictures(item) : item.images;
  const marks = shownMarks(item);
  const pictures = [...marks.map(({ image }) => image), ...item.images];
  const shownPicture = pictures.find((image) => shown.includes(image));
  const { actor } = history?.events[0]?.metadata ?? {};
  return {
    weight: item.weights.totalMg,
    inWarranty: item.warranty.inWarranty,
    picture: await pictureOf(trx, blobs, shownPicture),
    marks: marks.map(({ image, x, y, text }) => ({ x, y, text, isOnPicture: image === shownPicture })),
    loan: paperLoans(item).find(({ isBack }) => !isBack) ?? null,
    clerk: actor?.kind === 'user' && typeof actor.id === 'number' ? actor.id : undefined,
  };
}

/** A picture that is gone or altered costs the receipt nothing but the picture: a dispute file reports it. */
async function pictureOf(
  trx: Kysely<Database>,
  blobs: ReceiptTools['blobs'],
  imageId: string | undefined,
): Promise<string | null> {
  if (imageId === undefined) return null;
  try {
    const hash = await findNamedImageHash(trx, imageId);
    const content = hash === undefined ? undefined : await blobs.get(hash);
    return content === undefined ? null : Buffer.from(content.bytes).toString('base64');
  } catch (error) {
    if (error instanceof AlteredFile) return null;
    throw error;
  }
}

async function nameOf(trx: Kysely<Database>, userId: number | undefined): Promise<string> {
  if (userId === undefined) return '';
  return (await findUserNames(trx, [userId])).get(userId) ?? '';
}

/** Undefined where the events lie in an archive. */
async function unlessArchived<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ArchivedHistory) return undefined;
    throw error;
  }
}

/** The newest one drawn when the piece was handed in; none of an erased person, nor where its events lie in an archive. */
async function depositSignature(
  trx: Kysely<Database>,
  { store, blobs }: ReceiptTools,
  itemId: number,
): Promise<PaperSignature | null> {
  const all = await unlessArchived(findItemSignatures(trx, store, blobs, itemId));
  const newest = all?.find(({ kind }) => kind === 'deposit');
  if (newest === undefined || newest.strokes.length === 0) return null;
  return { signer: newest.signer_name, strokes: newest.strokes, image: null };
}
