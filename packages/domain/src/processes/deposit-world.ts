import { leastAgreed, type FeeList } from '../repair/fees/listed.ts';
import { evaluateWarranty } from '../repair/fees/warranty.ts';
import { isDay } from '../calendar.ts';
import type { Day } from '../kernel.ts';
import type { CommandContext } from '../repair/item/commands.ts';
import { issueIf, issuesOfItem, type DepositIssue } from '../deposit/deposit-issue.ts';
import type { Deposit, DepositItem } from './deposit-command.ts';

export interface KnownInvoice {
  readonly isVoid: boolean;
  readonly purchaseDate: Day;
  readonly skus: readonly string[];
  readonly hasShippingFee: boolean;
}

export interface KnownCertificate {
  readonly certNo: string;
  readonly sku: string;
  readonly serial: string;
  readonly sequenceNumber: string;
}

export interface KnownCustomer {
  readonly phoneCode: string;
  readonly phone: string;
  /** The CRM owns the number: it is corrected there (product/deposit.md §5). */
  readonly phoneIsFromCrm: boolean;
}

/** What the brand's books say of the things a deposit names. */
export interface DepositWorld {
  /** null = no such country. */
  readonly country: {
    readonly hasProvinces: boolean;
    readonly hasCities: boolean;
    readonly clientDelivery: boolean;
  } | null;
  /** null = none named; undefined = named, and not known to this shop. */
  readonly customer: KnownCustomer | null | undefined;
  readonly skus: ReadonlySet<string>;
  /** Reasons that may be chosen now: inactive ones are not offered (product/rma.md §8). */
  readonly activeReasons: ReadonlySet<number>;
  readonly invoices: ReadonlyMap<string, KnownInvoice>;
  readonly certificates: readonly KnownCertificate[];
  /** Listed fees by sub-reason, in the store's country and currency. */
  readonly listedFees: FeeList;
  /** Uploaded pictures that this shop may name. */
  readonly images: ReadonlySet<string>;
}

/** Whether the person may agree on less than the listed fee without asking for a waiver. */
export interface DepositRights {
  readonly mayDiscount: boolean;
}

/** Where a deposit and the brand's books disagree: every issue at once. */
export function worldIssues(
  deposit: Deposit,
  world: DepositWorld,
  rights: DepositRights,
  policy: CommandContext['policy'],
): readonly DepositIssue[] {
  const checked = { deposit, world, rights, policy };
  return [
    ...customerIssues(deposit, world),
    ...placeFactIssues(deposit, world),
    ...issueIf(
      deposit.fulfilledDate !== null && deposit.fulfilledDate > deposit.depositDay,
      'fulfilled_date',
      'fulfilled_date_future',
    ),
    ...deposit.items.flatMap((item, index) => issuesOfItem(index, itemIssues(item, checked))),
  ];
}

interface Checked {
  readonly deposit: Deposit;
  readonly world: DepositWorld;
  readonly rights: DepositRights;
  readonly policy: CommandContext['policy'];
}

function itemIssues(item: DepositItem, checked: Checked): readonly DepositIssue[] {
  const { world } = checked;
  const isUnknown = item.reasonIds.some((id) => !world.activeReasons.has(id));
  return [
    ...issueIf(!world.skus.has(item.product.sku), 'product_sku', 'product_unknown'),
    ...issueIf(isUnknown, 'reasons', 'reason_not_offered'),
    ...invoiceIssues(item, checked),
    ...certificateIssues(item, world),
    ...feeIssues(item, checked),
    ...imageIssues(item, world),
  ];
}

/** The zero that is dialled at home only makes no other number. */
const dialled = ({ phoneCode, phone }: Pick<KnownCustomer, 'phoneCode' | 'phone'>) =>
  [phoneCode, phone].map((part) => part.replaceAll(/\D/g, '').replace(/^0+/, '')).join(' ');

function customerIssues({ contact }: Deposit, { customer }: DepositWorld): readonly DepositIssue[] {
  if (customer === undefined) return [{ path: 'customer_id', code: 'customer_unknown' }];
  if (customer === null || !customer.phoneIsFromCrm) return [];
  return issueIf(dialled(contact) !== dialled(customer), 'phone', 'phone_owned_by_crm');
}

