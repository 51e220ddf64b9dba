import { REASON_NAME_LENGTH } from '../../contract/named-reason.ts';
import { MOST_PICKUPS_PER_SLOT } from '../../repair/contract.ts';
import { OPENING_HOURS } from '../../shared/opening-hours.ts';
import { SITE_KINDS } from '../contract.ts';
import {
  choice,
  column,
  CURRENCY,
  integer,
  KEY,
  OPTIONAL,
  refTo,
  text,
  YES_NO,
  type Column,
} from './column.ts';
import { dataSet } from './data-set.ts';

export const COUNTRY_CODE = /^[A-Z]{2}$/;
const COUNTRY = text(2, COUNTRY_CODE);

/** A country by its code, stored as the code. */
export const countryColumn = (traits: Partial<Column> = {}): Column =>
  column('country', COUNTRY, 'FR', { ...refTo('countries', 'code', 'country', 'code'), ...traits });

const place = (name: string, parent: Column) =>
  dataSet(name, name, [
    column('id', integer(1), name === 'provinces' ? '33001' : '3300101', KEY),
    parent,
    column('name', text(), name === 'provinces' ? 'Île-de-France' : 'Paris'),
    column('local_name', text(), '', OPTIONAL),
  ]);

export const COUNTRIES = dataSet(
  'countries',
  'countries',
  [
    column('code', COUNTRY, 'FR', KEY),
    column('name', text(100), 'France'),
    column('dial_code', text(4, /^[0-9]{1,4}$/), '33'),
    column('client_delivery_allowed', YES_NO, 'true'),
  ],
  { numbered: 'id' },
);

export const PROVINCES = place(
  'provinces',
  column('country', COUNTRY, 'FR', refTo('countries', 'code', 'country_id')),
);
export const CITIES = place(
  'cities',
  column('province_id', integer(1), '33001', refTo('provinces', 'id', 'province_id')),
);

export const LANGUAGES = dataSet(
  'languages',
  'languages',
  [
    column('code', text(20, /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/), 'fr', KEY),
    column('name', text(100), 'French'),
    column('native_name', text(100), 'Français'),
    column('direction', choice('ltr', 'rtl'), 'ltr'),
  ],
  { numbered: 'id' },
);

export const CARRIERS = dataSet(
  'carriers',
  'carriers',
  [
    column('code', text(20, /^[A-Z0-9_-]+$/), 'BRV', KEY),
    column('name', text(100), 'Bravo Express'),
    column('tracking_url', text(500, /^https:\/\/\S+$/), 'https://carrier.example/track', OPTIONAL),
    column('countries', { kind: 'list', pattern: COUNTRY_CODE, some: false }, 'FR|ES', {
      ...OPTIONAL,
      blank: [],
    }),
  ],
  { numbered: 'id' },
);

/** A warehouse and a factory near the shop of the example, which sends its pieces through them. */
const benchSite = (code: string, kind: string, name: string, navCode: string) => ({
  code,
  kind,
  name,
  country: 'FR',
  time_zone: 'Europe/Paris',
  currency: 'EUR',
  nav_code: navCode,
  address: '3 rue de la Paix',
  city: 'Paris',
  postal_code: '75002',
  phone: '+33 1 99 00 14 15',
});

export const STORES = dataSet(
  'stores',
  'sites',
  [
    column('code', text(8, /^[A-Z0-9]{2,8}$/), 'PAR', KEY),
    column('kind', choice(...SITE_KINDS), 'shop', { isFixed: true }),
    column('name', text(REASON_NAME_LENGTH), 'Paris Vendôme'),
    countryColumn(),
    column('time_zone', { kind: 'timeZone' }, 'Europe/Paris'),
    column('currency', CURRENCY, 'EUR'),
    column('nav_code', text(40), 'ST-PAR', { isUnique: true }),
    column('address', text(300), '14 place Vendôme'),
    column('city', text(100), 'Paris'),
    column('postal_code', text(20), '75001', { ...OPTIONAL, blank: '' }),
    column('phone', text(40, /^\+[0-9 ()-]{5,}$/), '+33 1 99 00 14 14'),
    column('opening_hours', text(200, OPENING_HOURS), 'Mo-Sa 10:00-19:00; Su 12:00-18:00', {
      ...OPTIONAL,
      blank: '',
    }),
    column('map_url', text(500, /^https:\/\/\S+$/), 'https://maps.example/paris-vendome', OPTIONAL),
    // Blank = as the setting of this name says for every shop (product/repair.md §20).
    column('pickups_per_slot', integer(0, MOST_PICKUPS_PER_SLOT), '4', OPTIONAL),
    column('warehouse', text(8), 'WHS', { ...OPTIONAL, ...refTo('sites', 'code', 'warehouse_id') }),
  ],
  {
    numbered: 'id',
    derive: ({ country }) => ({ in_mainland_china: country === 'CN' }),
    // Where its packages go unless said otherwise (product/shipping.md §2).
    check: ({ kind, warehouse_id }) =>
      kind === 'shop' && warehouse_id === null
        ? [{ column: 'warehouse', code: 'shop_without_warehouse' }]
        : [],
    examplesBefore: [
      benchSite('WHS', 'warehouse', 'Warehouse', 'WH-PAR'),
      benchSite('FAC', 'factory', 'Workshop', 'FA-PAR'),
    ],
  },
);
