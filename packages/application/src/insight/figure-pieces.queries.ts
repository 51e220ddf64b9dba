import type { Figure } from '@atelier/domain/insight/figures.ts';
import type { FigurePiece } from '@atelier/contracts/insight/schema.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { figurePieces, type FigureAsked, type Mark } from './figures.queries.ts';

export interface PiecesAsked {
  readonly figure: Figure;
  readonly asked: FigureAsked;
  readonly mark: Mark;
  readonly page: number;
  readonly pageSize: number;
}

/** The pieces that a figure counts, the oldest deposit first, and how many there are. Inside `inScope`. */
export async function listFigurePieces(
  trx: Kysely<Database>,
  { figure, asked, mark, page, pageSize }: PiecesAsked,
): Promise<{ readonly rows: readonly FigurePiece[]; readonly total: number }> {
  const counted = sql`piece_facts f where ${figurePieces(figure, asked, mark)}`;
  const { rows: sums } = await sql<{
    total: number;
  }>`select count(*)::integer as total from ${counted}`.execute(trx);
  const { rows } = await sql<FigurePiece>`
    select f.item_id, i.rma_id, i.number, f.sku, i.product_name, s.name as shop, f.status,
           ${times}, f.fee_quoted as fee_amount, f.fee_currency
      from (select * from ${counted} order by f.deposited_at, f.item_id
             limit ${pageSize} offset ${(page - 1) * pageSize}) f
      join item_row i on i.id = f.item_id join sites s on s.id = f.store_id
     order by f.deposited_at, f.item_id`.execute(trx);
  return { rows, total: sums[0]?.total ?? 0 };
}

const times = sql.join(
  ['deposited_at', 'ready_at', 'collected_at'].map(
    (column) =>
      sql`to_char(${sql.ref(`f.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.ref(column)}`,
  ),
);
