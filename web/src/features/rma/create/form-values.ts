import type { CreateRmaBody } from '@atelier/domain/rma/contract.ts';

/** Why a repaired piece comes again (product.md §8 "renew reason"). */
export const RENEW_REASONS = ['same_defect', 'new_defect', 'not_satisfied'] as const;
export const SURVEY_REASONS = ['customer_wants_repair', 'no_stock', 'other'] as const;

/** One jewel as it is typed: texts where a person types, flags where the form knows. */
export interface PieceValues {
  invoice_number: string;
  product_sku: string;
  product_name: string;
  product_kind: string;
  product_size: string;
  is_gold: boolean;
  serial_number: string;
  purchase_date: string;
  reasons: number[];
  sub_reasons: number[];
  maintenance_amount: string;
  total_weight: string;
  carat_weight: string;
  extended_warranty: boolean;
  is_waived_fee: boolean;
  store_remark: string;
  is_repaired_before: boolean;
  renew_reasons: string[];
  gold_weight: string;
  sequence_number: string;
  /** Editing the number unchecks it. */
  sequence_checked: boolean;
  survey_reason: string;
  survey_comment: string;
}

export interface RmaValues {
  customer_id: number | null;
  customer_name: string;
  firstname: string;
  lastname: string;
  phone_code: string;
  phone: string;
  /** Owned by the CRM: read-only here (product.md §8). */
  phone_locked: boolean;
  email: string;
  language: string;
  is_agent: boolean;
  country: string;
  province: string;
  city: string;
  /** Whether the chosen country has provinces, and the chosen province cities: then they are mandatory. */
  needs_province: boolean;
  needs_city: boolean;
  address: string;
  receiver_name: string;
  receiver_phone: string;
  platform_type: string;
  fulfilled_date: string;
  original_order_id: string;
  original_order_number: string;
  items: PieceValues[];
}

export const emptyPiece = (): PieceValues => ({
  invoice_number: '',
  product_sku: '',
  product_name: '',
  product_kind: 'ring',
  product_size: '',
  is_gold: false,
  serial_number: '',
  purchase_date: '',
  reasons: [],
  sub_reasons: [],
  maintenance_amount: '',
  total_weight: '',
  carat_weight: '',
  extended_warranty: false,
  is_waived_fee: false,
  store_remark: '',
  is_repaired_before: false,
  renew_reasons: [],
  gold_weight: '',
  sequence_number: '',
  sequence_checked: false,
  survey_reason: '',
  survey_comment: '',
});

export interface FormStart {
  readonly country: string;
  readonly dialCode: string;
  readonly language: string;
}

export const emptyRma = ({ country, dialCode, language }: FormStart): RmaValues => ({
  customer_id: null,
  customer_name: '',
  firstname: '',
  lastname: '',
  phone_code: dialCode,
  phone: '',
  phone_locked: false,
  email: '',
  language,
  is_agent: false,
  country,
  province: '',
  city: '',
  needs_province: false,
  needs_city: false,
  address: '',
  receiver_name: '',
  receiver_phone: '',
  platform_type: '',
  fulfilled_date: '',
  original_order_id: '',
  original_order_number: '',
  items: [emptyPiece()],
});

export type RmaLanguage = CreateRmaBody['language'];
