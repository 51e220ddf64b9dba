import type { DeliveryTarget } from '@atelier/domain/reference/contract.ts';
import type { Mark } from '../../shared/marks/mark.ts';
import type { Signature } from '../../shared/item/signature-ink.ts';

/** Why a repaired piece comes again (product/deposit.md §2). */
export const RENEW_REASONS = ['same_defect', 'new_defect', 'not_satisfied'] as const;

/** One jewel as it is typed: texts where a person types, flags where the form knows. */
export interface PieceValues {
  invoice_number: string;
  /** The number that was last checked and found; another one asks for a new check. */
  invoice_checked: string;
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
  /** Typed by hand: the listed fees no longer overwrite it. */
  amount_is_own: boolean;
  total_weight: string;
  carat_weight: string;
  extended_warranty: boolean;
  extended_warranty_proof: string[];
  /** The warranty set by hand against the rule; '' leaves it to the rule. */
  warranty_override: '' | 'in' | 'out';
  override_reason: string;
  is_waived_fee: boolean;
  store_remark: string;
  is_repaired_before: boolean;
  renew_reasons: string[];
  images: string[];
  /** On `images`; a mark whose picture is removed goes with it. */
  marks: Mark[];
  gold_image: string[];
  gold_weight: string;
  /** As typed: the number of the certificate. */
  sequence_number: string;
  /** Editing the number unchecks it. */
  sequence_checked: boolean;
  /** As the certificate has them once it was checked. */
  certificate_no: string;
  certified_sequence: string;
  is_fake: boolean;
  fake_image: string[];
  fake_remark: string;
  loan_description: string;
  loan_due: string;
  loan_value: string;
  loan_code: string;
  loan_condition: string;
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
  /** Owned by the CRM: read-only here (product/deposit.md §5). */
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
  delivery: DeliveryTarget;
  /** What the country answered to sending it to the customer. */
  delivery_refused: boolean;
  platform_type: string;
  fulfilled_date: string;
  original_order_id: string;
  original_order_number: string;
  signature: Signature | null;
  items: PieceValues[];
}

export const emptyPiece = (): PieceValues => ({
  invoice_number: '',
  invoice_checked: '',
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
  amount_is_own: false,
  total_weight: '',
  carat_weight: '',
  extended_warranty: false,
  extended_warranty_proof: [],
  warranty_override: '',
  override_reason: '',
  is_waived_fee: false,
  store_remark: '',
  is_repaired_before: false,
  renew_reasons: [],
  images: [],
  marks: [],
  gold_image: [],
  gold_weight: '',
  sequence_number: '',
  sequence_checked: false,
  certificate_no: '',
  certified_sequence: '',
  is_fake: false,
  fake_image: [],
  fake_remark: '',
  loan_description: '',
  loan_due: '',
  loan_value: '',
  loan_code: '',
  loan_condition: '',
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
  delivery: 'store',
  delivery_refused: false,
  platform_type: '',
  fulfilled_date: '',
  original_order_id: '',
  original_order_number: '',
  signature: null,
  items: [emptyPiece()],
});
