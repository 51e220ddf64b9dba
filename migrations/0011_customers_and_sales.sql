-- Who bought what: the brand's customers and their orders, as the CRM and the till hand them over. Personal data: which
-- rows a shop sees stands in 0021_row_security.sql.
-- Searched texts are of collation "C" and compared by range: LIKE may not use an index below a row policy (it is not
-- leakproof), < and >= may.

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
create index customers_by_name on customers (name_key);
create index customers_by_family on customers (family_key);
create index customers_by_email on customers (email_key);
create index customers_by_phone on customers (phone_reversed);
comment on table customers is 'The brand''s customers, as the CRM has them (product/reference.md §1). Personal.';
comment on column customers.phone_code is 'Country code of the phone, digits.';
comment on column customers.phone_is_from_crm is 'A number that the CRM owns is read-only at the counter (product/deposit.md §5).';
comment on column customers.home_site_id is 'The shop that the customer belongs to.';
comment on column customers.name_key is 'Given name first, searchKey() of the domain applied: no case, no accents.';
comment on column customers.family_key is 'Family name first, searchKey() of the domain applied.';
comment on column customers.email_key is 'The email without case.';
comment on column customers.phone_reversed is 'Code and number backwards, so that the end of a number finds it, however its start is written.';

create table customer_sites (
  customer_id integer not null references customers (id) on delete cascade,
  site_id     integer not null references sites (id),
  primary key (customer_id, site_id)
);
create index customer_sites_by_site on customer_sites (site_id, customer_id);
comment on table customer_sites is 'Which shops know a customer: the home shop, and wherever they have bought.';

create table sales_orders (
  id           integer primary key,
  order_number text collate "C" not null unique,
  customer_id  integer not null references customers (id),
  site_id      integer not null references sites (id),
  channel      text not null check (channel in ('store', 'online', 'concession', 'phone')),
  ordered_on   date not null,
  fulfilled_on date,
  unique (id, site_id)
);
create index sales_orders_by_customer on sales_orders (customer_id, ordered_on desc);
comment on table sales_orders is 'Orders, as the till has them.';
comment on column sales_orders.fulfilled_on is 'Day the goods were handed over; null = not yet.';

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
create index invoices_by_order on invoices (order_id);
comment on table invoices is 'Invoices of orders, as the till has them (product/deposit.md §6).';
comment on column invoices.site_id is 'The order''s, repeated so that the row policy is one comparison.';
comment on column invoices.issued_on is 'The purchase date in the shop''s own time zone.';
comment on column invoices.total is 'Minor units of the currency (ISO 4217).';
comment on column invoices.shipping_fee is
  'Minor units of the currency. Null: the till has no shipping fee for this invoice, so nothing of it goes to a client''s door (product/deposit.md §6).';

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
comment on table invoice_lines is 'What an invoice sold: one piece per line.';
comment on column invoice_lines.site_id is 'The invoice''s, repeated so that the row policy is one comparison.';
comment on column invoice_lines.amount is 'Minor units of the invoice''s currency.';

grant select on customers, customer_sites, sales_orders, invoices, invoice_lines to atelier_app;
grant select on sales_orders, invoices, invoice_lines to atelier_projector;
grant insert, update on customers, sales_orders, invoices, invoice_lines to atelier_app;
grant insert on customer_sites to atelier_app;

-- An invoice of another shop counts, and row security lets a shop see its own alone: the function runs as a role that reads
-- the three tables, and says of an invoice only its date.
create function purchase_record(
  invoice text, piece text, order_id text, order_no text, out because text, out purchase_date date)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set jit = off as $$
begin
  if invoice is not null then
    select 'invoice', i.issued_on into because, purchase_date
      from invoices i join invoice_lines l on l.invoice_id = i.id
     where i.invoice_no = invoice and i.state = 'issued' and l.sku = piece
     limit 1;
  end if;
  if because is null and (order_id is not null or order_no is not null) then
    select 'order' into because from sales_orders o
     where o.order_number = upper(order_no)
        or o.id = case when order_id ~ '^\d{1,9}$' then order_id::integer end
     limit 1;
  end if;
end $$;
comment on function purchase_record(text, text, text, text) is
  'Whether a till knows a piece''s purchase: by the line of its invoice (because = ''invoice'', with the purchase date), or by the order that the deposit named (because = ''order''); null when none does (product/rma.md §7). The list''s rows and the call both ask it.';
grant create on schema public to atelier_projector;
alter function purchase_record(text, text, text, text) owner to atelier_projector;
revoke create on schema public from atelier_projector;
revoke all on function purchase_record(text, text, text, text) from public;
grant execute on function purchase_record(text, text, text, text) to atelier_app;
