-- What the brand sells: products, their prices per currency, and the certificates of gold pieces.

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
comment on column products.weight_mg is 'Nominal weight of the finished piece, to compare with what the counter weighs.';

create table prices (
  sku      text not null references products (sku),
  currency char(3) not null,
  amount   bigint not null check (amount >= 0),
  primary key (sku, currency)
);
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
comment on column certificates.carat_points is 'Hundredths of a carat, as the trade counts stones.';

grant select on products, prices, certificates to atelier_app, atelier_projector;
