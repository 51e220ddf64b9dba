-- A shop may take another number of clients at one pickup time than the setting says for all (product/repair.md §20).

alter table sites add column pickups_per_slot smallint check (pickups_per_slot between 0 and 100);
comment on column sites.pickups_per_slot is
  'Clients who may book one pickup time of this shop; 0 = no limit, null = as the setting pickups_per_slot says.';
