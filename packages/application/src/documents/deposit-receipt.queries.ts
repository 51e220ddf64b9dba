import type { DepositReceipt, PaperSignature, ReceiptPiece } from '@atelier/domain/documents/paper.ts';
import { REFERENCE_LANGUAGES, type ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { Database } from '../platform/database.ts';
import { findItemSignatures } from '../shipping/signature.queries.ts';
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

/**
 * What the receipt of a deposit says. Undefined when the deposit, or each of its pieces, is not the caller's to see; call
 * inside `inScope`. A piece that another one continues is left out: the jewel stands there once.
 */
export async function findDepositReceipt(
  trx: Kysely<Database>,
  { store, blobs }: ReceiptTools,
  rmaId: number,
  asked: ReferenceLanguage | undefined,
): Promise<FoundReceipt | undefined> {
  const row = await findRow(trx, rmaId);
  const pieces = await findPieces(trx, rmaId);
  const [first] = pieces;
  if (row === undefined || first === undefined) return undefined;
  const language = asked ?? REFERENCE_LANGUAGES.find((known) => known === row.language) ?? 'en';
  const reasons = await reasonNames(trx, language);
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
      pieces: pieces.map((piece) => pieceOf(piece, reasons)),
      signature: await depositSignature(trx, { store, blobs }, first.id),
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
    .select(['fee_amount', 'fee_paid_amount', 'fee_currency'])
    .where('rma_id', '=', rmaId)
    .where('linked_to', 'is', null)
    .orderBy('id')
    .execute();
}

const pieceOf = (row: PieceRow, reasons: ReadonlyMap<number, string>): ReceiptPiece => ({
  number: row.number,
  name: row.product_name,
  sku: row.sku,
  size: row.size ?? '',
  serial: row.serial ?? '',
  reasons: row.reasons.flatMap((id) => reasons.get(id) ?? []),
  fee: row.fee_amount > 0 ? { amount: row.fee_amount, currency: row.fee_currency } : null,
  paid: row.fee_paid_amount > 0 ? { amount: row.fee_paid_amount, currency: row.fee_currency } : null,
});

/** The newest one drawn when the piece was handed in; none of an erased person, nor where its events lie in an archive. */
async function depositSignature(
  trx: Kysely<Database>,
  { store, blobs }: ReceiptTools,
  itemId: number,
): Promise<PaperSignature | null> {
  try {
    const all = await findItemSignatures(trx, store, blobs, itemId);
    const newest = all?.find(({ kind }) => kind === 'deposit');
    if (newest === undefined || newest.strokes.length === 0) return null;
    return { signer: newest.signer_name, strokes: newest.strokes, image: null };
  } catch (error) {
    if (error instanceof ArchivedHistory) return null;
    throw error;
  }
}
