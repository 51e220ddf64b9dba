-- How an owner wants their piece back, and the time they booked for it (product/repair.md §20): written by the append from the
-- piece's stream, as every column here. Pieces from before have neither, so nothing is filled in.
alter table item_row
  add column collect_kind text,
  add column collect_shop integer,
  add column collect_by_client boolean not null default false,
  add column pickup_day date,
  add column pickup_from text,
  add column pickup_to text;
comment on column item_row.collect_kind is
  '''shop'', ''other_shop'' or ''delivery'', as chosen last; null where nothing was chosen and the deposit''s delivery counts.';
comment on column item_row.collect_shop is 'The site chosen with other_shop; null otherwise.';
comment on column item_row.collect_by_client is 'Chosen on the client''s page, not by the shop.';
comment on column item_row.pickup_day is
  'Booked day on the calendar of the shop that has the piece; null without a booking or once the piece has left.';
comment on column item_row.pickup_from is 'Begin of the booked time, HH:MM on that shop''s clock; null without a booking.';
comment on column item_row.pickup_to is 'End of the booked time, HH:MM on that shop''s clock; null without a booking.';

select refresh_inline_tables();

-- The pickups of a shop on a day (`GET /pickup/booked`).
create index item_row_pickups on item_row (pickup_day, custody_site) where pickup_day is not null;
