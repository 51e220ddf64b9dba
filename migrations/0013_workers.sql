-- Factory workers and their roles (rows of the streams worker-<id> and worker-role-<id>), and the keyed digests their
-- badges are recognised by. No store owns them; who may list them is decided by permission.

create table worker_role_row (
  id          bigint primary key,
  key         text not null unique,
  name        text not null,
  permissions text[] not null,
  version     integer not null,
  position    bigint not null,
  deleted     boolean not null default false
);
comment on table worker_role_row is 'Roles of workers: the newest state of each stream worker-role-<id> (product/workforce.md §4).';
comment on column worker_role_row.key is 'Unique, never changes, and stays used when the role is deleted; workers name their role by it.';
comment on column worker_role_row.permissions is 'Names of permissions; a deleted role allows nothing.';

create table worker_row (
  id         bigint primary key,
  work_id    text not null,
  name       text not null,
  department text not null,
  role_key   text not null,
  site_id    integer not null references sites (id),
  active     boolean not null,
  version    integer not null,
  position   bigint not null
);
create unique index worker_row_by_work_id on worker_row (work_id) where active;
create index worker_row_by_role on worker_row (role_key);
-- Lists are by id descending within a site, and search by part of a name.
create index worker_row_by_site_and_id on worker_row (site_id, id desc);
comment on table worker_row is 'Workers: the newest state of each stream worker-<id> (product/workforce.md §2).';
comment on column worker_row.work_id is 'Text, leading zeros count; unique among active workers.';
comment on column worker_row.role_key is 'Key of worker_role_row.';

create table worker_badges (
  worker_id      bigint primary key,
  barcode_digest text not null unique,
  pin_hash       text check (pin_hash like '$argon2id$%'),
  changed_at     timestamptz not null
);
comment on table worker_badges is
  'What a badge is recognised by. The barcode itself stands encrypted in the worker''s events (product/workforce.md §3).';
comment on column worker_badges.barcode_digest is 'Keyed digest of the barcode.';
comment on column worker_badges.pin_hash is 'argon2id; null = no PIN is asked for.';

grant select on worker_role_row, worker_row to atelier_app, atelier_projector;
grant insert, update, delete on worker_role_row, worker_row to atelier_projector;
grant select, insert, update, delete on worker_badges to atelier_app;
