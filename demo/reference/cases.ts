import { NAME_KEY_FORM, nameKey } from '@atelier/domain/reference/search-key.ts';
import type { CertificateRow, ProductRow } from '@atelier/application/reference/catalogue.table.ts';
import type {
  InvoiceLineRow,
  InvoiceRow,
  SalesOrderRow,
} from '@atelier/application/reference/customers.table.ts';
import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import { addDays, addMonths, dayIn, lastLeapDay, type Day } from './calendar.ts';
import type { Catalogue } from './catalogue.ts';
import { COUNTRIES } from './countries.ts';
import { SHOPS, type NewCustomer } from './customers.ts';
import { CITIES, PROVINCES } from './regions.ts';

/** One purchase with a separate number in docs/demo.md, so that a rule can be tried by hand. */
interface CaseSeed {
  readonly no: number;
  readonly firstname: string;
  readonly lastname: string;
  readonly bought: (today: Day) => Day;
  /** Where it was bought, Paris by default. */
  readonly shop?: string;
  readonly language?: string;
  readonly isGold?: boolean;
  readonly isVoid?: true;
  readonly hasNoShippingFee?: true;
  readonly hasCrmPhone?: true;
  readonly hasNoPhone?: true;
  /** What the certificate says where it is not what the piece bears. */
  readonly sequenceNumber?: string;
}

const monthsAgo = (count: number) => (today: Day) => addMonths(today, -count);
const lastDayInWarranty = (today: Day) => addDays(addMonths(today, -24), 1);

const LONG_FIRST = 'Maria-Magdalena Alexandrina Wilhelmina Theodora Josephine';
const LONG_LAST = 'von Hohenstein-Wittgenburg zu Schwarzenau und Liebenstein de la Tour-Montmirail';

// The day counts from the demo's first start: number 2 is the last day in warranty then, and out of it the day after.
const SEEDS: readonly CaseSeed[] = [
  { no: 1, firstname: 'Inès', lastname: 'Caron', bought: monthsAgo(13) },
  { no: 2, firstname: 'Bruno', lastname: 'Delmas', bought: lastDayInWarranty },
  { no: 3, firstname: 'Clara', lastname: 'Vidal', bought: monthsAgo(24) },
  { no: 4, firstname: 'Félix', lastname: 'Marchand', bought: lastLeapDay },
  { no: 5, firstname: 'Lucie', lastname: 'Renard', bought: monthsAgo(5) },
  { no: 6, firstname: 'Hugo', lastname: 'Lemaire', bought: monthsAgo(11) },
  { no: 7, firstname: 'Odile', lastname: 'Perrot', bought: monthsAgo(36) },
  { no: 8, firstname: 'Margaux', lastname: 'Tessier', bought: monthsAgo(14), isGold: true },
  {
    no: 9,
    firstname: 'Nadia',
    lastname: 'Collet',
    bought: monthsAgo(15),
    isGold: true,
    sequenceNumber: 'SQ-CASE-90',
  },
  { no: 10, firstname: 'Paul', lastname: 'Aubry', bought: monthsAgo(16), hasNoShippingFee: true },
  { no: 11, firstname: 'Rémi', lastname: 'Joly', bought: monthsAgo(13), isVoid: true },
  { no: 12, firstname: '香織', lastname: '三浦', bought: monthsAgo(18), shop: 'TYO', language: 'ja' },
  { no: 13, firstname: 'ليلى', lastname: 'حداد', bought: monthsAgo(18), shop: 'DXB', language: 'ar' },
  { no: 14, firstname: 'Sylvie', lastname: 'Noël', bought: monthsAgo(14), hasCrmPhone: true },
  { no: 15, firstname: 'Gaspard', lastname: 'Roux', bought: monthsAgo(15), hasNoPhone: true },
  { no: 16, firstname: '思远', lastname: '欧阳', bought: monthsAgo(16), language: 'zh-CN' },
  { no: 17, firstname: 'فاطمة', lastname: 'المنصوري', bought: monthsAgo(17), language: 'ar' },
  { no: 18, firstname: LONG_FIRST, lastname: LONG_LAST, bought: monthsAgo(18), language: 'en' },
  { no: 19, firstname: 'Agathe', lastname: 'Morvan', bought: monthsAgo(40) },
  { no: 20, firstname: 'Denis', lastname: 'Ferrand', bought: monthsAgo(40) },
  { no: 21, firstname: 'Solène', lastname: 'Guyot', bought: monthsAgo(40) },
  { no: 22, firstname: 'Victor', lastname: 'Maillard', bought: monthsAgo(20) },
  { no: 23, firstname: 'Jeanne', lastname: 'Besson', bought: monthsAgo(17) },
  { no: 24, firstname: 'Thérèse', lastname: 'Lacombe', bought: monthsAgo(22) },
  { no: 25, firstname: 'Marius', lastname: 'Chauvin', bought: monthsAgo(19) },
  { no: 26, firstname: 'Anouk', lastname: 'Barbier', bought: monthsAgo(21) },
];

const FIRST_CUSTOMER = 109_000;
const FIRST_ORDER = 590_000;
const two = (no: number) => String(no).padStart(2, '0');

/** The invoice of a case; number 0 is never given out: it stands for the one that no till knows. */
export const caseInvoice = (no: number): string => `INV-CASE-${two(no)}`;

/** Case pieces are left to those who try the demo: its own story takes none of them unasked. */
export const isCaseSerial = (serial: string): boolean => serial.startsWith('CASE');

