import type { CertificateView, ProductView } from '@atelier/contracts/reference/schema.ts';
import { productImagePath, type ProductKind } from '@atelier/domain/shared/product.ts';
import type { AppDb } from '../platform/database.ts';

export interface ProductSummary {
  readonly sku: string;
  readonly name: string;
  readonly kind: ProductKind;
  readonly is_gold: boolean;
}

/** What rows and pictures need to know of some products; unknown SKUs are left out. */
export const listProductSummaries = async (db: AppDb, skus: readonly string[]): Promise<ProductSummary[]> => {
  if (skus.length === 0) return [];
  return db
    .selectFrom('products')
    .select(['sku', 'name', 'kind', 'is_gold'])
    .where('sku', 'in', skus)
    .execute();
};

export interface ProductAsked {
  readonly sku: string;
  readonly size: string | undefined;
  /** ISO 4217: the asker's own. */
  readonly currency: string;
}

/** A product with its price in one currency, in minor units; undefined when the SKU is unknown. */
export const findProduct = async (db: AppDb, asked: ProductAsked): Promise<ProductView | undefined> => {
  const row = await db
    .selectFrom('products')
    .leftJoin('prices', (join) =>
      join.onRef('prices.sku', '=', 'products.sku').on('prices.currency', '=', asked.currency),
    )
    .select(['products.sku', 'name', 'kind', 'collection', 'metal', 'is_gold', 'sizes', 'prices.amount'])
    .where('products.sku', '=', asked.sku)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { amount, ...product } = row;
  return {
    ...product,
    size: asked.size ?? null,
    size_known: asked.size !== undefined && row.sizes.includes(asked.size),
    price: amount,
    currency: asked.currency,
    image: productImagePath(row.sku),
  };
};

const grams = (milligrams: number) => milligrams / 1000;
const carats = (points: number) => points / 100;

/**
 * The certificate of one gold piece, by the number on the paper or the one in the gold: the form has one field for
 * either. The paper's comes first; undefined when there is none.
 */
export const findCertificate = async (db: AppDb, number: string): Promise<CertificateView | undefined> => {
  const row = await db
    .selectFrom('certificates')
    .selectAll()
    .where((eb) => eb.or([eb('cert_no', '=', number), eb('sequence_number', '=', number)]))
    .orderBy((eb) => eb('cert_no', '=', number), 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    cert_no: row.cert_no,
    sku: row.sku,
    serial: row.serial,
    sequence_number: row.sequence_number,
    gold_weight: grams(row.gold_mg),
    carat_weight: carats(row.carat_points),
    total_weight: grams(row.total_mg),
    issued_on: row.issued_on,
  };
};

export interface CertificateFacts {
  readonly certNo: string;
  readonly sku: string;
  readonly serial: string;
  readonly sequenceNumber: string;
}

/** Certificates by their own numbers, or by the sequence numbers they certify. */
export const listCertificateFacts = async (
  db: AppDb,
  certNos: readonly string[],
  sequenceNumbers: readonly string[],
): Promise<CertificateFacts[]> => {
  if (certNos.length + sequenceNumbers.length === 0) return [];
  const named = (column: 'cert_no' | 'sequence_number', values: readonly string[]) =>
    db
      .selectFrom('certificates')
      .select(['cert_no as certNo', 'sku', 'serial', 'sequence_number as sequenceNumber'])
      .where((eb) => eb(column, '=', eb.fn.any(eb.val([...values]))));
  return named('cert_no', certNos).union(named('sequence_number', sequenceNumbers)).execute();
};
