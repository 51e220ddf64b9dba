-- When a piece is expected to be ready (product/promise.md): written by the append from the piece's stream, as every column here.
-- Pieces from before have no date until a model gives them one, so nothing is filled in.
alter table item_row
  add column expected_likely date,
  add column expected_latest date,
  add column expected_first date,
  add column expected_later text;
comment on column item_row.expected_likely is
  'Day on the calendar of the piece''s shop by which half of the pieces like it are ready; null without a date, or once it is ready or ended.';
comment on column item_row.expected_latest is 'The same for 85 of 100 pieces; null with it.';
comment on column item_row.expected_first is 'The expected_latest that was named first; null with it.';
comment on column item_row.expected_later is
  '''answer'', ''way'', ''work'' or ''time'': what last moved expected_latest behind expected_first; null where it is no later.';

select refresh_inline_tables();

-- Lists that show the earliest day first (`GET /rma?sort=expected`), pieces without one last, and what is late against it.
create index item_row_expected on item_row (expected_latest, id);

-- The day that the deposit named, for the share of pieces that were ready by it (product/insight.md §3).
alter table piece_facts add column told_latest date;
comment on column piece_facts.told_latest is
  'The latest day that was named at the deposit, on the calendar of the piece''s shop; null where none was named.';
