-- Jobs. Queues hold no truth: what is due is read from the log by policies, each with its own checkpoint.
-- The queues' own tables live in the schema "bullmq", made by the queue library when the database is migrated;
-- sessions that work on them take the role atelier_jobs.

do $$
begin
  if not exists (select from pg_roles where rolname = 'atelier_jobs') then
    create role atelier_jobs nologin;
  end if;
  execute 'grant atelier_jobs to current_user';
exception when duplicate_object or unique_violation then
  -- Another database of the same cluster was faster.
  execute 'grant atelier_jobs to current_user';
end $$;

create table policy_checkpoints (
  name       text collate "C" primary key,
  position   bigint not null,
  updated_at timestamptz not null default now()
);
comment on table policy_checkpoints is 'How far each policy has turned the log into jobs. Never moved back by a rebuild.';
grant select, insert, update on policy_checkpoints to atelier_app;
