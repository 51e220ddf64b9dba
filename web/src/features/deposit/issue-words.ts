import type { FieldError } from '@atelier/contracts/contract/envelope.ts';
import type { DepositIssueCode } from '@atelier/domain/deposit/deposit-issue.ts';

export interface FieldIssue {
  /** As the form names its fields: `items.0.reasons`. */
  readonly path: string;
  /** A key under `deposit:error`. */
  readonly code: string;
}

/** Codes by the form's sentences. What is missing here says the sentence of its field, or "please check". */
const SENTENCES: Readonly<Partial<Record<DepositIssueCode, string>>> = {
  invalid_phone: 'phone_format',
  phone_owned_by_crm: 'phone_format',
  email_invalid: 'email_format',
  customer_unknown: 'customer_unknown',
  country_unknown: 'country',
  delivery_not_allowed: 'delivery',
  fulfilled_date_future: 'fulfilled_date_future',
  product_unknown: 'product_unknown',
  invoice_check_again: 'invoice_check_again',
  invoice_without_shipping_fee: 'invoice_without_shipping_fee',
  invoice_other_product: 'invoice_other_product',
  purchase_date_future: 'purchase_date_future',
  purchase_date_not_invoiced: 'purchase_date_not_invoiced',
  reason_not_offered: 'reason_not_offered',
  sub_reason_foreign: 'sub_reason_foreign',
  image_unknown: 'image_unknown',
  sequence_number_mismatch: 'certificate_elsewhere',
  certificate_unknown: 'certificate_unknown',
  certificate_other_product: 'certificate_elsewhere',
  maintenance_amount_below_list: 'amount_below_list',
  warranty_override_forbidden: 'override_forbidden',
  loan_description_required: 'loan_description',
  loan_due_required: 'loan_due',
  loan_due_past: 'loan_past',
  signature_required: 'signature_invalid',
  invalid_image: 'signature_invalid',
};

const SENTENCE_OF: ReadonlyMap<string, string> = new Map(Object.entries(SENTENCES));

/** Fields that the body nests and the form does not. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\.warranty_override(\.\w+)?$/, '.override_reason'],
  [/\.exchange_survey\.comment$/, '.survey_comment'],
  [/\.exchange_survey(\.reason)?$/, '.survey_reason'],
  [/\.fake_product\.remark$/, '.fake_remark'],
  [/\.fake_product(\.image)?$/, '.fake_image'],
  [/\.loan\.due_on$/, '.loan_due'],
  [/\.loan\.(\w+)$/, '.loan_$1'],
  [/\.loan$/, '.loan_description'],
  [/\.certificate_no$/, '.sequence_number'],
  [/\.(images|reasons|renew_reasons)\.\d+$/, '.$1'],
  [/\.sub_reasons(\.\d+)?$/, '.reasons'],
  [/^signature\..*$/, 'signature'],
  [/^customer_id$/, 'firstname'],
];

const nameOf = (path: string): string =>
  NAMES.reduce((name, [pattern, own]) => name.replace(pattern, own), path);

const REQUIRED = /_(required|unchecked)$/;
/** Texts whose words are counted; any other that is too long says the sentence of its field. */
const REMARKS: ReadonlySet<string> = new Set([
  'store_remark',
  'override_reason',
  'survey_comment',
  'fake_remark',
]);
/** Fields that may be left out, and so have no sentence that asks for them. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'product_size',
  'serial_number',
  'loan_code',
  'loan_value',
  'loan_condition',
]);

/** An issue of any source, as the form names its fields and says its sentences. */
export function fieldIssueOf({ path, code }: Pick<FieldError, 'path' | 'code'>): FieldIssue {
  const name = nameOf(path);
  return { path: name, code: SENTENCE_OF.get(code) ?? sentenceOf(name.split('.').at(-1) ?? name, code) };
}

function sentenceOf(field: string, code: string): string {
  if (code === 'text_too_long' && REMARKS.has(field)) return 'remark_long';
  const isOfField = REQUIRED.test(code) || code === 'invalid_value' || code === 'text_too_long';
  return isOfField && !OPTIONAL.has(field) ? field : 'other';
}

/** What the server found wrong (product/calls.md §1). */
export const serverIssues = (errors: readonly FieldError[]): FieldIssue[] => errors.map(fieldIssueOf);
