-- A client is found however their name and numbers are typed: blanks, hyphens and apostrophes do not count
-- (decisions/0188). Names that are sealed are written anew by the workers, who alone can read them; until then
-- `words_form` is 0 and the search finds them by the form with blanks.

alter table customers add column words_form smallint not null default 0;
comment on column customers.words_form is
  'How name_key, family_key and their blind words are written: 0 with single blanks, as releases before 0070 do; 1 without blanks, hyphens and apostrophes.';
update customers
   set name_key = regexp_replace(name_key, '[\s''-]+', '', 'g'),
       family_key = regexp_replace(family_key, '[\s''-]+', '', 'g'),
       words_form = 1
 where name_blind is null;
comment on column customers.name_key is
  'Given name first, nameKey() of the domain applied: no case, accents, blanks, hyphens and apostrophes.';
comment on column customers.family_key is 'Family name first, nameKey() of the domain applied.';

alter table sales_orders
  add column order_key text collate "C" generated always as (code_key(order_number)) stored;
create index sales_orders_by_key on sales_orders (order_key);
comment on column sales_orders.order_key is 'The number without case, blanks and hyphens.';
alter table invoices
  add column invoice_key text collate "C" generated always as (code_key(invoice_no)) stored;
create index invoices_by_key on invoices (invoice_key);
comment on column invoices.invoice_key is 'The number without case, blanks and hyphens.';
