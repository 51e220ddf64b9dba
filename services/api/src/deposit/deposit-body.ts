import { cleanEmail } from '@atelier/domain/contract/codes.ts';
import type { CreateItemBody, CreateRmaBody } from '@atelier/contracts/deposit/deposit-schema.ts';
import type { DepositIssue } from '@atelier/domain/deposit/deposit-issue.ts';
import { emailIssues, nameIssues, phoneIssues } from '@atelier/domain/processes/head-issues.ts';
import type { EditedDeposit } from '@atelier/application/deposit/deposit-edit.commands.ts';
import type { EditRmaBody } from '@atelier/contracts/deposit/edit-schema.ts';
import type { NewDeposit } from '@atelier/application/deposit/deposit.commands.ts';
import { loanOf } from '../shared/loan-body.ts';
import type { NewItem } from '@atelier/application/deposit/deposit-items.commands.ts';
import { isValidPhone, nationalNumber } from './phone.ts';

/** What the contract lets through and only this side can judge: the number plan, and an email that is none. */
export function contactIssues(
  body: Pick<CreateRmaBody, 'firstname' | 'lastname' | 'phone_code' | 'phone' | 'email'>,
): readonly DepositIssue[] {
  return [...nameIssues(body), ...phoneIssues(body, { isValidPhone }), ...emailIssues(body.email)];
}

/** The body of `POST /rma` as the command takes it: amounts in minor units, weights in milligrams, blanks as null. */
export function depositOf(body: CreateRmaBody, storeId: number): NewDeposit {
  const items = body.items.map(itemOf);
  return { ...headOf(body), storeId, customerId: body.customer_id ?? null, items };
}

/** The body of `PUT /rma/{id}`, likewise. */
export function editedDepositOf(body: EditRmaBody, rmaId: number): Omit<EditedDeposit, 'rights' | 'issues'> {
  const items = body.items.map(({ id, ...item }) => ({ ...itemOf(item), itemId: id }));
  return { ...headOf(body), rmaId, items };
}

type HeadBody = Omit<CreateRmaBody, 'items' | 'customer_id' | 'signature'>;

function headOf(body: HeadBody) {
  return {
    ...personOf(body),
    delivery: body.delivery,
    platform: body.platform_type,
    fulfilledDate: body.fulfilled_date,
    originalOrderId: body.original_order_id,
    originalOrderNumber: body.original_order_number,
    isAgent: body.is_agent,
    language: body.language,
  };
}

function personOf(body: HeadBody) {
  return {
    contact: {
      firstName: body.firstname,
      lastName: body.lastname,
      phoneCode: body.phone_code.startsWith('+') ? body.phone_code : `+${body.phone_code}`,
      // What is no number is refused before it could be kept.
      phone: nationalNumber(body.phone_code, body.phone) ?? '',
      email: cleanEmail(body.email),
    },
    address: {
      country: body.country.toUpperCase(),
      province: orNull(body.province),
      city: orNull(body.city),
      address: body.address,
      receiverName: body.receiver_name,
      receiverPhone: body.receiver_phone,
    },
  };
}

const MG_PER_GRAM = 1_000;
const milli = (value: number | undefined) => (value === undefined ? null : Math.round(value * MG_PER_GRAM));
const orNull = (text: string) => (text === '' ? null : text);

function itemOf(item: CreateItemBody): NewItem {
  return {
    sku: item.product_sku,
    size: orNull(item.product_size),
    serial: orNull(item.serial_number),
    certificateNo: orNull(item.certificate_no),
    sequenceNumber: orNull(item.sequence_number ?? ''),
    purchaseDate: item.purchase_date,
    invoiceNumber: item.invoice_number,
    weights: {
      totalMg: milli(item.total_weight),
      goldMg: milli(item.gold_weight),
      milliCarats: milli(item.carat_weight),
    },
    reasonIds: item.reasons,
    subReasonIds: item.sub_reasons,
    renewReasons: item.renew_reasons,
    extendedWarranty: item.extended_warranty,
    extendedWarrantyProof: orNull(item.extended_warranty_proof ?? ''),
    warrantyOverride: overrideOf(item),
    maintenanceAmount: item.maintenance_amount,
    waiverRemark: item.is_waived_fee ? item.store_remark : null,
    images: item.images,
    marks: item.marks,
    loan: item.loan && loanOf(item.loan),
    goldImage: orNull(item.gold_image ?? ''),
    survey: item.exchange_survey ?? null,
    fakeProduct: item.fake_product ?? null,
  };
}

function overrideOf({ warranty_override: override }: CreateItemBody): NewItem['warrantyOverride'] {
  return override === undefined ? null : { inWarranty: override.in_warranty, reason: override.reason };
}
