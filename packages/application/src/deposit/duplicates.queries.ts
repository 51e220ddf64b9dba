import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { DuplicatesView, DuplicateView } from '@atelier/contracts/deposit/duplicates-schema.ts';
import { codeKey } from '@atelier/domain/contract/codes.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { sql, type ExpressionBuilder, type Kysely, type SqlBool, type Transaction } from 'kysely';
import { type Database, inScope } from '../platform/database.ts';

/** A piece, as far as a form knows it; '' = not known. */
export interface PieceAsked {
  readonly serial: string;
  readonly invoiceNo: string;
  readonly sku: string;
  readonly exceptRmaId?: number | undefined;
}

/** Repairs of these statuses are no duplicates: the piece was handed back. */
const ENDED = [Status.TakenByClient, Status.Cancelled, Status.Closed] as const;
const MOST = 50;

/**
 * Open repairs of the same serial, or of the same invoice line, and repairs that replaced a piece of this serial, which the
 * factory kept (product/deposit.md §8). Those that the scope sees are listed; of others only that there are some.
 */
export async function findDuplicates(
  db: Kysely<Database>,
  scope: DataScope,
  pieces: readonly PieceAsked[],
): Promise<DuplicatesView> {
  const asked = pieces.filter(({ serial, invoiceNo }) => serial !== '' || invoiceNo !== '');
  if (asked.length === 0) return { open: [], elsewhere: false };
  const all = await inScope(db, { kind: 'all' }, (trx) => openRows(trx, asked));
  if (all.length === 0) return { open: [], elsewhere: false };
  const seen = await inScope(db, scope, (trx) => openRows(trx, asked));
  return { open: seen.map((row) => viewOf(row, asked)), elsewhere: seen.length < all.length };
}

/** The tables of `duplicates` under their short names. */
type Joined = Database & { readonly i: Database['item_row']; readonly s: Database['sites'] };
type Row = Awaited<ReturnType<typeof openRows>>[number];

/**
 * Two reads: row security keeps the comparison of lists from using an index, and in one condition with the serials it would
 * keep those from theirs. Few rows have a replaced piece, and they have a separate index.
 */
async function openRows(trx: Transaction<Database>, asked: readonly PieceAsked[]) {
  const open = await duplicates(trx, asked)
    .where('i.status', 'not in', ENDED)
    .where((where) => where.or(sameAs(where, asked)))
    .execute();
  const keys = serialKeys(asked);
  if (keys.length === 0) return open;
  const replaced = await duplicates(trx, asked)
    .where('i.replaced_serial_keys', 'is not', null)
    .where(sql<SqlBool>`i.replaced_serial_keys && ${keys}::text[]`)
    .execute();
  const known = new Set(open.map(({ id }) => id));
  return [...open, ...replaced.filter(({ id }) => !known.has(id))].slice(0, MOST);
}

function duplicates(trx: Transaction<Database>, asked: readonly PieceAsked[]) {
  const except = asked.flatMap(({ exceptRmaId }) => exceptRmaId ?? []);
  return trx
    .selectFrom('item_row as i')
    .innerJoin('sites as s', 's.id', 'i.store_id')
    .select(['i.id', 'i.rma_id', 'i.number', 'i.status', 'i.created_at', 'i.serial_key'])
    .select(['i.replaced_serial_keys', 's.name as store_name'])
    .where((where) => where.not(where('i.rma_id', '=', where.fn.any(where.val(except)))))
    .orderBy('i.id', 'desc')
    .limit(MOST);
}

const serialKeys = (asked: readonly PieceAsked[]): readonly string[] =>
  asked.flatMap(({ serial }) => (serial === '' ? [] : [codeKey(serial)]));

function sameAs(where: ExpressionBuilder<Joined, 'i' | 's'>, asked: readonly PieceAsked[]) {
  return asked.flatMap(({ serial, invoiceNo, sku }) => [
    ...(serial === '' ? [] : [where('i.serial_key', '=', codeKey(serial))]),
    ...(invoiceNo === '' || sku === ''
      ? []
      : [where.and([where('i.invoice_number', '=', invoiceNo), where('i.sku', '=', sku)])]),
  ]);
}

function reasonOf(row: Row, asked: readonly PieceAsked[]): DuplicateView['because'] {
  const keys = serialKeys(asked);
  if (keys.includes(row.serial_key ?? '')) return 'serial';
  return keys.some((key) => row.replaced_serial_keys?.includes(key) === true) ? 'replaced' : 'invoice_line';
}

function viewOf(row: Row, asked: readonly PieceAsked[]): DuplicateView {
  return {
    rma_item_id: row.id,
    rma_id: row.rma_id,
    number: row.number,
    rma_status_id: row.status,
    store_name: row.store_name,
    receive_item_date: row.created_at.toISOString(),
    because: reasonOf(row, asked),
  };
}
