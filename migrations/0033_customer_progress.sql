-- The six steps of the customer's page, with their times (specification §3 "Customer status response").
-- Belongs to the projection `customer_progress`.
create table customer_progress (
  item_id   bigint primary key,
  rma_id    bigint not null,
  progress  smallint not null check (progress between 1 and 6),
  cancelled boolean not null,
  since     timestamptz not null,
  history   jsonb not null,
  version   integer not null
) with (fillfactor = 80);
comment on column customer_progress.history is '[{"at", "progress"}], newest first; the last one is the deposit.';
create index customer_progress_by_rma on customer_progress (rma_id);

alter table customer_progress enable row level security;
alter table customer_progress force row level security;
-- Read by the public page only, whose route declares scope "all" and asks for one deposit.
create policy whole_table on customer_progress for select to atelier_app using (app_scope_key() = 0);
create policy written on customer_progress to atelier_projector using (true) with check (true);
grant select on customer_progress to atelier_app;
grant select, insert, update, delete, truncate on customer_progress to atelier_projector;
