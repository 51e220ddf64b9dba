import { evaluateWarranty } from '../repair/warranty.ts';
import { isDay } from '../calendar.ts';
import type { Day } from '../kernel.ts';
import type { CommandContext } from '../repair/commands.ts';
import { flaw, flawsOfItem } from '../rma/deposit-flaws.ts';
import type { DepositFlaw } from '../rma/deposit-flaws.ts';
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
  readonly listedFees: ReadonlyMap<number, number>;
  /** Uploaded pictures that this shop may name. */
  readonly images: ReadonlySet<string>;
}

/** Whether the person may agree on less than the listed fee without asking for a waiver. */
export interface DepositRights {
  readonly mayDiscount: boolean;
}

/** Where a deposit and the brand's books disagree: every flaw at once. */
export function worldFlaws(
  deposit: Deposit,
  world: DepositWorld,
  rights: DepositRights,
  policy: CommandContext['policy'],
): readonly DepositFlaw[] {
  const checked = { deposit, world, rights, policy };
  return [
    ...customerFlaws(deposit, world),
    ...placeFlaws(deposit, world),
    ...flaw(
      deposit.fulfilledDate !== null && deposit.fulfilledDate > deposit.depositDay,
      'fulfilled_date',
      'fulfilled_date_future',
    ),
    ...deposit.items.flatMap((item, index) => flawsOfItem(index, itemFlaws(item, checked))),
  ];
}

interface Checked {
  readonly deposit: Deposit;
  readonly world: DepositWorld;
  readonly rights: DepositRights;
  readonly policy: CommandContext['policy'];
}

function itemFlaws(item: DepositItem, checked: Checked): readonly DepositFlaw[] {
  const { world } = checked;
  const stranger = item.reasonIds.some((id) => !world.activeReasons.has(id));
  return [
    ...flaw(!world.skus.has(item.product.sku), 'product_sku', 'product_unknown'),
    ...flaw(stranger, 'reasons', 'reason_not_offered'),
    ...invoiceFlaws(item, checked),
    ...certificateFlaws(item, world),
    ...feeFlaws(item, checked),
    ...imageFlaws(item, world),
  ];
}

/** The zero that is dialled at home only makes no other number. */
const dialled = ({ phoneCode, phone }: Pick<KnownCustomer, 'phoneCode' | 'phone'>) =>
  [phoneCode, phone].map((part) => part.replaceAll(/\D/g, '').replace(/^0+/, '')).join(' ');

function customerFlaws({ contact }: Deposit, { customer }: DepositWorld): readonly DepositFlaw[] {
  if (customer === undefined) return [{ path: 'customer_id', code: 'customer_unknown' }];
  if (customer === null || !customer.phoneIsFromCrm) return [];
  return flaw(dialled(contact) !== dialled(customer), 'phone', 'phone_owned_by_crm');
}

/** A province or city is mandatory where the country has any (product/deposit.md §1); the country may keep clients' doors shut. */
function placeFlaws({ address, delivery }: Deposit, { country }: DepositWorld): readonly DepositFlaw[] {
  if (country === null) return [{ path: 'country', code: 'country_unknown' }];
  return [
    ...flaw(country.hasProvinces && address.province === null, 'province', 'province_required'),
    ...flaw(country.hasCities && address.city === null, 'city', 'city_required'),
    ...flaw(delivery === 'client' && !country.clientDelivery, 'delivery', 'delivery_not_allowed'),
  ];
}

/**
 * An invoice of any store of the brand will do: a piece bought abroad may be repaired here. A number that no till knows
 * is an old or a paper one, and is kept as it was typed. But one that is known must be valid, must have sold this
 * product, and on this day: the warranty hangs on it.
 */
function invoiceFlaws(item: DepositItem, { deposit, world }: Checked): readonly DepositFlaw[] {
  const invoice = world.invoices.get(item.invoiceNumber ?? '');
  if (invoice === undefined) return [];
  const path = 'invoice_number';
  if (invoice.isVoid) return [{ path, code: 'invoice_check_again' }];
  const isSold = invoice.skus.includes(item.product.sku);
  const isDated = !isDay(item.purchaseDate) || item.purchaseDate === invoice.purchaseDate;
  return [
    ...flaw(!isSold, path, 'invoice_other_product'),
    ...flaw(isSold && !isDated, 'purchase_date', 'purchase_date_not_invoiced'),
    ...flaw(deposit.delivery === 'client' && !invoice.hasShippingFee, path, 'invoice_without_shipping_fee'),
  ];
}

/** The sequence number is the one on the certificate of this very piece (product/deposit.md §2). */
function certificateFlaws({ product }: DepositItem, world: DepositWorld): readonly DepositFlaw[] {
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
    ...flaw(isOther, 'certificate_no', 'certificate_other_product'),
    ...flaw(!isOther && isMisread, 'sequence_number', 'sequence_number_mismatch'),
  ];
}

/** Out of warranty the list is the least that is agreed; for less there are waivers, and people who may decide them. */
function feeFlaws(item: DepositItem, { deposit, world, rights, policy }: Checked): readonly DepositFlaw[] {
  if (rights.mayDiscount || !isDay(item.purchaseDate)) return [];
  const { purchaseDate, extendedMonths, warrantyOverride: override } = item;
  const { depositDay } = deposit;
  const terms = { purchaseDate, depositDay, extendedMonths, override };
  if (evaluateWarranty(terms, policy).inWarranty) return [];
  const listed = item.subReasons.reduce((sum, { id }) => sum + (world.listedFees.get(id) ?? 0), 0);
  return flaw(item.maintenanceAmount < listed, 'maintenance_amount', 'maintenance_amount_below_list');
}

function imageFlaws(item: DepositItem, { images }: DepositWorld): readonly DepositFlaw[] {
  const named = [
    ...item.images.map((image, place) => [`images.${place}`, image] as const),
    ['gold_image', item.goldImage] as const,
    ['extended_warranty_proof', item.extendedWarrantyProof] as const,
    ['fake_product.image', item.fakeProduct?.image ?? null] as const,
  ];
  return named.flatMap(([path, image]) =>
    flaw(image !== null && image !== '' && !images.has(image), path, 'image_unknown'),
  );
}
