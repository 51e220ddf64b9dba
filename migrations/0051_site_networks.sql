-- From which networks a shop's people worked lately: an answer to a fee that comes from one of them is marked
-- (product/repair.md §12.1).

create table site_networks (
  site_id integer not null,
  network text not null,
  seen_at timestamptz not null,
  primary key (site_id, network)
);
comment on table site_networks is
  'Networks that a shop''s sessions came from in the last 30 days, as keyed digests: no address stands here, and none of a customer.';
comment on column site_networks.network is 'Keyed digest of the IP prefix.';
comment on column site_networks.seen_at is 'Last noted; at most once an hour for each.';
grant select, insert, update, delete on site_networks to atelier_app;
