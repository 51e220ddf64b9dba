import type { CreateItemBody, CreateRmaBody } from '@atelier/domain/rma/contract.ts';
import { LANGUAGES } from '../../../lib/i18n/languages.ts';
import { readAmount } from '../../piece/amount.ts';
import { SURVEY_REASONS } from './form-values.ts';
import type { PieceValues, RmaValues } from './form-values.ts';
import { readDecimal } from './typed-number.ts';

const optional = <K extends string>(key: K, text: string): Partial<Record<K, number>> => {
  const value = readDecimal(text);
  return value === null ? {} : ({ [key]: value } as Partial<Record<K, number>>);
};

function surveyOf({ survey_reason, survey_comment }: PieceValues): Pick<CreateItemBody, 'exchange_survey'> {
  const reason = SURVEY_REASONS.find((one) => one === survey_reason);
  if (reason === undefined || survey_comment.trim() === '') return {};
  return { exchange_survey: { reason, comment: survey_comment.trim() } };
}

function pieceBody(piece: PieceValues, currency: string): CreateItemBody {
  return {
    product_sku: piece.product_sku.trim().toUpperCase(),
    product_size: piece.product_size.trim(),
    serial_number: piece.serial_number.trim(),
    invoice_number: piece.invoice_number.trim(),
    purchase_date: piece.purchase_date,
    reasons: piece.reasons,
    sub_reasons: piece.sub_reasons,
    maintenance_amount: readAmount(piece.maintenance_amount, currency) ?? 0,
    total_weight: readDecimal(piece.total_weight) ?? 0,
    extended_warranty: piece.extended_warranty,
    is_waived_fee: piece.is_waived_fee,
    store_remark: piece.store_remark.trim(),
    renew_reasons: piece.is_repaired_before ? piece.renew_reasons : [],
    images: [],
    certificate_no: '',
    ...(piece.is_gold && optional('gold_weight', piece.gold_weight)),
    ...optional('carat_weight', piece.carat_weight),
    ...(piece.sequence_checked && { sequence_number: piece.sequence_number.trim() }),
    ...surveyOf(piece),
  };
}

/** The form as `POST /rma` takes it. Only for a form without flaws. */
export function toBody(values: RmaValues, currency: string): CreateRmaBody {
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
    delivery: 'store',
    language,
    platform_type: values.platform_type,
    fulfilled_date: values.fulfilled_date,
    original_order_id: values.original_order_id.trim(),
    original_order_number: values.original_order_number.trim(),
    ...(values.customer_id !== null && { customer_id: values.customer_id }),
    items: values.items.map((piece) => pieceBody(piece, currency)),
  };
}
