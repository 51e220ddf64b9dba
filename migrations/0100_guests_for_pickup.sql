-- The shop that a client chose sees the piece in its own group once it waits there (decisions/0242). `scope_keys` named its site
-- already; the deposit, with the contact of the client who comes, is seen for as long as the piece waits, and
-- from the handover until it is closed by the shop that handed it over; by no third shop.

create index item_row_guests on item_row (collect_shop, status, status_entered_at)
  where collect_shop is not null and status in (15, 16);

-- The inner query does not depend on the row: it runs once a statement, and only for a deposit of another shop. Its own policy
-- leaves those at 16 out that another shop handed over.
alter policy in_scope on rma_row
  using (case
    when (select app_scope_key()) = 0 then true
    when (select app_scope_key()) < 0 then store_id = - (select app_scope_key())
      or id in (select item_row.rma_id from item_row
                 where item_row.collect_shop = - (select app_scope_key())
                   and (item_row.status = 16 or item_row.status = 15 and item_row.custody_site = item_row.collect_shop))
    when (select app_scope_key()) > 0 then exists (select from item_row where item_row.rma_id = rma_row.id)
    else false end);

-- Past moments know the chosen shop too. The fold continues from the open row; rows that ended before this file stay without one
-- until the projection is rebuilt.
alter table item_spans add column collect_shop integer;
comment on column item_spans.collect_shop is 'The other shop where the client collects; null at its own shop and by delivery.';
update item_spans s set collect_shop = i.collect_shop
  from item_row i where i.id = s.item_id and s.true_until is null and i.collect_shop is not null;
create index item_spans_guests on item_spans using gist (collect_shop, tstzrange(true_from, true_until))
  where status = 15 and collect_shop = custody_site;

-- It returns one column more: migrations/repeatable/past_items.sql makes it again, with guest_items_at().
drop function open_items_at(timestamptz, timestamptz);