/** A province or city is mandatory where the country has any (product/deposit.md §1); the country may keep clients' doors shut. */
function placeFactIssues({ address, delivery }: Deposit, { country }: DepositWorld): readonly DepositIssue[] {
  if (country === null) return [{ path: 'country', code: 'country_unknown' }];
  return [
    ...issueIf(country.hasProvinces && address.province === null, 'province', 'province_required'),
    ...issueIf(country.hasCities && address.city === null, 'city', 'city_required'),
    ...issueIf(delivery === 'client' && !country.clientDelivery, 'delivery', 'delivery_not_allowed'),
  ];
}

/**
 * An invoice of any store of the brand will do: a piece bought abroad may be repaired here. A number that no till knows
 * is an old or a paper one, and is kept as it was typed. But one that is known must be valid, must have sold this
 * product, and on this day: the warranty hangs on it.
 */
function invoiceIssues(item: DepositItem, { deposit, world }: Checked): readonly DepositIssue[] {
  const invoice = world.invoices.get(item.invoiceNumber ?? '');
  if (invoice === undefined) return [];
  const path = 'invoice_number';
  if (invoice.isVoid) return [{ path, code: 'invoice_check_again' }];
  const isSold = invoice.skus.includes(item.product.sku);
  const isDated = !isDay(item.purchaseDate) || item.purchaseDate === invoice.purchaseDate;
  return [
    ...issueIf(!isSold, path, 'invoice_other_product'),
    ...issueIf(isSold && !isDated, 'purchase_date', 'purchase_date_not_invoiced'),
    ...issueIf(
      deposit.delivery === 'client' && !invoice.hasShippingFee,
      path,
      'invoice_without_shipping_fee',
    ),
  ];
}

/** The sequence number is the one on the certificate of this very piece (product/deposit.md §2). */
function certificateIssues({ product }: DepositItem, world: DepositWorld): readonly DepositIssue[] {
  const { certificateNo, sequenceNumber } = product;
  if (certificateNo === null && sequenceNumber === null) return [];
  const certificate = world.certificates.find((known) =>
    certificateNo === null ? known.sequenceNumber === sequenceNumber : known.certNo === certificateNo,
  );
  if (certificate === undefined) {
    return certificateNo === null
      ? [{ path: 'sequence_number', code: 'sequence_number_mismatch' }]
      : [{ path: 'certificate_no', code: 'certificate_unknown' }];
  }
  const isOther = certificate.sku !== product.sku;
  const isMisread = sequenceNumber !== null && sequenceNumber !== certificate.sequenceNumber;
  return [
    ...issueIf(isOther, 'certificate_no', 'certificate_other_product'),
    ...issueIf(!isOther && isMisread, 'sequence_number', 'sequence_number_mismatch'),
  ];
}

/** Out of warranty the list is the least that is agreed; for less there are waivers, and people who may decide them. */
function feeIssues(item: DepositItem, { deposit, world, rights, policy }: Checked): readonly DepositIssue[] {
  if (rights.mayDiscount || !isDay(item.purchaseDate)) return [];
  const { purchaseDate, extendedMonths, warrantyOverride: override } = item;
  const { depositDay } = deposit;
  const terms = { purchaseDate, depositDay, extendedMonths, override };
  const named = item.subReasons.map(({ id }) => id);
  const least = leastAgreed(world.listedFees, named, evaluateWarranty(terms, policy).inWarranty);
  return issueIf(item.maintenanceAmount < least, 'maintenance_amount', 'maintenance_amount_below_list');
}

function imageIssues(item: DepositItem, { images }: DepositWorld): readonly DepositIssue[] {
  const named = [
    ...item.images.map((image, place) => [`images.${place}`, image] as const),
    ['gold_image', item.goldImage] as const,
    ['extended_warranty_proof', item.extendedWarrantyProof] as const,
    ['fake_product.image', item.fakeProduct?.image ?? null] as const,
  ];
  const unmarked = (item.marks ?? []).flatMap(({ image }, place) =>
    issueIf(!item.images.includes(image), `marks.${place}.image`, 'image_unknown'),
  );
  const unknown = named.flatMap(([path, image]) =>
    issueIf(image !== null && image !== '' && !images.has(image), path, 'image_unknown'),
  );
  return [...unknown, ...unmarked];
}
