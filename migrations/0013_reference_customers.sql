-- Who bought what: the brand's customers and their orders, as the CRM and the till hand them over.
-- Personal data. A shop sees the customers it knows and its own sales; what is asked with the whole brand in
-- view (the invoice check) declares scope "all" and gives no person away. Settings: see inScope in database.ts.
-- Searched texts are of collation "C" and compared by range: LIKE may not use an index below a row policy
-- (it is not leakproof), < and >= may.

create table customers (
  id                integer primary key,
  firstname         text not null,
  lastname          text not null,
  email             text,
  phone_code        text not null,
  phone             text not null,
  phone_is_from_crm boolean not null default true,
  language          text not null references languages (code),
  country           char(2) not null references countries (code),
  province_id       integer references provinces (id),
  city_id           integer references cities (id),
  postal_code       text not null,
  address           text not null,
  home_site_id      integer not null references sites (id),
  name_key          text collate "C" not null,
  family_key        text collate "C" not null,
  email_key         text collate "C" generated always as (lower(email)) stored,
  phone_reversed    text collate "C" generated always as (reverse(phone_code || phone)) stored
);
comment on column customers.name_key is 'Given name first, searchKey() of the domain applied: no case, no accents.';
comment on column customers.family_key is 'Family name first, likewise.';
comment on column customers.phone_reversed is 'So that the end of a number finds it, however its start is written.';
create index customers_by_name on customers (name_key);
create index customers_by_family on customers (family_key);
create index customers_by_email on customers (email_key);
create index customers_by_phone on customers (phone_reversed);

create table customer_sites (
  customer_id integer not null references customers (id) on delete cascade,
  site_id     integer not null references sites (id),
  primary key (customer_id, site_id)
);
create index customer_sites_by_site on customer_sites (site_id, customer_id);

create table sales_orders (
  id           integer primary key,
  order_number text collate "C" not null unique,
  customer_id  integer not null references customers (id),
  site_id      integer not null references sites (id),
  channel      text not null check (channel in ('store', 'online', 'concession', 'phone')),
  ordered_on   date not null,
  fulfilled_on date
);
create index sales_orders_by_customer on sales_orders (customer_id, ordered_on desc);
alter table sales_orders add unique (id, site_id);

create table invoices (
  id           integer primary key,
  invoice_no   text collate "C" not null unique,
  order_id     integer not null,
  site_id      integer not null,
  state        text not null check (state in ('issued', 'void')),
  issued_on    date not null,
  country      char(2) not null references countries (code),
  currency     char(3) not null,
  total        bigint not null check (total >= 0),
  shipping_fee bigint check (shipping_fee >= 0),
  foreign key (order_id, site_id) references sales_orders (id, site_id),
  unique (id, site_id)
);
comment on column invoices.shipping_fee is 'Null: the till has no shipping fee for this invoice (specification §5).';
comment on column invoices.site_id is 'The order''s, repeated so that the row policy is one comparison.';
comment on column invoices.issued_on is 'The purchase date in the shop''s own time zone.';
create index invoices_by_order on invoices (order_id);

create table invoice_lines (
  invoice_id integer not null,
  site_id    integer not null,
  line_no    integer not null check (line_no > 0),
  sku        text not null references products (sku),
  size       text not null,
  serial     text not null unique,
  cert_no    text references certificates (cert_no),
  amount     bigint not null check (amount >= 0),
  primary key (invoice_id, line_no),
  foreign key (invoice_id, site_id) references invoices (id, site_id)
);
create index invoice_lines_by_sku on invoice_lines (sku);
create index invoice_lines_by_certificate on invoice_lines (cert_no);

alter table customers enable row level security;
alter table customers force row level security;
alter table customer_sites enable row level security;
alter table customer_sites force row level security;
alter table sales_orders enable row level security;
alter table sales_orders force row level security;
alter table invoices enable row level security;
alter table invoices force row level security;
alter table invoice_lines enable row level security;
alter table invoice_lines force row level security;

-- Sub-selects, so that a setting is read once per query and not once per row.
create policy everything on customers using ((select current_setting('app.scope_kind', true)) = 'all');
create policy everything on customer_sites using ((select current_setting('app.scope_kind', true)) = 'all');
create policy everything on sales_orders using ((select current_setting('app.scope_kind', true)) = 'all');
create policy everything on invoices using ((select current_setting('app.scope_kind', true)) = 'all');
create policy everything on invoice_lines using ((select current_setting('app.scope_kind', true)) = 'all');

create policy own_store on customer_sites for select
  using ((select current_setting('app.scope_kind', true)) = 'store'
    and site_id = (select nullif(current_setting('app.scope_site', true), '')::integer));
create policy own_store on sales_orders for select
  using ((select current_setting('app.scope_kind', true)) = 'store'
    and site_id = (select nullif(current_setting('app.scope_site', true), '')::integer));
create policy own_store on invoices for select
  using ((select current_setting('app.scope_kind', true)) = 'store'
    and site_id = (select nullif(current_setting('app.scope_site', true), '')::integer));
create policy own_store on invoice_lines for select
  using ((select current_setting('app.scope_kind', true)) = 'store'
    and site_id = (select nullif(current_setting('app.scope_site', true), '')::integer));
create policy own_store on customers for select
  using ((select current_setting('app.scope_kind', true)) = 'store'
    and exists (select from customer_sites known where known.customer_id = customers.id));

grant select on customers, customer_sites, sales_orders, invoices, invoice_lines to atelier_app;
