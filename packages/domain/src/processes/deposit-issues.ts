import { isDay } from '../calendar.ts';
import { DIALABLE, EMAIL, TEXT_LENGTH, VISIBLE } from '../contract/limits.ts';
import { plainName } from '../contract/person-text.ts';
import type { Day } from '../kernel.ts';
import { REFERENCE_LANGUAGES } from '../shared/languages.ts';
import type { CommandContext } from '../repair/commands.ts';
import { asksSurvey } from '../repair/warranty.ts';
import { remarkWords } from '../remark-length.ts';
import { DEPOSIT_LENGTH, DEPOSIT_LIMITS, PHONE_CODE } from '../rma/contract.ts';
import { flaw, flawsOfItem } from '../rma/deposit-flaws.ts';
import type { DepositFlaw, DepositFlawCode } from '../rma/deposit-flaws.ts';
import { cleanEmail } from '../rma/names.ts';

type Policy = CommandContext['policy'];

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

/** One jewel as it was said. Money in minor units, weights in any one unit; null = nothing that can be read. */
export interface PieceSaid {
  readonly purchaseDate: string;
  readonly reasons: readonly number[];
  readonly maintenanceAmount: number | null;
  readonly isRepairedBefore: boolean;
  readonly renewReasons: readonly string[];
  readonly images: readonly string[];
  /** The remark of a requested waiver; null = none requested. */
  readonly waiverRemark: string | null;
  readonly isExtended: boolean;
  readonly extendedWarrantyProof: string | null;
  /** Why the warranty is set by hand; null = it is not. */
  readonly overrideReason: string | null;
  /** null = nothing was answered. */
  readonly survey: { readonly reason: string; readonly comment: string } | null;
  readonly isGold: boolean;
  readonly goldImage: string | null;
  readonly goldWeight: number | null;
  /** Of a certificate that was checked; null = none was. */
  readonly sequenceNumber: string | null;
  readonly fake: { readonly image: string; readonly remark: string } | null;
}

/** What a form must hold of a jewel before its conditions are looked at. */
export interface PieceNaming {
  readonly invoice_number: string;
  readonly product_sku: string;
  readonly product_size: string;
  readonly serial_number: string;
  /** Grams. */
  readonly total_weight: number | null;
}

export interface DepositRules {
  /** The shop's own day: warranty, survey and "not in the future" are measured on it. */
  readonly today: Day;
  readonly policy: Policy;
  readonly isValidPhone: (code: string, phone: string) => boolean;
}

/** Characters as a reader counts them, not the halves that some are kept in. */
const lengthOf = (text: string): number => Array.from(text).length;
const isBlank = (text: string): boolean => text.trim() === '';

/** A text that has to be there, and may not be too long; `fits` says what else makes it one. */
function textFlaws(
  path: string,
  text: string,
  {
    code,
    most,
    fits = () => true,
  }: { code: DepositFlawCode; most: number; fits?: (text: string) => boolean },
): readonly DepositFlaw[] {
  if (isBlank(text)) return [{ path, code }];
  if (lengthOf(text.trim()) > most) return [{ path, code: 'text_too_long' }];
  return flaw(!fits(text.trim()), path, code);
}

/** A text that may be left out, and may not be too long. */
const lengthFlaws = (path: string, text: string, most: number): readonly DepositFlaw[] =>
  flaw(lengthOf(text.trim()) > most, path, 'text_too_long');

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

function dayIssues(
  path: 'fulfilled_date' | 'purchase_date',
  day: string,
  today: Day,
): readonly DepositFlaw[] {
  if (!isDay(day)) return [{ path, code: `${path}_required` }];
  return flaw(day > today, path, `${path}_future`);
}

/** What every jewel must be named by (product/deposit.md §1). */
export function namingIssues(piece: PieceNaming): readonly DepositFlaw[] {
  const { invoice_number: invoice, product_sku: sku, product_size: size, serial_number: serial } = piece;
  return [
    ...textFlaws('invoice_number', invoice, {
      code: 'invoice_number_required',
      most: DEPOSIT_LENGTH.invoiceNumber,
    }),
    ...textFlaws('product_sku', sku, { code: 'product_sku_required', most: DEPOSIT_LENGTH.sku }),
    ...lengthFlaws('product_size', size, DEPOSIT_LENGTH.size),
    ...lengthFlaws('serial_number', serial, DEPOSIT_LENGTH.serialNumber),
    ...flaw(!isWeight(piece.total_weight), 'total_weight', 'total_weight_required'),
  ];
}

const isWeight = (grams: number | null): boolean =>
  grams !== null && grams > 0 && grams <= DEPOSIT_LIMITS.grams;

