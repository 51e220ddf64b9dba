-- Calls about stays and weights that read all of a period to find a few rows of it (docs/product/insight.md §4, §6, §7).

-- What stands at a stage now; 0106 finds it among all that ever stood at the site.
create index stage_stays_standing on stage_stays (site, status)
  include (entered_at, sku, store_id, scope_keys, item_id)
  where true_until is null and site is not null;
-- Weighings of a shop's pieces, and those that differ.
create index weight_intervals_store on weight_intervals (store_id, closed_at) where weighing is not null;
create index weight_intervals_beyond on weight_intervals (closed_at) where weighing is not null and verdict = 'beyond';
