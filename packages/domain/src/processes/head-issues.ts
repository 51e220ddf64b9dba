import { DIALABLE, EMAIL, TEXT_LENGTH, VISIBLE } from '../contract/limits.ts';
import { plainName } from '../contract/person-text.ts';
import { DEPOSIT_LENGTH, PHONE_CODE } from '../rma/contract.ts';
import { flaw } from '../rma/deposit-flaws.ts';
import type { DepositFlaw } from '../rma/deposit-flaws.ts';
import { cleanEmail } from '../rma/names.ts';
import { REFERENCE_LANGUAGES } from '../shared/languages.ts';
import { dayIssues, lengthFlaws, lengthOf, textFlaws } from './said-issues.ts';
import type { DepositRules } from './said-issues.ts';

/** The head of a deposit as it was said, blanks and all; texts as the body of `POST /rma` names them. */
export interface HeadSaid {
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
  head: HeadSaid,
  rules: Pick<DepositRules, 'today' | 'isValidPhone'>,
): readonly DepositFlaw[] {
  return [
    ...personIssues(head),
    ...phoneIssues(head, rules),
    ...placeIssues(head),
    ...orderIssues(head, rules),
  ];
}

function personIssues({ firstname, lastname, email, language }: HeadSaid): readonly DepositFlaw[] {
  const name = { most: TEXT_LENGTH.personName, fits: (text: string) => VISIBLE.test(text) };
  return [
    ...textFlaws('firstname', plainName(firstname), { ...name, code: 'firstname_required' }),
    ...textFlaws('lastname', plainName(lastname), { ...name, code: 'lastname_required' }),
    ...emailIssues(email),
    ...flaw(!REFERENCE_LANGUAGES.some((one) => one === language), 'language', 'language_required'),
  ];
}

export function emailIssues(email: string): readonly DepositFlaw[] {
  if (cleanEmail(email) === null) return [{ path: 'email', code: 'email_required' }];
  return flaw(lengthOf(email) > TEXT_LENGTH.email || !EMAIL.test(email), 'email', 'email_invalid');
}

export function phoneIssues(
  { phone_code: code, phone }: Pick<HeadSaid, 'phone_code' | 'phone'>,
  { isValidPhone }: Pick<DepositRules, 'isValidPhone'>,
): readonly DepositFlaw[] {
  const asked = [
    ...flaw(!PHONE_CODE.test(code), 'phone_code', 'phone_code_required'),
    ...textFlaws('phone', phone, { code: 'phone_required', most: DEPOSIT_LENGTH.phone }),
  ];
  return asked.length > 0 ? asked : flaw(!isValidPhone(code, phone), 'phone', 'invalid_phone');
}

function placeIssues(head: HeadSaid): readonly DepositFlaw[] {
  const { country, province, city, address, receiver_name: name, receiver_phone: phone } = head;
  return [
    ...flaw(lengthOf(country) !== 2, 'country', 'country_required'),
    ...lengthFlaws('province', province, DEPOSIT_LENGTH.province),
    ...lengthFlaws('city', city, DEPOSIT_LENGTH.city),
    ...textFlaws('address', address, { code: 'address_required', most: DEPOSIT_LENGTH.address }),
    ...textFlaws('receiver_name', plainName(name), {
      code: 'receiver_name_required',
      most: DEPOSIT_LENGTH.receiverName,
      fits: (text) => VISIBLE.test(text),
    }),
    ...textFlaws('receiver_phone', phone, {
      code: 'receiver_phone_required',
      most: TEXT_LENGTH.dialled,
      fits: (text) => DIALABLE.test(text),
    }),
  ];
}

function orderIssues(head: HeadSaid, { today }: Pick<DepositRules, 'today'>): readonly DepositFlaw[] {
  const { platform_type: platform, original_order_id: id, original_order_number: number } = head;
  return [
    ...textFlaws('platform_type', platform, {
      code: 'platform_type_required',
      most: DEPOSIT_LENGTH.platformType,
    }),
    ...dayIssues('fulfilled_date', head.fulfilled_date, today),
    ...textFlaws('original_order_id', id, {
      code: 'original_order_id_required',
      most: DEPOSIT_LENGTH.orderId,
    }),
    ...textFlaws('original_order_number', number, {
      code: 'original_order_number_required',
      most: DEPOSIT_LENGTH.orderId,
    }),
  ];
}
