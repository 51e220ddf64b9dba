import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { DuplicatesView, DuplicateView } from '@atelier/domain/rma/duplicates-schema.ts';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { inScope } from '../database.ts';

/** A piece, as far as a form knows it; '' = not known. */
export interface PieceAsked {
  readonly serial: string;
  readonly invoiceNo: string;
  readonly sku: string;
  readonly exceptRmaId?: number | undefined;
}

/** Taken, closed and cancelled repairs are no duplicates. */
const ENDED = [16, 20, 21] as const;
const MOST = 50;

/**
 * Open repairs of the same serial, or of the same invoice line (product/deposit.md §8). Those that the scope sees are listed;
 * of others only that there are some.
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

type Row = Awaited<ReturnType<typeof openRows>>[number];

function openRows(trx: Transaction<Database>, asked: readonly PieceAsked[]) {
  const except = asked.flatMap(({ exceptRmaId }) => exceptRmaId ?? []);
  return trx
    .selectFrom('item_row as i')
    .innerJoin('sites as s', 's.id', 'i.store_id')
    .select(['i.id', 'i.rma_id', 'i.number', 'i.status', 'i.created_at', 'i.serial', 's.name as store_name'])
    .where('i.status', 'not in', ENDED)
    .where((where) => where.not(where('i.rma_id', '=', where.fn.any(where.val(except)))))
    .where((where) =>
      where.or(
        asked.flatMap(({ serial, invoiceNo, sku }) => [
          ...(serial === '' ? [] : [where('i.serial', '=', serial)]),
          ...(invoiceNo === '' || sku === ''
            ? []
            : [where.and([where('i.invoice_number', '=', invoiceNo), where('i.sku', '=', sku)])]),
        ]),
      ),
    )
    .orderBy('i.id', 'desc')
    .limit(MOST)
    .execute();
}

function viewOf(row: Row, asked: readonly PieceAsked[]): DuplicateView {
  const isSerial = asked.some(({ serial }) => serial !== '' && serial === row.serial);
  return {
    rma_item_id: row.id,
    rma_id: row.rma_id,
    number: row.number,
    rma_status_id: row.status,
    store_name: row.store_name,
    receive_item_date: row.created_at.toISOString(),
    because: isSerial ? 'serial' : 'invoice_line',
  };
}
