-- What a client needs to come by: when a shop is open and where it lies on a map.

alter table sites
  add column opening_hours text not null default '',
  add column map_url       text;
comment on column sites.opening_hours is 'Days and hours as ''Mo-Sa 10:00-19:00; Su 12:00-18:00'', in the shop''s own time; empty = not known.';
comment on column sites.map_url is 'A map of this place; null = the customer''s page searches its address.';
