import type {
  RejectReasonView,
  RepairFeeView,
  RmaReasonView,
  ShippingFeeView,
  SubReasonView,
  SystemReasonView,
} from '@atelier/contracts/reference/schema.ts';
import type { RejectAudience } from '@atelier/domain/reference/contract.ts';
import type { RmaReasonRow, RmaSubReasonRow } from './repair.table.ts';
import type { AppDb } from '../platform/database.ts';

const subReasonView = (row: RmaSubReasonRow): SubReasonView => ({
  id: row.id,
  rma_reason_id: row.reason_id,
  Name: row.names.en,
  names: row.names,
  description: row.descriptions.en,
  descriptions: row.descriptions,
  sort: row.sort,
  IsActive: row.is_active,
  is_under_warranty: row.is_under_warranty,
  version: row.version,
});

const reasonView = (row: RmaReasonRow) => ({
  id: row.id,
  Name: row.names.en,
  names: row.names,
  sort: row.sort,
  IsActive: row.is_active,
  version: row.version,
});

const subReasonRows = (db: AppDb) =>
  db.selectFrom('rma_sub_reasons').selectAll().orderBy('reason_id').orderBy('sort').orderBy('id');

const reasonRows = (db: AppDb) => db.selectFrom('rma_reasons').selectAll().orderBy('sort').orderBy('id');

/** The reasons a shop may choose now, each with its active sub-reasons (product/reference.md §2: only active ones). */
export const listActiveReasons = async (db: AppDb): Promise<RmaReasonView[]> => {
  const reasons = await reasonRows(db).where('is_active', '=', true).execute();
  const subReasons = await subReasonRows(db).where('is_active', '=', true).execute();
  return reasons.map((row) => ({
    ...reasonView(row),
    checked: false,
    sub_reasons: subReasons.filter((sub) => sub.reason_id === row.id).map(subReasonView),
  }));
};

/** Every reason with how many sub-reasons it has: old items still name inactive ones. */
export const listSystemReasons = async (db: AppDb): Promise<SystemReasonView[]> => {
  const reasons = await reasonRows(db).execute();
  const subReasons = await subReasonRows(db).execute();
  return reasons.map((row) => ({
    ...reasonView(row),
    sub_reason_count: subReasons.filter((sub) => sub.reason_id === row.id).length,
  }));
};

/** All sub-reasons of one reason, inactive ones too. */
export const listSubReasons = async (db: AppDb, reasonId: number): Promise<SubReasonView[]> =>
  (await subReasonRows(db).where('reason_id', '=', reasonId).execute()).map(subReasonView);

export const findSubReason = async (db: AppDb, id: number): Promise<SubReasonView | undefined> => {
  const row = await subReasonRows(db).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : subReasonView(row);
};

export interface FeesAsked {
  readonly country?: string | undefined;
  readonly subReasonId?: number | undefined;
}

/** Out-of-warranty fees in minor units, of one country or of all. */
export const listRepairFees = (db: AppDb, asked: FeesAsked): Promise<RepairFeeView[]> => {
  let query = db
    .selectFrom('repair_fees')
    .innerJoin('rma_sub_reasons', 'rma_sub_reasons.id', 'repair_fees.sub_reason_id')
    .select(['reason_id as rma_reason_id', 'sub_reason_id as rma_sub_reason_id'])
    .select(['country', 'currency', 'amount as fee']);
  if (asked.country !== undefined) query = query.where('country', '=', asked.country);
  if (asked.subReasonId !== undefined) query = query.where('sub_reason_id', '=', asked.subReasonId);
  return query.orderBy('sub_reason_id').orderBy('country').execute();
};

/** Why a store, or the operation side, may refuse a piece. */
export const listRejectReasons = async (db: AppDb, audience: RejectAudience): Promise<RejectReasonView[]> => {
  const rows = await db
    .selectFrom('reject_reasons')
    .selectAll()
    .where('audience', '=', audience)
    .where('is_active', '=', true)
    .orderBy('sort')
    .execute();
  return rows.map((row) => ({ id: row.id, Name: row.names.en, names: row.names, user_type: row.audience }));
};

/** What sending a piece back costs per country, to the store and to the client's door. */
export const listShippingFees = (db: AppDb): Promise<ShippingFeeView[]> =>
  db
    .selectFrom('shipping_fees')
    .innerJoin('countries', 'countries.code', 'shipping_fees.country')
    .select(['countries.id as countries_id', 'countries.code', 'destination', 'allowed'])
    .select(['amount as fee', 'currency'])
    .orderBy('countries.code')
    .orderBy('destination', 'desc')
    .execute();
