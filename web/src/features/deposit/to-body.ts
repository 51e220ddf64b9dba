import { capitalCode, codeText } from '@atelier/domain/contract/codes.ts';
import { SURVEY_REASONS } from '@atelier/domain/deposit/contract.ts';
import type { Day } from '@atelier/domain/kernel.ts';
import type { CreateItemBody, CreateRmaBody } from '@atelier/contracts/deposit/deposit-schema.ts';
import { fullName } from '@atelier/domain/deposit/names.ts';
import { LANGUAGES } from '../../lib/i18n/languages.ts';
import { readAmount } from '../../shared/item/amount.ts';
import type { Signature } from '../../shared/item/signature-ink.ts';
import type { FormRules } from './form-issues.ts';
import { hasLoan } from './loan-of.ts';
import type { PieceValues, RmaValues } from './form-values.ts';
import { asksSurvey } from './survey.ts';
import { readDecimal } from '../../lib/i18n/typed-number.ts';

type BodyRules = Pick<FormRules, 'currency' | 'today'>;

const optional = <K extends string>(key: K, text: string): Partial<Record<K, number>> => {
  const value = readDecimal(text);
  return value === null ? {} : ({ [key]: value } as Partial<Record<K, number>>);
};

/** An answer typed for a purchase date that was then corrected to an older one is not sent. */
function surveyOf(piece: PieceValues, today: Day): Pick<CreateItemBody, 'exchange_survey'> {
  const { survey_reason, survey_comment } = piece;
  if (!asksSurvey(piece.purchase_date, today)) return {};
  const reason = SURVEY_REASONS.find((one) => one === survey_reason);
  if (reason === undefined || survey_comment.trim() === '') return {};
  return { exchange_survey: { reason, comment: survey_comment.trim() } };
}

/** What only some pieces carry: each with what it needs, or not at all. */
function sometimes(piece: PieceValues): Partial<CreateItemBody> {
  const [proof] = piece.extended_warranty_proof;
  const [fakeImage] = piece.fake_image;
  return {
    ...(piece.extended_warranty && proof !== undefined && { extended_warranty_proof: proof }),
    ...(piece.warranty_override !== '' && {
      warranty_override: {
        in_warranty: piece.warranty_override === 'in',
        reason: piece.override_reason.trim(),
      },
    }),
    ...(piece.is_fake &&
      fakeImage !== undefined && { fake_product: { image: fakeImage, remark: piece.fake_remark.trim() } }),
  };
}

function goldOf(piece: PieceValues): Partial<CreateItemBody> {
  if (!piece.is_gold) return {};
  const [image] = piece.gold_image;
  return {
    ...(image !== undefined && { gold_image: image }),
    ...optional('gold_weight', piece.gold_weight),
    ...(piece.sequence_checked && {
      sequence_number: piece.certified_sequence,
      certificate_no: piece.certificate_no,
    }),
  };
}

function pieceBody(piece: PieceValues, { currency, today }: BodyRules): CreateItemBody {
  return {
    product_sku: capitalCode(piece.product_sku),
    product_size: piece.product_size.trim(),
    serial_number: codeText(piece.serial_number),
    invoice_number: capitalCode(piece.invoice_number),
    purchase_date: piece.purchase_date,
    reasons: piece.reasons,
    sub_reasons: piece.sub_reasons,
    maintenance_amount: readAmount(piece.maintenance_amount, currency) ?? 0,
    total_weight: readDecimal(piece.total_weight) ?? 0,
    extended_warranty: piece.extended_warranty,
    is_waived_fee: piece.is_waived_fee,
    store_remark: piece.is_waived_fee ? piece.store_remark.trim() : '',
    renew_reasons: piece.is_repaired_before ? piece.renew_reasons : [],
    images: piece.images,
    marks: piece.marks.filter(({ image }) => piece.images.includes(image)),
    certificate_no: '',
    ...optional('carat_weight', piece.carat_weight),
    ...goldOf(piece),
    ...sometimes(piece),
    ...surveyOf(piece, today),
    ...loanOf(piece, currency),
  };
}

/** The value is left out where it cannot be read: nothing is made up. */
function loanOf(piece: PieceValues, currency: string): Pick<CreateItemBody, 'loan'> {
  if (!hasLoan(piece)) return {};
  const value = readAmount(piece.loan_value, currency);
  return {
    loan: {
      description: piece.loan_description.trim(),
      code: piece.loan_code.trim(),
      due_on: piece.loan_due,
      condition: piece.loan_condition.trim(),
      ...(value !== null && { value, currency }),
    },
  };
}

const signed = ({ strokes, image }: Signature, { firstname, lastname }: RmaValues) => ({
  strokes,
  signer_name: fullName(firstname, lastname),
  ...(image !== '' && { image }),
});

/** The form as `POST /rma` takes it. Only for a form without issues. */
export function toBody(values: RmaValues, rules: BodyRules): CreateRmaBody {
  const language = LANGUAGES.find(({ tag }) => tag === values.language)?.tag ?? 'en';
  return {
    firstname: values.firstname.trim(),
    lastname: values.lastname.trim(),
    phone_code: values.phone_code.trim(),
    phone: values.phone.trim(),
    email: values.email.trim(),
    country: values.country,
    province: values.province.trim(),
    city: values.city.trim(),
    address: values.address.trim(),
    receiver_name: values.receiver_name.trim(),
    receiver_phone: values.receiver_phone.trim(),
    is_agent: values.is_agent,
    delivery: values.delivery,
    language,
    platform_type: values.platform_type,
    fulfilled_date: values.fulfilled_date,
    original_order_id: values.original_order_id.trim(),
    original_order_number: values.original_order_number.trim(),
    ...(values.customer_id !== null && { customer_id: values.customer_id }),
    ...(values.signature !== null && { signature: signed(values.signature, values) }),
    items: values.items.map((piece) => pieceBody(piece, rules)),
  };
}
