import { REASON_NAME_LENGTH } from '../../contract/named-reason.ts';
import { DELIVERY_TARGETS, REJECT_AUDIENCES } from '../contract.ts';
import { choice, column, CURRENCY, integer, KEY, money, refTo, YES_NO, type ColumnKind } from './column.ts';
import { dataSet } from './data-set.ts';
import { countryColumn } from './sets-places.ts';

const words = (max: number): ColumnKind => ({ kind: 'translated', max });
const SORT = column('sort', integer(0, 100_000), '10');
const ACTIVE = column('is_active', YES_NO, 'true');

export const REASONS = dataSet('reasons', 'rma_reasons', [
  column('id', integer(1), '1', KEY),
  column('name', words(100), 'Stone lost', { to: 'names' }),
  SORT,
  ACTIVE,
]);

export const SUB_REASONS = dataSet('sub_reasons', 'rma_sub_reasons', [
  column('id', integer(1), '101', KEY),
  column('reason_id', integer(1), '1', { ...refTo('rma_reasons', 'id', 'reason_id'), isFixed: true }),
  column('name', words(100), 'Centre stone', { to: 'names' }),
  column('description', words(500), 'Set a new stone', { to: 'descriptions' }),
  SORT,
  ACTIVE,
  column('is_under_warranty', YES_NO, 'true'),
]);

export const REPAIR_FEES = dataSet('repair_fees', 'repair_fees', [
  column('sub_reason_id', integer(1), '101', { ...KEY, ...refTo('rma_sub_reasons', 'id', 'sub_reason_id') }),
  countryColumn(KEY),
  column('currency', CURRENCY, 'EUR', KEY),
  column('amount', money('currency'), '85.00'),
]);

export const SHIPPING_FEES = dataSet('shipping_fees', 'shipping_fees', [
  countryColumn(KEY),
  column('destination', choice(...DELIVERY_TARGETS), 'client', KEY),
  column('allowed', YES_NO, 'true'),
  column('amount', money('currency'), '25.00'),
  column('currency', CURRENCY, 'EUR'),
]);

export const REJECT_REASONS = dataSet('reject_reasons', 'reject_reasons', [
  column('id', integer(1), '1', KEY),
  column('audience', choice(...REJECT_AUDIENCES), 'store', { isFixed: true }),
  column('name', words(REASON_NAME_LENGTH), 'Finish not as agreed', { to: 'names' }),
  SORT,
  ACTIVE,
]);
