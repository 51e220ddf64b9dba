import type { FieldError } from '@atelier/contracts/contract/envelope.ts';
import { DEPOSIT_ISSUES, type DepositIssueCode } from '@atelier/domain/deposit/deposit-issue.ts';

/** The sentences of product/deposit.md §1, one per code. A new code without a sentence does not compile. */
export const DEPOSIT_MESSAGES = {
  firstname_required: 'Please enter the first name',
  lastname_required: 'Please enter the last name',
  phone_code_required: 'Please enter the phone code',
  phone_required: 'Please enter the phone number',
  invalid_phone: 'Incorrect phone number format (modify it in the CRM and try again)',
  phone_owned_by_crm: 'Incorrect phone number format (modify it in the CRM and try again)',
  email_required: 'Please enter the email',
  email_invalid: 'Please enter a valid email',
  language_required: 'Please select the language',
  customer_unknown: 'This client is not in the shop’s records',
  country_required: 'Please select the country',
  country_unknown: 'Please select the country',
  province_required: 'Please select the province',
  city_required: 'Please select the city',
  address_required: 'Please enter the address',
  receiver_name_required: 'Please enter the receiver name',
  receiver_phone_required: 'Please enter the receiver phone',
  delivery_not_allowed: 'The country does not allow sending to the customer',
  platform_type_required: 'Please select the type',
  fulfilled_date_required: 'Please select the fulfilled date',
  fulfilled_date_future: 'The fulfilled date is in the future',
  original_order_id_required: 'Please enter the original order id',
  original_order_number_required: 'Please enter the original order number',
  items_required: 'Please add a product',
  product_sku_required: 'Please enter the product',
  product_unknown: 'The product does not exist',
  invoice_number_required: 'Please enter the invoice number',
  invoice_check_again: 'Check the invoice again',
  invoice_without_shipping_fee: 'The invoice has no shipping fee info',
  invoice_other_product: 'Check the invoice again: it is for another product',
  purchase_date_required: 'Please select the purchase date',
  purchase_date_future: 'The purchase date is in the future',
  purchase_date_not_invoiced: 'The invoice shows another purchase date',
  reasons_required: 'Please select a reason for every product',
  reason_not_offered: 'This reason is no longer offered',
  sub_reason_foreign: 'This sub-reason does not belong to a chosen reason',
  renew_reasons_required: 'Please select at least one renew reason',
  total_weight_required: 'Please enter the total weight',
  images_required: 'Please upload the images',
  image_unknown: 'Please upload the image again',
  gold_image_required: 'Please upload the gold weight image',
  gold_weight_required: 'Please enter the gold weight',
  sequence_number_unchecked: 'Please check the sequence number',
  sequence_number_mismatch: 'The sequence number does not match the certificate',
  certificate_unknown: 'The certificate does not exist',
  certificate_other_product: 'The certificate belongs to another product',
  maintenance_amount_required: 'Please enter the repair fee',
  maintenance_amount_below_list: 'The repair fee is below the listed fee',
  store_remark_required: 'Please enter the store remark for the waived fee',
  extended_warranty_proof_required: 'Please upload the proof of the extended warranty',
  warranty_override_reason_required: 'Please enter why the warranty is set manually',
  warranty_override_forbidden: 'You do not have permission to set the warranty by hand',
  exchange_survey_required: 'Please select the exchange survey reason',
  exchange_comment_required: 'Please enter the exchange survey comment',
  fake_product_image_required: 'Please upload an image of the counterfeit',
  fake_product_remark_required: 'Please enter a remark on the counterfeit',
  loan_description_required: 'Please describe the loan piece',
  loan_due_required: 'Please enter when the loan piece is due back',
  loan_due_past: 'The loan piece cannot be due back before today',
  signature_required: 'The signature is empty',
  invalid_image: 'The picture must be a PNG of at most 300 kB',
  text_too_long: 'The text is too long (a remark has at most 120 words)',
  invalid_value: 'This value is not allowed',
} as const satisfies Record<DepositIssueCode, string>;

/** An issue as the envelope gives it. */
export const fieldErrorOf = (path: string, code: DepositIssueCode): FieldError => ({
  path,
  code,
  message: DEPOSIT_MESSAGES[code],
});

export const isDepositIssue = (code: string): code is DepositIssueCode =>
  DEPOSIT_ISSUES.some((known) => known === code);

/** Fields whose code is not `<field>_required`. */
const OTHER_NAMES: Readonly<Record<string, DepositIssueCode>> = {
  items: 'items_required',
  'fake_product.image': 'fake_product_image_required',
  'fake_product.remark': 'fake_product_remark_required',
  fake_product: 'fake_product_remark_required',
  'exchange_survey.reason': 'exchange_survey_required',
  'exchange_survey.comment': 'exchange_comment_required',
  exchange_survey: 'exchange_survey_required',
  'warranty_override.reason': 'warranty_override_reason_required',
  'warranty_override.in_warranty': 'invalid_value',
  'loan.description': 'loan_description_required',
  'loan.due_on': 'loan_due_required',
  loan: 'loan_description_required',
  gold_image: 'gold_image_required',
  sequence_number: 'sequence_number_unchecked',
  'signature.image': 'invalid_image',
  'signature.strokes': 'signature_required',
};

/** zod's own words for what has no value at all, and for what has one of the wrong shape. */
const TOO_LONG = 'too_big';
const UNNAMED = 'unrecognized_key';

/** What the contract's own check says of a field, in the words of product/deposit.md §1. */
export function explainDepositField({ path, code, message }: FieldError): FieldError {
  if (code === UNNAMED) return { path, code, message };
  const field = path.replace(/^items\.\d+\.?/, '');
  if (field === 'email' && !isMissing(message)) return fieldErrorOf(path, 'email_invalid');
  if (code === TOO_LONG) return fieldErrorOf(path, isText(message) ? 'text_too_long' : 'invalid_value');
  return fieldErrorOf(path, requiredCode(field));
}

/** Numbers and lists can be too large as well: only a text is too long. */
const isText = (message: string) => message.includes('string');
const isMissing = (message: string) => message.includes('undefined');

function requiredCode(field: string): DepositIssueCode {
  const code = OTHER_NAMES[field] ?? `${field}_required`;
  return isDepositIssue(code) ? code : 'invalid_value';
}
