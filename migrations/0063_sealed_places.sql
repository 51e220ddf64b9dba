-- Province and city of a customer's record are sealed like the rest of it (decisions/0201).

alter table customers
  add column province_ref text,
  add column city_ref     text;
comment on column customers.province_ref is 'The number of the province, sealed under the customer''s key; province_id holds it while the record stands in clear.';
comment on column customers.city_ref is 'The number of the city, likewise.';

create or replace function without_erased_customer() returns trigger
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
begin
  if exists (select from erasures where subject = 'customer-' || new.id) then
    new.firstname := ''; new.lastname := ''; new.email := null; new.phone_code := ''; new.phone := '';
    new.province_id := null; new.city_id := null; new.province_ref := null; new.city_ref := null;
    new.postal_code := ''; new.address := '';
    new.name_key := ''; new.family_key := '';
    new.name_blind := ''; new.family_blind := ''; new.email_blind := null; new.phone_blind := '';
  end if;
  return new;
end $$;
