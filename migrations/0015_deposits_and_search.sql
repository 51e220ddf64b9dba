-- Deposits with the customer's contact, what the search box finds, and the views a person keeps.

create table rma_row (
  id              bigint primary key,
  number          text collate "C" not null,
  public_reference text collate "C" not null unique,
  store_id        integer not null,
  customer_ref    text not null,
  firstname       text not null,
  lastname        text not null,
  fullname        text not null,
  phone_code      text not null,
  phone           text not null,
  fullphone       text not null,
  phone_digits    text collate "C" not null,
  email           text,
  country         text not null,
  province        text,
  city            text,
  address         text not null,
  receiver_name   text not null,
  receiver_phone  text not null,
  delivery        text not null,
  platform        text not null,
  fulfilled_date  date,
  order_id        text,
  order_number    text,
  is_agent        boolean not null,
  language        text not null,
  item_ids        bigint[] not null,
  created_at      timestamptz not null,
  version         integer not null,
  position        bigint not null
);
create index rma_row_by_number on rma_row (number);
create index rma_row_by_customer on rma_row (customer_ref);
comment on table rma_row is
  'One deposit: the newest state of each stream rma-<id>, written in the append (product/rma.md §1). The only place of the read model with its contact, '''' once erased.';
comment on column rma_row.number is 'What people call it by: store code and id (product/rma.md §1).';
comment on column rma_row.public_reference is '128 random bits in the customer''s link (product/customer-page.md §1).';
comment on column rma_row.customer_ref is 'Reference of the customer; stays when the person is erased.';
comment on column rma_row.fullname is 'Both names in the order of their script (product/rma.md §2).';
comment on column rma_row.fullphone is 'Plus sign, code and number, as people read it.';
comment on column rma_row.phone_digits is 'Code and number, digits only: what a search by phone compares.';
comment on column rma_row.delivery is 'Where the pieces go back to: store or client.';
comment on column rma_row.is_agent is 'The flag "agent" of the deposit (product/deposit.md §1).';
comment on column rma_row.language is 'The customer''s.';
comment on column rma_row.item_ids is 'Its items, in the order of the deposit.';
comment on column rma_row.version is 'Of the stream, at the newest event folded into this row.';
comment on column rma_row.position is 'Of that event.';
grant select on rma_row to atelier_app;
grant select, insert, update, delete, truncate on rma_row to atelier_projector;

-- Off the append's path, since words seldom change and rows do all the time. Belongs to the projection search.
create table search_terms (
  kind    text collate "C" not null check (kind in ('item', 'rma', 'contact')),
  id      bigint not null,
  term    text collate "C" not null,
  version integer not null,
  field   text collate "C" not null default '',
  primary key (kind, id, term, field)
);
create index search_terms_by_term on search_terms (term, kind, id, field);
comment on table search_terms is
  'Words under which an item, its deposit and its customer may be looked for, each found by its beginning (product/rma.md §4). Personal: words of an erased customer go with the next rebuild.';
comment on column search_terms.kind is 'item: id is the item''s; rma and contact: id is the deposit''s.';
comment on column search_terms.term is 'The word. "<" begins a phone number, backwards.';
comment on column search_terms.version is 'Of the stream, at the event that brought the word.';
comment on column search_terms.field is
  'number, sku, serial, certificate, invoice, order, tracking of the piece; name, email, phone of the customer.';
grant select, insert, update, delete, truncate on search_terms to atelier_projector;

-- Both functions run as the owner, who reads every word; the scope is applied inside and again by the policy of item_row.
-- Without hash and merge joins: whatever the planner believes of the arguments, few words lead to few rows.
create function find_items(groups jsonb, cap integer, wanted_fields text[] default null, deepest integer default 20000)
returns table (id bigint, fields text[], words text[])
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  scope integer[] := app_scope_keys();
  last  text := chr(1114111);
begin
  return query
  with hits as materialized (
    select found.kind, found.id, found.field, found.term
      from jsonb_array_elements_text(groups -> 0) wanted (beginning)
     cross join lateral (
       select t.kind, t.id, t.field, t.term from search_terms t
        where t.term >= wanted.beginning and t.term < wanted.beginning || last
          and (wanted_fields is null or t.field = any (wanted_fields))
        order by t.term desc limit deepest) found
  ), candidates as (
    select i.id, i.rma_id, h.field, h.term from hits h join item_row i on i.id = h.id
     where h.kind = 'item' and i.scope_keys && scope
    union
    select i.id, i.rma_id, h.field, h.term from hits h join item_row i on i.rma_id = h.id
     where h.kind <> 'item' and i.scope_keys && scope
  )
  select c.id, array_agg(c.field order by length(c.term), c.term), array_agg(c.term order by length(c.term), c.term)
    from candidates c
   where not exists (
     select from jsonb_array_elements(groups - 0) others (beginnings)
      where not exists (
        select from jsonb_array_elements_text(others.beginnings) wanted (beginning)
         cross join lateral (values ('item', c.id), ('rma', c.rma_id), ('contact', c.rma_id)) whose (kind, id)
          join search_terms t on t.kind = whose.kind and t.id = whose.id
           and t.term >= wanted.beginning and t.term < wanted.beginning || last
           and (wanted_fields is null or t.field = any (wanted_fields))))
   group by c.id
   order by c.id desc
   limit cap;
end $$;
comment on function find_items(jsonb, integer, text[], integer) is
  'Items in the caller''s scope that match every group of beginnings ([["par-0001"], ["1000", "<1000"]]: all of the groups, any within one), newest first, at most `cap`, each with the fields in which the first group was found and the words found there. The first group should be the most telling. wanted_fields: where to look, everywhere when null. deepest: of a beginning that more words share, only the last ones in order are read.';
create function search_items(groups jsonb, cap integer) returns setof bigint
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  scope integer[] := app_scope_keys();
  last  text := chr(1114111);
begin
  return query
  with hits as materialized (
    select found.kind, found.id
      from jsonb_array_elements_text(groups -> 0) wanted (beginning)
     cross join lateral (
       select t.kind, t.id from search_terms t
        where t.term >= wanted.beginning and t.term < wanted.beginning || last
        order by t.term desc limit 20000) found
  ), candidates as (
    select i.id, i.rma_id from hits h join item_row i on i.id = h.id
     where h.kind = 'item' and i.scope_keys && scope
    union
    select i.id, i.rma_id from hits h join item_row i on i.rma_id = h.id
     where h.kind <> 'item' and i.scope_keys && scope
  )
  select c.id from candidates c
   where not exists (
     select from jsonb_array_elements(groups - 0) others (beginnings)
      where not exists (
        select from jsonb_array_elements_text(others.beginnings) wanted (beginning)
         cross join lateral (values ('item', c.id), ('rma', c.rma_id), ('contact', c.rma_id)) whose (kind, id)
          join search_terms t on t.kind = whose.kind and t.id = whose.id
           and t.term >= wanted.beginning and t.term < wanted.beginning || last))
   order by c.id desc
   limit cap;
end $$;
comment on function search_items(jsonb, integer) is
  'find_items() without fields, for nodes of a release that does not know it.';
revoke all on function find_items(jsonb, integer, text[], integer), search_items(jsonb, integer) from public;
grant execute on function find_items(jsonb, integer, text[], integer), search_items(jsonb, integer) to atelier_app;

create table saved_views (
  id         bigint generated always as identity primary key,
  user_id    bigint not null,
  list       text not null check (list in ('shop', 'operation')),
  name       text not null check (length(name) between 1 and 60),
  filters    jsonb not null check (jsonb_typeof(filters) = 'object' and length(filters::text) <= 2000),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index saved_views_by_name on saved_views (user_id, list, lower(name));
create unique index saved_views_default on saved_views (user_id, list) where is_default;
comment on table saved_views is
  'Filters that a person keeps under a name, theirs alone (product/rma.md §5). No events: nobody asks later who saw which list.';
comment on column saved_views.filters is
  'Parameters of the list''s address, as the screen writes them; never the words of a search: a customer''s name must not outlive the customer.';
grant select, insert, update, delete on saved_views to atelier_app;
