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
  const counted = sql`piece_facts f where ${condition}`;
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
