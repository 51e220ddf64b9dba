import { isDay } from '@atelier/domain/calendar.ts';
import type { Day } from '@atelier/domain/kernel.ts';
import { z } from 'zod';
import { readAmount } from '../../piece/amount.ts';
import type { PieceValues, RmaValues } from './form-values.ts';
import { asksSurvey } from './survey.ts';
import { readDecimal } from '../../../lib/i18n/typed-number.ts';
import { currentRules, isTooLong } from '../../../lib/rules/rules.ts';

/** What the form must know besides what was typed. */
export interface FormRules {
  /** The shop's own day: warranty, survey and "not in the future" are measured on it. */
  readonly today: Day;
  readonly currency: string;
  readonly isValidPhone: (code: string, phone: string) => boolean;
}

/** Mandatory text; the message is the key of its sentence under `deposit:error` (product/deposit.md §1). */
const needed = (code: string, max: number) => z.string().trim().min(1, code).max(max, code);
const day = (code: string) => z.string().refine(isDay, code);
const weight = (code: string) => z.string().refine((text) => (readDecimal(text) ?? 0) > 0, code);
const free = z.string();

function pieceSchema({ currency }: FormRules) {
  return z.object({
    invoice_number: needed('invoice_number', 60),
    product_sku: needed('product_sku', 40),
    product_name: free,
    product_kind: free,
    product_size: free,
    is_gold: z.boolean(),
    serial_number: free,
    purchase_date: day('purchase_date'),
    reasons: z.array(z.number()).min(1, 'reasons'),
    sub_reasons: z.array(z.number()),
    maintenance_amount: free.refine((text) => readAmount(text, currency) !== null, 'maintenance_amount'),
    total_weight: weight('total_weight'),
    carat_weight: free,
    extended_warranty: z.boolean(),
    warranty_override: z.enum(['', 'in', 'out']),
    override_reason: free,
    images: z.array(z.string()).min(currentRules().demandImages ? 1 : 0, 'images'),
    is_waived_fee: z.boolean(),
    store_remark: free,
    is_repaired_before: z.boolean(),
    renew_reasons: z.array(z.string()),
    gold_weight: free,
    sequence_number: free,
    sequence_checked: z.boolean(),
    survey_reason: free,
    survey_comment: free,
  });
}

interface Flaw {
  readonly path: keyof PieceValues;
  readonly code: string;
}

const flaw = (path: keyof PieceValues, code: string, isWrong: boolean): Flaw[] =>
  isWrong ? [{ path, code }] : [];
const isBlank = (text: string): boolean => text.trim() === '';

/** Text that is mandatory only sometimes, and never longer than a remark may be. */
const remarkFlaws = (path: keyof PieceValues, text: string, code: string): Flaw[] => [
  ...flaw(path, code, isBlank(text)),
  ...flaw(path, 'remark_long', isTooLong(text)),
];

const warrantyFlaws = (piece: PieceValues): Flaw[] => [
  ...flaw(
    'extended_warranty_proof',
    'extended_warranty_proof',
    piece.extended_warranty && piece.extended_warranty_proof.length === 0,
  ),
  ...(piece.warranty_override === ''
    ? []
    : remarkFlaws('override_reason', piece.override_reason, 'override_reason')),
];

const goldFlaws = (piece: PieceValues): Flaw[] => [
  ...flaw('gold_image', 'gold_image', piece.gold_image.length === 0),
  ...flaw('gold_weight', 'gold_weight', (readDecimal(piece.gold_weight) ?? 0) <= 0),
  ...flaw('sequence_number', 'sequence_number', !piece.sequence_checked),
];

const fakeFlaws = (piece: PieceValues): Flaw[] => [
  ...flaw('fake_image', 'fake_image', piece.fake_image.length === 0),
  ...remarkFlaws('fake_remark', piece.fake_remark, 'fake_remark'),
];

/** Demanded, or begun: what was half filled in is not dropped without a word. */
const isSurveyed = ({ survey_reason, survey_comment }: PieceValues): boolean =>
  currentRules().demandExchangeSurvey || survey_reason !== '' || !isBlank(survey_comment);

