import type { RmaView, ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { ItemFileView } from '@atelier/contracts/repair-detail/file-schema.ts';
import { emptyPiece, emptyRma, type PieceValues, type RmaValues } from './form-values.ts';

/** A piece as it was deposited: its row, and what its file says beyond it. */
export interface DepositedPiece {
  readonly item: ItemView;
  readonly file: ItemFileView;
}

const typed = (value: number | null): string => (value === null ? '' : String(value));
const oneOf = (image: string): string[] => (image === '' ? [] : [image]);

function overrideOf({ warranty_override: given }: ItemFileView): PieceValues['warranty_override'] {
  if (given === null) return '';
  return given.in_warranty ? 'in' : 'out';
}

type Flagged = Pick<
  PieceValues,
  | 'extended_warranty'
  | 'extended_warranty_proof'
  | 'warranty_override'
  | 'override_reason'
  | 'is_waived_fee'
  | 'store_remark'
  | 'is_repaired_before'
  | 'renew_reasons'
  | 'is_fake'
  | 'fake_image'
  | 'fake_remark'
  | 'survey_reason'
  | 'survey_comment'
>;

function flaggedOf(file: ItemFileView): Flagged {
  const fake = file.fake_product.at(-1);
  return {
    extended_warranty: file.extended_warranty,
    extended_warranty_proof: oneOf(file.extended_warranty_proof),
    warranty_override: overrideOf(file),
    override_reason: file.warranty_override?.reason ?? '',
    is_waived_fee: file.waived_fee !== 0,
    store_remark: file.store_remark,
    is_repaired_before: file.renew_reasons.length > 0,
    renew_reasons: [...file.renew_reasons],
    is_fake: fake !== undefined,
    fake_image: oneOf(fake?.image ?? ''),
    fake_remark: fake?.remark ?? '',
    survey_reason: file.exchange_survey?.reason ?? '',
    survey_comment: file.exchange_survey?.comment ?? '',
  };
}

function pieceValues(
  { item, file }: DepositedPiece,
  writeAmount: (minor: number, currency: string) => string,
): PieceValues {
  return {
    ...emptyPiece(),
    ...flaggedOf(file),
    invoice_number: item.invoice_number,
    product_sku: item.product_sku,
    product_name: item.product_name,
    product_kind: item.product_kind,
    product_size: item.product_size,
    is_gold: file.is_gold,
    serial_number: item.serial_number,
    purchase_date: item.purchase_date ?? '',
    reasons: item.rma_item_to_reason.map(({ rma_item_reason_id: id }) => id),
    sub_reasons: [...file.sub_reasons],
    maintenance_amount: writeAmount(file.maintenance_amount ?? item.repair_fee, item.repair_fee_ccy),
    // Agreed at the counter: the list does not overwrite it behind the customer's back.
    amount_is_own: true,
    total_weight: typed(file.total_weight),
    carat_weight: typed(file.carat_weight),
    images: [...file.images],
    marks: file.marks.filter(({ image }) => file.images.includes(image)),
    gold_image: oneOf(file.gold_image),
    gold_weight: typed(file.gold_weight),
    sequence_number: file.certificate_no || file.sequence_number,
    sequence_checked: file.sequence_number !== '',
    certificate_no: file.certificate_no,
    certified_sequence: file.sequence_number,
  };
}

/** A deposit as the form shows it for editing (product/deposit.md §10). */
export function fromFile(
  rma: RmaView,
  pieces: readonly DepositedPiece[],
  writeAmount: (minor: number, currency: string) => string,
): RmaValues {
  return {
    ...emptyRma({ country: rma.country, dialCode: rma.phone_code.replace('+', ''), language: rma.language }),
    firstname: rma.firstname,
    lastname: rma.lastname,
    phone: rma.phone,
    email: rma.email,
    is_agent: rma.is_agent,
    province: rma.province,
    city: rma.city,
    address: rma.address,
    receiver_name: rma.receiver_name,
    receiver_phone: rma.receiver_phone,
    delivery: pieces[0]?.file.delivery ?? 'store',
    platform_type: rma.platform_type,
    fulfilled_date: rma.fulfilled_date ?? '',
    original_order_id: rma.original_order_id,
    original_order_number: rma.original_order_number,
    items: pieces.map((piece) => pieceValues(piece, writeAmount)),
  };
}
