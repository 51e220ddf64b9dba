-- Where a backup went, and what kind of failure one ended in. A backup that somebody takes to another place by hand is not one of the
-- schedule's: whoever loses its place has nothing newer.

alter table backup_runs add column target text, add column trouble text;
comment on column backup_runs.target is
  'Where the backup lies, without secrets; null for runs of the releases before, which count as the schedule''s.';
comment on column backup_runs.trouble is
  'Kind of failure, as backup_state.error has it; null when it did not fail, and for runs of the releases before.';