/** What the cases add to the reference set. */
export interface DemoCases {
  readonly customers: readonly NewCustomer[];
  readonly orders: readonly SalesOrderRow[];
  readonly invoices: readonly InvoiceRow[];
  readonly lines: readonly InvoiceLineRow[];
  readonly certificates: readonly CertificateRow[];
}

export function createCases(now: Date, catalogue: Catalogue): DemoCases {
  const sold = SEEDS.map((seed) => {
    const shop = shopOf(seed);
    return {
      seed,
      shop,
      day: seed.bought(dayIn(now, shop.time_zone)),
      product: productFor(seed, catalogue),
    };
  });
  return {
    customers: sold.map(({ seed, shop }) => customerOf(seed, shop)),
    orders: sold.map(orderOf),
    invoices: sold.map((sale) => invoiceOf(sale, catalogue)),
    lines: sold.map((sale) => lineOf(sale, catalogue)),
    certificates: sold.flatMap(certificateOf),
  };
}

interface Sold {
  readonly seed: CaseSeed;
  readonly shop: SiteRow;
  readonly day: Day;
  readonly product: ProductRow;
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the demo has no ${what}`);
  return value;
}

const shopOf = ({ shop = 'PAR' }: CaseSeed): SiteRow =>
  found(
    SHOPS.find((each) => each.code === shop),
    shop,
  );

/** Rings, for which every bench has work; of gold only where the case is about gold. */
const productFor = ({ isGold = false }: CaseSeed, { products }: Catalogue): ProductRow =>
  found(
    products.find((each) => each.kind === 'ring' && each.is_gold === isGold) ??
      products.find((each) => each.is_gold === isGold),
    'product for a case',
  );

function homeOf(country: string) {
  const { id } = found(
    COUNTRIES.find((each) => each.code === country),
    country,
  );
  const province = PROVINCES.find((each) => each.country_id === id);
  const city = CITIES.find((each) => each.province_id === province?.id);
  return { country, province_id: province?.id ?? null, city_id: city?.id ?? null };
}

// Numbers that validate, with the case's own at the end.
const PHONES: Readonly<Record<string, readonly [code: string, start: string]>> = {
  FR: ['33', '6120090'],
  JP: ['81', '90120090'],
  AE: ['971', '5012009'],
};

function phoneOf({ no, hasNoPhone }: CaseSeed, { country }: SiteRow) {
  const [phone_code, start] = found(PHONES[country], `phone in ${country}`);
  return hasNoPhone === true ? { phone_code, phone: '' } : { phone_code, phone: `${start}${two(no)}` };
}

function customerOf(seed: CaseSeed, shop: SiteRow): NewCustomer {
  const { no, firstname, lastname, language = 'fr', hasCrmPhone = false } = seed;
  return {
    id: FIRST_CUSTOMER + no,
    firstname,
    lastname,
    email: `case${two(no)}@letters.example`,
    ...phoneOf(seed, shop),
    phone_is_from_crm: hasCrmPhone,
    language,
    ...homeOf(shop.country),
    postal_code: shop.postal_code,
    address: `${no} rue de l’Essai`,
    home_site_id: shop.id,
    name_key: nameKey(`${firstname} ${lastname}`),
    family_key: nameKey(`${lastname} ${firstname}`),
    words_form: NAME_KEY_FORM,
  };
}

const orderOf = ({ seed: { no }, shop, day }: Sold): SalesOrderRow => ({
  id: FIRST_ORDER + no,
  order_number: `ORD-CASE-${two(no)}`,
  customer_id: FIRST_CUSTOMER + no,
  site_id: shop.id,
  channel: 'store',
  ordered_on: day,
  fulfilled_on: day,
});

const invoiceOf = ({ seed, shop, day, product }: Sold, { priceOf }: Catalogue): InvoiceRow => ({
  id: FIRST_ORDER + seed.no,
  invoice_no: caseInvoice(seed.no),
  order_id: FIRST_ORDER + seed.no,
  site_id: shop.id,
  state: seed.isVoid === true ? 'void' : 'issued',
  issued_on: day,
  country: shop.country,
  currency: shop.currency,
  total: priceOf(product.sku, shop.currency),
  shipping_fee: seed.hasNoShippingFee === true ? null : 0,
});

const lineOf = ({ seed: { no, isGold }, shop, product }: Sold, { priceOf }: Catalogue): InvoiceLineRow => ({
  invoice_id: FIRST_ORDER + no,
  site_id: shop.id,
  line_no: 1,
  sku: product.sku,
  size: product.sizes[0] ?? 'OS',
  serial: `CASE${two(no)}`,
  cert_no: isGold === true ? `CERT-CASE-${two(no)}` : null,
  amount: priceOf(product.sku, shop.currency),
});

const CARAT_POINTS = 20;

function certificateOf({ seed, day, product }: Sold): CertificateRow[] {
  const { no, isGold, sequenceNumber = `SQ-CASE-${two(no)}` } = seed;
  if (isGold !== true) return [];
  return [
    {
      cert_no: `CERT-CASE-${two(no)}`,
      sku: product.sku,
      serial: `CASE${two(no)}`,
      sequence_number: sequenceNumber,
      gold_mg: product.weight_mg - CARAT_POINTS * 2,
      carat_points: CARAT_POINTS,
      total_mg: product.weight_mg,
      issued_on: day,
    },
  ];
}