const surveyFlaws = (piece: PieceValues): Flaw[] => [
  ...flaw('survey_reason', 'survey_reason', piece.survey_reason === ''),
  ...remarkFlaws('survey_comment', piece.survey_comment, 'survey_comment'),
];

/** Fields that are mandatory only for some pieces (product/deposit.md §2). */
function conditionalFlaws(piece: PieceValues, { today }: FormRules): Flaw[] {
  const isFuture = isDay(piece.purchase_date) && piece.purchase_date > today;
  return [
    ...flaw('purchase_date', 'purchase_date_future', isFuture),
    ...warrantyFlaws(piece),
    ...(piece.is_waived_fee ? remarkFlaws('store_remark', piece.store_remark, 'store_remark') : []),
    ...flaw('renew_reasons', 'renew_reasons', piece.is_repaired_before && piece.renew_reasons.length === 0),
    ...(piece.is_gold && currentRules().demandGoldChecks ? goldFlaws(piece) : []),
    ...(piece.is_fake ? fakeFlaws(piece) : []),
    ...(asksSurvey(piece.purchase_date, today) && isSurveyed(piece) ? surveyFlaws(piece) : []),
  ];
}

/** Every field on its own. Each message is a key under `deposit:error`: one rule of product/deposit.md §1 each. */
export function formSchema(rules: FormRules) {
  return z.object({
    customer_id: z.number().nullable(),
    customer_name: free,
    firstname: needed('firstname', 100),
    lastname: needed('lastname', 100),
    phone_code: needed('phone_code', 6),
    phone: needed('phone', 30),
    phone_locked: z.boolean(),
    email: z.string().trim().min(1, 'email').pipe(z.email('email_format').max(254, 'email_format')),
    language: needed('language', 10),
    is_agent: z.boolean(),
    country: needed('country', 2),
    province: free.max(100, 'province'),
    city: free.max(100, 'city'),
    needs_province: z.boolean(),
    needs_city: z.boolean(),
    address: needed('address', 300),
    receiver_name: needed('receiver_name', 200),
    receiver_phone: needed('receiver_phone', 40),
    platform_type: needed('platform_type', 40),
    fulfilled_date: day('fulfilled_date'),
    original_order_id: needed('original_order_id', 60),
    original_order_number: needed('original_order_number', 60),
    items: z.array(pieceSchema(rules)).min(1, 'items'),
  });
}

export interface FieldFlaw {
  /** As the form names its fields: `items.0.reasons`. */
  readonly path: string;
  readonly code: string;
}

/** Rules that look at more than one field. They are asked beside the schema: a person wants to see everything at once. */
function crossFlaws(values: RmaValues, rules: FormRules): FieldFlaw[] {
  const flaws: FieldFlaw[] = [];
  if (values.needs_province && isBlank(values.province)) flaws.push({ path: 'province', code: 'province' });
  if (values.needs_city && isBlank(values.city)) flaws.push({ path: 'city', code: 'city' });
  const isTyped = !isBlank(values.phone_code) && !isBlank(values.phone);
  if (isTyped && !rules.isValidPhone(values.phone_code, values.phone))
    flaws.push({ path: 'phone', code: 'phone_format' });
  if (values.delivery === 'client' && values.delivery_refused)
    flaws.push({ path: 'delivery', code: 'delivery' });
  if (isDay(values.fulfilled_date) && values.fulfilled_date > rules.today)
    flaws.push({ path: 'fulfilled_date', code: 'fulfilled_date_future' });
  for (const [index, piece] of values.items.entries()) {
    for (const { path, code } of conditionalFlaws(piece, rules))
      flaws.push({ path: `items.${index}.${path}`, code });
  }
  return flaws;
}

/** What is wrong with what was typed: the first message of each field. */
export function flawsOf(values: RmaValues, rules: FormRules): FieldFlaw[] {
  const { error } = formSchema(rules).safeParse(values);
  const single = (error?.issues ?? []).map((issue) => ({ path: issue.path.join('.'), code: issue.message }));
  const first = new Map<string, FieldFlaw>();
  for (const found of [...single, ...crossFlaws(values, rules)]) {
    if (!first.has(found.path)) first.set(found.path, found);
  }
  return [...first.values()];
}
