import type { ProductKind } from '@atelier/domain/shared/product.ts';

/** Rows of migrations/0009_places_and_catalogue.sql. Money in minor units, weights in milligrams, days as YYYY-MM-DD. */
export interface ProductRow {
  sku: string;
  name: string;
  kind: ProductKind;
  collection: string;
  metal: string;
  is_gold: boolean;
  sizes: string[];
  weight_mg: number;
}

export interface PriceRow {
  sku: string;
  currency: string;
  amount: number;
}

export interface CertificateRow {
  cert_no: string;
  sku: string;
  serial: string;
  sequence_number: string;
  gold_mg: number;
  carat_points: number;
  total_mg: number;
  issued_on: string;
}

export interface CatalogueTables {
  products: ProductRow;
  prices: PriceRow;
  certificates: CertificateRow;
}
