import type {
  CarrierView,
  CountryView,
  InternationalCountryView,
  LanguageView,
  ProvinceView,
  SiteView,
} from '@atelier/contracts/reference/schema.ts';
import { memo } from '../shared/memo.ts';
import type { AppDb } from '../platform/database.ts';

/** Every country, by English name; `has_provinces` where the address form must ask for one. */
export const listCountries = (db: AppDb): Promise<CountryView[]> =>
  db
    .selectFrom('countries')
    .select(['id', 'code', 'name', 'dial_code'])
    .select((eb) =>
      eb
        .exists(eb.selectFrom('provinces').select('id').whereRef('provinces.country_id', '=', 'countries.id'))
        .$castTo<boolean>()
        .as('has_provinces'),
    )
    .orderBy('name')
    .execute();

/** The countries the brand ships between: those with a shop, and whether the client's own door is allowed there. */
export const listInternationalCountries = (db: AppDb): Promise<InternationalCountryView[]> =>
  db
    .selectFrom('countries')
    .select(['id as countries_id', 'code', 'name', 'client_delivery_allowed'])
    .where('code', 'in', (eb) => eb.selectFrom('shipping_fees').select('country'))
    .orderBy('name')
    .execute();

/** Provinces of a country with their cities; empty where the country has none, or does not exist. */
export const listProvinces = async (db: AppDb, countryId: number): Promise<ProvinceView[]> => {
  const provinces = await db
    .selectFrom('provinces')
    .select(['id', 'name', 'local_name'])
    .where('country_id', '=', countryId)
    .orderBy('name')
    .execute();
  const cities = await db
    .selectFrom('cities')
    .innerJoin('provinces', 'provinces.id', 'cities.province_id')
    .select(['cities.id', 'cities.province_id', 'cities.name', 'cities.local_name'])
    .where('provinces.country_id', '=', countryId)
    .orderBy('cities.name')
    .execute();
  return provinces.map((province) => ({
    ...province,
    cities: cities
      .filter((city) => city.province_id === province.id)
      .map(({ id, name, local_name }) => ({ id, name, local_name })),
  }));
};

export const listLanguages = (db: AppDb): Promise<LanguageView[]> =>
  db
    .selectFrom('languages')
    .select(['id', 'code', 'name', 'native_name', 'direction'])
    .orderBy('id')
    .execute();

/** Carriers by name. `countries` empty means everywhere. */
export const listCarriers = (db: AppDb): Promise<CarrierView[]> =>
  db
    .selectFrom('carriers')
    .select(['id', 'code', 'name', 'tracking_url', 'countries'])
    .orderBy('name')
    .execute();

/** Shops, warehouse and factories, by id. Not personal, so every staff account may know them. */
export const listSites = (db: AppDb): Promise<SiteView[]> =>
  db
    .selectFrom('sites')
    .select(['id', 'code', 'kind', 'name', 'country as country_code', 'time_zone', 'currency', 'nav_code'])
    .select([
      'address',
      'city',
      'postal_code',
      'phone',
      'opening_hours',
      'map_url',
      'pickups_per_slot',
      'in_mainland_china',
      'warehouse_id',
    ])
    .orderBy('id')
    .execute();

const FRESH_MS = 3_000;

/** Lists that change by import only, kept in memory for seconds: every node shows an import that soon. */
export interface Places {
  readonly countries: () => Promise<CountryView[]>;
  readonly internationalCountries: () => Promise<InternationalCountryView[]>;
  readonly languages: () => Promise<LanguageView[]>;
  readonly carriers: () => Promise<CarrierView[]>;
  readonly sites: () => Promise<SiteView[]>;
  readonly findSite: (id: number) => Promise<SiteView | undefined>;
}

export const createPlaces = (db: AppDb): Places => {
  const sites = memo(FRESH_MS, () => listSites(db));
  return {
    countries: memo(FRESH_MS, () => listCountries(db)),
    internationalCountries: memo(FRESH_MS, () => listInternationalCountries(db)),
    languages: memo(FRESH_MS, () => listLanguages(db)),
    carriers: memo(FRESH_MS, () => listCarriers(db)),
    sites,
    findSite: async (id) => (await sites()).find((site) => site.id === id),
  };
};
