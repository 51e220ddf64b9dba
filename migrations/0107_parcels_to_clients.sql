-- A piece at 15 that its shop sent to its client's door lies in no shop: dashboards count it as in transit (decisions/0245).

alter table item_census add column to_client boolean not null default false;
comment on column item_census.to_client is 'With a carrier, on its way to its client''s door.';
update item_census c set to_client = true
  from item_row i where i.id = c.item_id and i.custody_from is not null and i.custody_to is null;
