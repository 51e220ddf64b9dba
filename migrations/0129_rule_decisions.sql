-- Every decision of a piece that hangs on a rule which /insight/what-if may change, with what went in and what came out
-- (docs/product/insight.md §9, decisions/0256). Read model of the projection rule_decisions; upgraded installations fill it in
-- the background.

create table rule_decisions (
  item_id         bigint not null,
  began_position  bigint not null,
  true_from       timestamptz not null,
  true_until      timestamptz,
  known_from      timestamptz not null,
  known_until     timestamptz,
  is_first        boolean not null,
  placed_true     timestamptz not null,
  placed_known    timestamptz not null,
  version         integer not null,
  store_id        integer not null,
  deposited_at    timestamptz not null,
  decided_at      timestamptz not null,
  decisions       jsonb not null,
  primary key (item_id, began_position)
) with (fillfactor = 80);
comment on table rule_decisions is
  'The decisions of every piece that follow from a rule, with when they were true and when that was known (product/insight.md §9).';
comment on column rule_decisions.began_position is 'Position of the event that began the row.';
comment on column rule_decisions.true_until is 'When the next decision was made; null = now.';
comment on column rule_decisions.known_from is 'When the event that began it was recorded.';
comment on column rule_decisions.known_until is 'When the event that ended it was recorded; null = now.';
comment on column rule_decisions.is_first is 'It began with the deposit.';
comment on column rule_decisions.placed_true is 'Place of the newest event folded, on the axis of what is true: no later event lies before it.';
comment on column rule_decisions.placed_known is 'The same on the axis of what is known.';
comment on column rule_decisions.version is 'Of the stream, at the newest event folded into this row.';
comment on column rule_decisions.decided_at is 'When the newest of these decisions was made.';
comment on column rule_decisions.decisions is 'What went into each decision and what came out, oldest first, with the fee as it stands; nothing personal.';

create index rule_decisions_decided on rule_decisions (decided_at);

alter table rule_decisions enable row level security;
alter table rule_decisions force row level security;
-- Rules are asked about by those who see every piece.
create policy seen_by_all_scope on rule_decisions for select to atelier_app
  using ((select app_scope_kind()) = 'all');
create policy whole_table on rule_decisions to atelier_projector using (true) with check (true);
grant select on rule_decisions to atelier_app;
grant select, insert, update, delete, truncate on rule_decisions to atelier_projector;
