import { PRODUCT_KINDS, SKU_PATTERN } from '../../shared/product.ts';
import {
  choice,
  column,
  CURRENCY,
  DAY,
  decimal,
  KEY,
  money,
  refTo,
  text,
  YES_NO,
  type Column,
} from './column.ts';
import { dataSet } from './data-set.ts';

const SKU = { ...text(32, SKU_PATTERN), isCode: true } as const;
const NUMBER = /^[A-Z0-9][A-Z0-9/-]*$/;

/** A number printed on a paper or a jewel: capitals, digits, hyphens. */
export const printed = (max: number) => ({ ...text(max, NUMBER), isCode: true }) as const;

export const skuColumn = (traits: Partial<Column> = {}): Column =>
  column('sku', SKU, 'R0101-YG', { ...refTo('products', 'sku', 'sku', 'sku'), ...traits });

export const PRODUCTS = dataSet('products', 'products', [
  column('sku', SKU, 'R0101-YG', KEY),
  column('name', text(), 'Aurore solitaire ring, 18k yellow gold'),
  column('kind', choice(...PRODUCT_KINDS), 'ring'),
  column('collection', text(100), 'Aurore'),
  column('metal', text(100), '18k yellow gold'),
  column('is_gold', YES_NO, 'true'),
  column('sizes', { kind: 'list', pattern: /^[^|]{1,16}$/, some: true }, '50|51|52'),
  column('weight_g', decimal(3), '3.6', { to: 'weight_mg' }),
]);

export const PRICES = dataSet('prices', 'prices', [
  skuColumn(KEY),
  column('currency', CURRENCY, 'EUR', KEY),
  column('amount', money('currency'), '2900.00'),
]);

const MG_PER_POINT = 2;

export const CERTIFICATES = dataSet(
  'certificates',
  'certificates',
  [
    column('cert_no', printed(32), 'C5000011', KEY),
    skuColumn(),
    column('serial', printed(40), 'R5000011', { isUnique: true }),
    column('sequence_number', printed(40), 'SQ5000011', { isUnique: true }),
    column('gold_g', decimal(3), '3.1', { to: 'gold_mg' }),
    column('carats', decimal(2), '0.25', { to: 'carat_points' }),
    column('total_g', decimal(3), '3.15', { to: 'total_mg' }),
    column('issued_on', DAY, '2026-01-31'),
  ],
  {
    // Pearls and other stones may weigh besides; less than gold and diamonds together is a slip of the pen.
    check: ({ gold_mg, carat_points, total_mg }) =>
      Number(total_mg) < Number(gold_mg) + Number(carat_points) * MG_PER_POINT
        ? [{ column: 'total_g', code: 'weights_do_not_add_up' }]
        : [],
  },
);
