import type { DeliveryTarget, RejectAudience } from '@atelier/domain/reference/contract.ts';
import type { TranslatedText } from '@atelier/domain/contract/translated-text.ts';

/** Rows of migrations/0010_reasons_and_fees.sql. Money in minor units. */
export interface RmaReasonRow {
  id: number;
  names: TranslatedText;
  sort: number;
  is_active: boolean;
  version: number;
  position: number;
}

export interface RmaSubReasonRow {
  id: number;
  reason_id: number;
  names: TranslatedText;
  descriptions: TranslatedText;
  sort: number;
  is_active: boolean;
  is_under_warranty: boolean;
  version: number;
  position: number;
}

export interface RepairFeeRow {
  sub_reason_id: number;
  country: string;
  currency: string;
  amount: number;
}

export interface ShippingFeeRow {
  country: string;
  destination: DeliveryTarget;
  allowed: boolean;
  amount: number;
  currency: string;
}

export interface RejectReasonRow {
  id: number;
  audience: RejectAudience;
  names: TranslatedText;
  sort: number;
  is_active: boolean;
}

export interface StageSettingRow {
  status_id: number;
  target_hours: number | null;
  wip_limit: number | null;
}

export interface RepairTables {
  rma_reasons: RmaReasonRow;
  rma_sub_reasons: RmaSubReasonRow;
  repair_fees: RepairFeeRow;
  shipping_fees: ShippingFeeRow;
  reject_reasons: RejectReasonRow;
  stage_settings: StageSettingRow;
}
