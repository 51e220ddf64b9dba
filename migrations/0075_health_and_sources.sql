-- What the administrators' screens say of the installation (docs/decisions/0210): values that only a worker's environment holds, and how
-- old the last verified restore may be.
create table installed_settings (
  key         text        primary key,
  value       jsonb,
  reported_at timestamptz not null default clock_timestamp()
);
comment on table installed_settings is
  'Values that a worker''s environment gives to settings nobody configured. Reported by workers as they start; one row a setting.';
comment on column installed_settings.key is 'The setting, as in the configuration.';
comment on column installed_settings.value is 'As the screen shows it; null where the environment names none.';
grant select, insert, update on installed_settings to atelier_app;

alter table backup_state add column verify_ms bigint;
comment on column backup_state.verify_ms is 'The newest backup is restored beside so often; 0 for never, null before a release that reports it.';
