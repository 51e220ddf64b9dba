import type { FieldError } from '@atelier/domain/contract/envelope.ts';
import type { DepositFlawCode } from '@atelier/domain/rma/deposit-flaws.ts';
import type { FieldFlaw } from './form-schema.ts';

/** The server's own codes by the form's sentences. What is missing here says the sentence of its field, or "please check". */
const SENTENCES: Readonly<Partial<Record<DepositFlawCode, string>>> = {
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
  signature_required: 'signature_invalid',
  invalid_image: 'signature_invalid',
  text_too_long: 'remark_long',
};

/** Fields that the body nests and the form does not. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\.warranty_override(\.\w+)?$/, '.override_reason'],
  [/\.exchange_survey\.comment$/, '.survey_comment'],
  [/\.exchange_survey(\.reason)?$/, '.survey_reason'],
  [/\.fake_product\.remark$/, '.fake_remark'],
  [/\.fake_product(\.image)?$/, '.fake_image'],
  [/\.certificate_no$/, '.sequence_number'],
  [/\.(images|reasons|renew_reasons)\.\d+$/, '.$1'],
  [/\.sub_reasons(\.\d+)?$/, '.reasons'],
  [/^signature\..*$/, 'signature'],
  [/^customer_id$/, 'firstname'],
];

const nameOf = (path: string): string =>
  NAMES.reduce((name, [pattern, own]) => name.replace(pattern, own), path);

const REQUIRED = /_(required|unchecked)$/;

/** What the server found wrong, as the form names its fields and says its sentences (product/calls.md §1). */
export function serverFlaws(errors: readonly FieldError[]): FieldFlaw[] {
  return errors.map(({ path, code }) => {
    const name = nameOf(path);
    const field = name.split('.').at(-1) ?? name;
    const isMissing = REQUIRED.test(code) || code === 'invalid_value';
    const known = new Map<string, string>(Object.entries(SENTENCES)).get(code);
    return { path: name, code: known ?? (isMissing ? field : 'other') };
  });
}
