import { cleanEmail, codeText, emailText } from '../contract/codes.ts';
import { DIALABLE, EMAIL, TEXT_LENGTH, VISIBLE } from '../contract/limits.ts';
import { plainName } from '../contract/person-text.ts';
import { DEPOSIT_LENGTH, PHONE_CODE } from '../deposit/contract.ts';
import { issueIf, type DepositIssue } from '../deposit/deposit-issue.ts';
import { REFERENCE_LANGUAGES } from '../shared/languages.ts';
import { dayIssues, lengthIssues, lengthOf, textIssues, type DepositRules } from './field-issues.ts';

/** The head of a deposit as it was said, blanks and all; texts as the body of `POST /rma` names them. */
export interface HeadFields {
  readonly firstname: string;
  readonly lastname: string;
  readonly phone_code: string;
  readonly phone: string;
  readonly email: string;
  readonly language: string;
  readonly country: string;
  readonly province: string;
  readonly city: string;
  readonly address: string;
  readonly receiver_name: string;
  readonly receiver_phone: string;
  readonly platform_type: string;
  readonly fulfilled_date: string;
  readonly original_order_id: string;
  readonly original_order_number: string;
}

/** What is wrong with the head of a deposit: customer, address, order (product/deposit.md §1, §5). */
export function headIssues(
  head: HeadFields,
  rules: Pick<DepositRules, 'today' | 'isValidPhone'>,
): readonly DepositIssue[] {
  return [
    ...personIssues(head),
    ...phoneIssues(head, rules),
    ...placeIssues(head),
    ...orderIssues(head, rules),
  ];
}

function personIssues(head: HeadFields): readonly DepositIssue[] {
  return [
    ...nameIssues(head),
    ...emailIssues(head.email),
    ...issueIf(!REFERENCE_LANGUAGES.some((one) => one === head.language), 'language', 'language_required'),
  ];
}

/** One of both names may be missing, as in the register; without either, both are asked for. */
export function nameIssues({
  firstname,
  lastname,
}: Pick<HeadFields, 'firstname' | 'lastname'>): readonly DepositIssue[] {
  const names = { firstname: plainName(firstname), lastname: plainName(lastname) };
  const isNamed = Object.values(names).some((name) => VISIBLE.test(name));
  const rule = { most: TEXT_LENGTH.personName, fits: (text: string) => VISIBLE.test(text) };
  return (['firstname', 'lastname'] as const).flatMap((field) =>
    isNamed && names[field].trim() === ''
      ? []
      : textIssues(field, names[field], { ...rule, code: `${field}_required` }),
  );
}

export function emailIssues(email: string): readonly DepositIssue[] {
  if (cleanEmail(email) === null) return [{ path: 'email', code: 'email_required' }];
  return issueIf(
    lengthOf(email) > TEXT_LENGTH.email || !EMAIL.test(emailText(email)),
    'email',
    'email_invalid',
  );
}

export function phoneIssues(
  { phone_code: code, phone }: Pick<HeadFields, 'phone_code' | 'phone'>,
  { isValidPhone }: Pick<DepositRules, 'isValidPhone'>,
): readonly DepositIssue[] {
  const asked = [
    ...issueIf(!PHONE_CODE.test(codeText(code)), 'phone_code', 'phone_code_required'),
    ...textIssues('phone', phone, { code: 'phone_required', most: DEPOSIT_LENGTH.phone }),
  ];
  return asked.length > 0 ? asked : issueIf(!isValidPhone(code, phone), 'phone', 'invalid_phone');
}

function placeIssues(head: HeadFields): readonly DepositIssue[] {
  const { country, province, city, address, receiver_name: name, receiver_phone: phone } = head;
  return [
    ...issueIf(lengthOf(country) !== 2, 'country', 'country_required'),
    ...lengthIssues('province', province, DEPOSIT_LENGTH.province),
    ...lengthIssues('city', city, DEPOSIT_LENGTH.city),
    ...textIssues('address', address, { code: 'address_required', most: DEPOSIT_LENGTH.address }),
    ...textIssues('receiver_name', plainName(name), {
      code: 'receiver_name_required',
      most: DEPOSIT_LENGTH.receiverName,
      fits: (text) => VISIBLE.test(text),
    }),
    ...textIssues('receiver_phone', phone, {
      code: 'receiver_phone_required',
      most: TEXT_LENGTH.dialled,
      fits: (text) => DIALABLE.test(text),
    }),
  ];
}

function orderIssues(head: HeadFields, { today }: Pick<DepositRules, 'today'>): readonly DepositIssue[] {
  const { platform_type: platform, original_order_id: id, original_order_number: number } = head;
  return [
    ...textIssues('platform_type', platform, {
      code: 'platform_type_required',
      most: DEPOSIT_LENGTH.platformType,
    }),
    ...dayIssues('fulfilled_date', head.fulfilled_date, today),
    ...textIssues('original_order_id', id, {
      code: 'original_order_id_required',
      most: DEPOSIT_LENGTH.orderId,
    }),
    ...textIssues('original_order_number', number, {
      code: 'original_order_number_required',
      most: DEPOSIT_LENGTH.orderId,
    }),
  ];
}
