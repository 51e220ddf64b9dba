-- Customers and files are sealed under keys of their own (decisions/0163). Columns that search reads hold blind words.

alter table customers
  add column name_blind   text collate "C",
  add column family_blind text collate "C",
  add column email_blind  text collate "C",
  add column phone_blind  text collate "C";
create index customers_by_blind_name on customers (name_blind);
create index customers_by_blind_family on customers (family_blind);
create index customers_by_blind_email on customers (email_blind);
create index customers_by_blind_phone on customers (phone_blind);
comment on table customers is
  'The brand''s customers, as the CRM has them (product/reference.md §1). Personal: names, email, phone, postal code and address are sealed under the customer''s key.';
comment on column customers.name_blind is
  'name_key as search finds it, unreadable; null where the row still stands in clear. So are the other blind columns.';
comment on column customers.email_key is 'The email without case, where the row still stands in clear.';
comment on column customers.phone_reversed is 'Code and number backwards, where the row still stands in clear.';
grant select, update on customers to atelier_projector;
-- The policies of customers ask it.
grant select on customer_sites to atelier_projector;

create or replace function without_erased_customer() returns trigger
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
begin
  if exists (select from erasures where subject = 'customer-' || new.id) then
    new.firstname := ''; new.lastname := ''; new.email := null; new.phone_code := ''; new.phone := '';
    new.province_id := null; new.city_id := null; new.postal_code := ''; new.address := '';
    new.name_key := ''; new.family_key := '';
    new.name_blind := ''; new.family_blind := ''; new.email_blind := null; new.phone_blind := '';
  end if;
  return new;
end $$;
