-- What administrators changed, by position in the log: which events they are, of which kind and by whom. What was changed
-- is read from the streams themselves, so that nothing personal stands here. Belongs to the projection `admin_changes`.
create table admin_changes (
  position  bigint primary key,
  stream_id text collate "C" not null,
  kind      text collate "C" not null,
  actor_id  bigint,
  version   integer not null
);
comment on column admin_changes.actor_id is 'Account that did it; null = the system by itself.';
comment on column admin_changes.version is 'Of the stream, at this event.';
create index admin_changes_by_kind on admin_changes (kind, position desc);
create index admin_changes_by_actor on admin_changes (actor_id, position desc);

alter table admin_changes enable row level security;
alter table admin_changes force row level security;
create policy seen_by_all_scope on admin_changes for select to atelier_app
  using ((select app_scope_kind()) = 'all');
create policy whole_table on admin_changes to atelier_projector using (true) with check (true);
grant select on admin_changes to atelier_app;
grant select, insert, update, delete, truncate on admin_changes to atelier_projector;
