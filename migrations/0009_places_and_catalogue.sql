-- Where things are and what the brand sells (product/reference.md §1). Reference data is imported by administrators: the
-- app may add rows and change them, never remove any, because old records still name them (decisions/0054).

create table countries (
  id                      integer primary key,
  code                    char(2) not null unique,
  name                    text not null,
  dial_code               text not null check (dial_code ~ '^[0-9]{1,4}$'),
  client_delivery_allowed boolean not null default false
);
comment on table countries is 'Countries. Names are English; screens translate by code.';
comment on column countries.code is 'ISO 3166, two letters.';
comment on column countries.dial_code is 'Digits without a plus sign.';
comment on column countries.client_delivery_allowed is 'Whether a package may go to a client''s door there (product/shipping.md §2).';

create table provinces (
  id         integer primary key,
  country_id integer not null references countries (id),
  name       text not null,
  local_name text
);
create index provinces_by_country on provinces (country_id, name);
comment on table provinces is 'Provinces or states of countries, for addresses.';
comment on column provinces.local_name is 'As written there, where that is not the English name.';

create table cities (
  id          integer primary key,
  province_id integer not null references provinces (id),
  name        text not null,
  local_name  text
);
create index cities_by_province on cities (province_id, name);
comment on table cities is 'Cities of provinces, for addresses.';
comment on column cities.local_name is 'As written there, where that is not the English name.';

create table languages (
  id          integer primary key,
  code        text not null unique,
  name        text not null,
  native_name text not null,
  direction   text not null check (direction in ('ltr', 'rtl'))
);
comment on table languages is 'The languages of the product (product/reference.md §6).';
comment on column languages.direction is 'ltr or rtl: how a line of it runs.';

create table carriers (
  id           integer primary key,
  code         text not null unique,
  name         text not null,
  tracking_url text,
  countries    text[] not null default '{}'
);
comment on table carriers is 'Who carries packages.';
comment on column carriers.tracking_url is 'Address of the carrier''s page for a package; null = none is known.';
comment on column carriers.countries is 'ISO codes the carrier serves; empty means everywhere.';

create table sites (
  id                integer primary key,
  code              text not null unique check (code ~ '^[A-Z0-9]{2,8}$'),
  kind              text not null check (kind in ('shop', 'warehouse', 'factory')),
  name              text not null,
  country           char(2) not null references countries (code),
  time_zone         text not null,
  currency          char(3) not null,
  nav_code          text not null unique,
  address           text not null,
  city              text not null,
  postal_code       text not null,
  phone             text not null,
  in_mainland_china boolean not null default false,
  warehouse_id      integer references sites (id),
  opening_hours     text not null default '',
  map_url           text,
  check (kind <> 'shop' or warehouse_id is not null)
);
comment on table sites is 'The brand''s own places, where people and pieces stand (product/reference.md §6).';
comment on column sites.code is 'Begins the numbers of the repairs deposited there (product/rma.md §1).';
comment on column sites.time_zone is 'IANA name, as Europe/Paris.';
comment on column sites.currency is 'ISO 4217.';
comment on column sites.nav_code is 'What NAV calls this place.';
comment on column sites.in_mainland_china is 'No documents go to NAV for such a store (product/nav.md §1).';
comment on column sites.warehouse_id is 'Where a shop sends its packages unless told otherwise (product/shipping.md §2).';
comment on column sites.opening_hours is 'Days and hours as ''Mo-Sa 10:00-19:00; Su 12:00-18:00'', in the shop''s own time; empty = not known.';
comment on column sites.map_url is 'A map of this place; null = the customer''s page searches its address.';

create table products (
  sku        text primary key check (sku ~ '^[A-Z0-9][A-Z0-9-]{1,30}[A-Z0-9]$'),
  name       text not null,
  kind       text not null
    check (kind in ('ring', 'necklace', 'earrings', 'bracelet', 'pendant', 'brooch', 'anklet')),
  collection text not null,
  metal      text not null,
  is_gold    boolean not null,
  sizes      text[] not null,
  weight_mg  integer not null check (weight_mg > 0)
);
comment on table products is 'What the brand sells, by SKU.';
comment on column products.weight_mg is 'Nominal weight of the finished piece in milligrams, to compare with what the counter weighs.';

create table prices (
  sku      text not null references products (sku),
  currency char(3) not null,
  amount   bigint not null check (amount >= 0),
  primary key (sku, currency)
);
comment on table prices is 'Sales prices of products, per currency.';
comment on column prices.amount is 'Minor units of the currency (ISO 4217).';

create table certificates (
  cert_no         text primary key,
  sku             text not null references products (sku),
  serial          text not null unique,
  sequence_number text not null unique,
  gold_mg         integer not null check (gold_mg >= 0),
  carat_points    integer not null check (carat_points >= 0),
  total_mg        integer not null check (total_mg >= 0),
  issued_on       date not null
);
comment on table certificates is 'Certificates of gold pieces.';
comment on column certificates.serial is 'Serial of the one piece it was issued for.';
comment on column certificates.gold_mg is 'Milligrams of gold.';
comment on column certificates.carat_points is 'Hundredths of a carat, as the trade counts stones.';
comment on column certificates.total_mg is 'Milligrams of the whole piece.';

grant select on countries, provinces, cities, languages, carriers, sites, products, prices, certificates
  to atelier_app, atelier_projector;
grant insert, update on countries, provinces, cities, languages, carriers, sites, products, prices, certificates
  to atelier_app;
