import type { Insertable } from 'kysely';
import type { CustomerRow, CustomerSiteRow } from '@atelier/application/reference/customers.table.ts';
import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import { NAME_KEY_FORM, nameKey } from '@atelier/domain/reference/search-key.ts';
import { COUNTRIES } from './countries.ts';
import { MARKETS, type Market } from './markets.ts';
import { createName, type PersonName } from './names.ts';
import { SITES } from './places.ts';
import { createRandom, type Random } from './random.ts';
import { CITIES, PROVINCES } from './regions.ts';

export type NewCustomer = Insertable<CustomerRow>;

export const SHOPS: readonly SiteRow[] = SITES.filter((site) => site.kind === 'shop');

const BUSY: readonly string[] = ['PAR', 'TYO', 'SHA', 'HKG', 'NYC'];

const shopWeights = SHOPS.map((shop) => [shop, BUSY.includes(shop.code) ? 11 : 6] as const);

const marketOf = (country: string): Market => {
  const market = MARKETS[country];
  if (market === undefined) throw new Error(`no market ${country}`);
  return market;
};

const home = (country: string, random: Random) => {
  const countryId = COUNTRIES.find((each) => each.code === country)?.id;
  const provinces = PROVINCES.filter((each) => each.country_id === countryId);
  // The first lines of each list are where most people live.
  const province = random.chance(0.6) ? random.pick(provinces.slice(0, 4)) : random.pick(provinces);
  const city = random.pick(CITIES.filter((each) => each.province_id === province.id));
  return { province_id: province.id, city_id: city.id };
};

/** One in twenty has none, one in fifty the text 'null' that old tills wrote: both must read as empty. */
const emailOf = (name: PersonName, id: number, random: Random): string | null => {
  if (random.chance(0.05)) return null;
  if (random.chance(0.02)) return 'null';
  return `${name.latin.first}.${name.latin.last}${id % 1000}@${random.pick(['mail', 'post', 'letters'])}.example`;
};

const customer = (id: number, shop: SiteRow, random: Random): NewCustomer => {
  const market = marketOf(shop.country);
  const name = createName(random.weighted(market.names), random);
  return {
    id,
    firstname: name.firstname,
    lastname: name.lastname,
    email: emailOf(name, id, random),
    phone_code: market.dialCode,
    phone: market.phone(random),
    phone_is_from_crm: random.chance(0.8),
    language: random.weighted(market.languages),
    country: shop.country,
    ...home(shop.country, random),
    postal_code: market.postalCode(random),
    address: market.street(random),
    home_site_id: shop.id,
    name_key: nameKey(`${name.firstname} ${name.lastname}`),
    family_key: nameKey(`${name.lastname} ${name.firstname}`),
    words_form: NAME_KEY_FORM,
  };
};

const FIRST_ID = 100_001;

/** Customers of all shops; each shop has some, the big ones more. */
export const createCustomers = (seed: number, count: number): readonly NewCustomer[] => {
  const random = createRandom(seed, 'customers');
  return Array.from({ length: count }, (_, index) => {
    const shop = SHOPS[index] ?? random.weighted(shopWeights);
    return customer(FIRST_ID + index, shop, random);
  });
};

/** Who knows whom: the home shop, and every shop that sold something to them. */
export const knownAt = (
  customers: readonly NewCustomer[],
  sales: readonly { customer_id: number; site_id: number }[],
): readonly CustomerSiteRow[] => {
  const rows = [
    ...customers.map((each) => ({ customer_id: each.id, site_id: each.home_site_id })),
    ...sales.map(({ customer_id, site_id }) => ({ customer_id, site_id })),
  ];
  return [...new Map(rows.map((row) => [`${row.customer_id}/${row.site_id}`, row])).values()];
};