/** What a jewel needs because of what it is or what is asked for it: every issue at once (product/deposit.md §2). */
export function pieceIssues(
  piece: PieceSaid,
  rules: Pick<DepositRules, 'today' | 'policy'>,
): readonly DepositFlaw[] {
  const { policy, today } = rules;
  return [
    ...dayIssues('purchase_date', piece.purchaseDate, today),
    ...flaw(piece.reasons.length === 0, 'reasons', 'reasons_required'),
    ...flaw(!isAmount(piece.maintenanceAmount), 'maintenance_amount', 'maintenance_amount_required'),
    ...flaw(
      piece.isRepairedBefore && piece.renewReasons.length === 0,
      'renew_reasons',
      'renew_reasons_required',
    ),
    ...flaw(policy.demandImages && piece.images.length === 0, 'images', 'images_required'),
    ...remarkIssues(piece.waiverRemark, 'store_remark', 'store_remark_required', policy),
    ...warrantyIssues(piece, policy),
    ...surveyIssues(piece, rules),
    ...goldIssues(piece, policy),
    ...fakeIssues(piece, policy),
  ];
}

function isAmount(amount: number | null): boolean {
  return amount !== null && Number.isSafeInteger(amount) && amount >= 0;
}

/** null = nothing was to be said; an empty remark is missing, a long one too long. */
function remarkIssues(
  remark: string | null,
  path: string,
  required: DepositFlawCode,
  policy: Policy,
): readonly DepositFlaw[] {
  if (remark === null) return [];
  if (isBlank(remark)) return [{ path, code: required }];
  return flaw(remarkWords(remark) > policy.remarkWords, path, 'text_too_long');
}

/** The extended term needs its proof, a warranty set by hand its reason (product/deposit.md §3). */
function warrantyIssues(piece: PieceSaid, policy: Policy): readonly DepositFlaw[] {
  const hasNoProof = piece.isExtended && piece.extendedWarrantyProof === null;
  return [
    ...flaw(hasNoProof, 'extended_warranty_proof', 'extended_warranty_proof_required'),
    ...remarkIssues(
      piece.overrideReason,
      'warranty_override.reason',
      'warranty_override_reason_required',
      policy,
    ),
  ];
}

/** Under six months the exchange survey is asked, with its comment (product/deposit.md §4). */
function surveyIssues(
  { survey, purchaseDate }: PieceSaid,
  { today, policy }: Pick<DepositRules, 'today' | 'policy'>,
): readonly DepositFlaw[] {
  if (survey !== null) {
    return [
      ...flaw(survey.reason === '', 'exchange_survey.reason', 'exchange_survey_required'),
      ...remarkIssues(survey.comment, 'exchange_survey.comment', 'exchange_comment_required', policy),
    ];
  }
  return flaw(
    policy.demandExchangeSurvey && asksSurvey(purchaseDate, today, policy),
    'exchange_survey',
    'exchange_survey_required',
  );
}

/** Gold: picture, weight and checked sequence number (product/deposit.md §2). */
function goldIssues(piece: PieceSaid, policy: Policy): readonly DepositFlaw[] {
  if (!policy.demandGoldChecks || !piece.isGold) return [];
  return [
    ...flaw(piece.goldImage === null, 'gold_image', 'gold_image_required'),
    ...flaw((piece.goldWeight ?? 0) <= 0, 'gold_weight', 'gold_weight_required'),
    ...flaw(piece.sequenceNumber === null, 'sequence_number', 'sequence_number_unchecked'),
  ];
}

function fakeIssues({ fake }: PieceSaid, policy: Policy): readonly DepositFlaw[] {
  if (fake === null) return [];
  return [
    ...flaw(fake.image === '', 'fake_product.image', 'fake_product_image_required'),
    ...remarkIssues(fake.remark, 'fake_product.remark', 'fake_product_remark_required', policy),
  ];
}

/**
 * Everything that is wrong with a deposit as far as its own words tell, by the fields of the body of `POST /rma`. The
 * form asks it while somebody types, the server before it decides; what only the books know comes on top of it there.
 */
export function depositIssues(
  { head, pieces }: { readonly head: HeadSaid; readonly pieces: readonly (PieceSaid & PieceNaming)[] },
  rules: DepositRules,
): readonly DepositFlaw[] {
  return [
    ...headIssues(head, rules),
    ...flaw(pieces.length === 0, 'items', 'items_required'),
    ...pieces.flatMap((piece, index) =>
      flawsOfItem(index, [...namingIssues(piece), ...pieceIssues(piece, rules)]),
    ),
  ];
}
