-- Where things are: countries with their provinces and cities, the brand's own sites, languages and carriers.
-- Reference data changes by import, never by a screen of the app: the app's role only reads it.

create table countries (
  id                      integer primary key,
  code                    char(2) not null unique,
  name                    text not null,
  dial_code               text not null check (dial_code ~ '^[0-9]{1,4}$'),
  client_delivery_allowed boolean not null default false
);
comment on table countries is 'Names are English; screens translate by code.';

create table provinces (
  id         integer primary key,
  country_id integer not null references countries (id),
  name       text not null,
  local_name text
);
create index provinces_by_country on provinces (country_id, name);

create table cities (
  id          integer primary key,
  province_id integer not null references provinces (id),
  name        text not null,
  local_name  text
);
create index cities_by_province on cities (province_id, name);

create table languages (
  id          integer primary key,
  code        text not null unique,
  name        text not null,
  native_name text not null,
  direction   text not null check (direction in ('ltr', 'rtl'))
);

create table carriers (
  id           integer primary key,
  code         text not null unique,
  name         text not null,
  tracking_url text,
  countries    text[] not null default '{}'
);
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
  check (kind <> 'shop' or warehouse_id is not null)
);
comment on column sites.warehouse_id is 'Where a shop sends its packages unless told otherwise (product.md §11).';

grant select on countries, provinces, cities, languages, carriers, sites to atelier_app, atelier_projector;
