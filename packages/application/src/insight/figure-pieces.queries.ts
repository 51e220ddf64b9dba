import type { Figure } from '@atelier/domain/insight/figures.ts';
import type { FigurePiece } from '@atelier/contracts/insight/schema.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../platform/database.ts';
import { figurePieces, type FigureAsked, type Mark } from './figures.queries.ts';

export interface PiecesAsked {
  readonly figure: Figure;
  readonly asked: FigureAsked;
  readonly mark: Mark;
  readonly page: number;
  readonly pageSize: number;
}
interface Pieces {
  readonly rows: readonly FigurePiece[];
  readonly total: number;
}

/** The pieces that a figure counts, the oldest deposit first, and how many there are. Inside `inScope`. */
export const listFigurePieces = (
  trx: Kysely<Database>,
  { figure, asked, mark, ...page }: PiecesAsked,
): Promise<Pieces> => listPieces(trx, figurePieces(figure, asked, mark), page);

/** The pieces that a condition on the rows `f` of `piece_facts` counts, as above. Inside `inScope`. */
export async function listPieces(
  trx: Kysely<Database>,
  condition: RawBuilder<boolean>,
  { page, pageSize }: Pick<PiecesAsked, 'page' | 'pageSize'>,
): Promise<Pieces> {
  const { rows } = await sql<FigurePiece & { readonly total: number }>`
    with counted as materialized (
      select f.item_id, f.began_position, f.deposited_at from piece_facts f where ${condition}
    ), page as (
      select * from counted order by deposited_at, item_id limit ${pageSize} offset ${(page - 1) * pageSize}
    )
    select (select count(*)::integer from counted) as total, f.item_id, i.rma_id, i.number, f.sku, i.product_name, s.name as shop, f.status,
           ${times}, f.fee_quoted as fee_amount, f.fee_free as free_amount, f.fee_currency
      from page join piece_facts f using (item_id, began_position)
      join item_row i on i.id = f.item_id join sites s on s.id = f.store_id
     order by page.deposited_at, page.item_id`.execute(trx);
  const total = rows[0]?.total ?? (page === 1 ? 0 : await totalOf(trx, condition));
  return { rows: rows.map(({ total: _, ...row }) => row), total };
}

/** Behind the last page there is no row that says it. */
async function totalOf(trx: Kysely<Database>, condition: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*)::integer as total from piece_facts f where ${condition}`.execute(trx);
  return rows[0]?.total ?? 0;
}

const times = sql.join(
  ['deposited_at', 'ready_at', 'collected_at'].map(
    (column) =>
      sql`to_char(${sql.ref(`f.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.ref(column)}`,
  ),
);
