/**
 * Everything that can be wrong with one field of a deposit (product/deposit.md §1).
 * Closed and stable: the server has the sentence of product/deposit.md §1 for each, the form a sentence in seven languages.
 */
export const DEPOSIT_ISSUES = [
  // the customer
  'firstname_required',
  'lastname_required',
  'phone_code_required',
  'phone_required',
  'invalid_phone',
  'phone_owned_by_crm',
  'email_required',
  'email_invalid',
  'language_required',
  'customer_unknown',
  // where the customer lives, and where the piece goes
  'country_required',
  'country_unknown',
  'province_required',
  'city_required',
  'address_required',
  'receiver_name_required',
  'receiver_phone_required',
  'delivery_not_allowed',
  // the order
  'platform_type_required',
  'fulfilled_date_required',
  'fulfilled_date_future',
  'original_order_id_required',
  'original_order_number_required',
  'items_required',
  // the piece
  'product_sku_required',
  'product_unknown',
  'invoice_number_required',
  'invoice_check_again',
  'invoice_without_shipping_fee',
  'invoice_other_product',
  'purchase_date_required',
  'purchase_date_future',
  'purchase_date_not_invoiced',
  'reasons_required',
  'reason_not_offered',
  'sub_reason_foreign',
  'renew_reasons_required',
  'total_weight_required',
  'images_required',
  'image_unknown',
  'gold_image_required',
  'gold_weight_required',
  'sequence_number_unchecked',
  'sequence_number_mismatch',
  'certificate_unknown',
  'certificate_other_product',
  // money and warranty
  'maintenance_amount_required',
  'maintenance_amount_below_list',
  'store_remark_required',
  'extended_warranty_proof_required',
  'warranty_override_reason_required',
  'warranty_override_forbidden',
  'exchange_survey_required',
  'exchange_comment_required',
  'fake_product_image_required',
  'fake_product_remark_required',
  // a loan piece
  'loan_description_required',
  'loan_due_required',
  'loan_due_past',
  // the signature, and any text
  'signature_required',
  'invalid_image',
  'text_too_long',
  'invalid_value',
] as const;

export type DepositIssueCode = (typeof DEPOSIT_ISSUES)[number];

/** One issue: the field as the body of `POST /rma` names it (`items.0.purchase_date`), and what is wrong with it. */
export interface DepositIssue {
  readonly path: string;
  readonly code: DepositIssueCode;
}

/** Issues of one item, under its place in the list. */
export function issuesOfItem(index: number, issues: readonly DepositIssue[]): readonly DepositIssue[] {
  return issues.map(({ path, code }) => ({ path: `items.${index}.${path}`, code }));
}

/** An issue when `wrong`, else nothing: rules read as a list. */
export function issueIf(wrong: boolean, path: string, code: DepositIssueCode): readonly DepositIssue[] {
  return wrong ? [{ path, code }] : [];
}
