import type { Instant, ItemId, RmaId, SiteId } from '../kernel.ts';
import { fullName, fullPhone, phoneDigits } from './names.ts';
import type { Rma } from './rma.ts';

/** The inline row of a deposit: the only place of the read model that holds the contact. '' once erased. */
export interface RmaRow {
  readonly id: RmaId;
  readonly number: string;
  readonly public_reference: string;
  readonly store_id: SiteId;
  readonly customer_ref: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly fullname: string;
  readonly phone_code: string;
  readonly phone: string;
  readonly fullphone: string;
  /** Digits only, code and number together: what a search by phone compares. */
  readonly phone_digits: string;
  readonly email: string | null;
  readonly country: string;
  readonly province: string | null;
  readonly city: string | null;
  readonly address: string;
  readonly receiver_name: string;
  readonly receiver_phone: string;
  readonly delivery: 'store' | 'client';
  readonly platform: string;
  readonly fulfilled_date: string | null;
  readonly order_id: string | null;
  readonly order_number: string | null;
  readonly is_agent: boolean;
  readonly language: string;
  readonly item_ids: readonly ItemId[];
  readonly created_at: Instant;
}

/** The inline read-model row of a deposit (`version` and `position` are the append's). */
export function toRmaRow(rma: Rma): RmaRow {
  return {
    id: rma.id,
    number: rma.number,
    public_reference: rma.publicReference,
    store_id: rma.storeId,
    customer_ref: rma.customerRef,
    ...contactOf(rma),
    ...addressOf(rma),
    delivery: rma.delivery,
    platform: rma.platform,
    fulfilled_date: rma.fulfilledDate,
    order_id: rma.originalOrderId,
    order_number: rma.originalOrderNumber,
    is_agent: rma.isAgent,
    language: rma.language,
    item_ids: rma.itemIds,
    created_at: rma.createdAt,
  };
}

const NOBODY = { firstName: '', lastName: '', phoneCode: '', phone: '', email: null };

function contactOf(rma: Rma) {
  const contact = rma.contact ?? NOBODY;
  return {
    firstname: contact.firstName,
    lastname: contact.lastName,
    fullname: fullName(contact.firstName, contact.lastName),
    phone_code: contact.phoneCode,
    phone: contact.phone,
    fullphone: rma.contact === null ? '' : fullPhone(contact.phoneCode, contact.phone),
    phone_digits: phoneDigits(contact),
    email: contact.email,
  };
}

function addressOf({ address }: Rma) {
  return {
    country: address?.country ?? '',
    province: address?.province ?? null,
    city: address?.city ?? null,
    address: address?.address ?? '',
    receiver_name: address?.receiverName ?? '',
    receiver_phone: address?.receiverPhone ?? '',
  };
}
