-- Factory hands and their roles (rows of the streams worker-<id> and worker-role-<id>), and the keyed digests their
-- badges are recognised by. No store owns them; who may list them is decided by permission.

create table worker_role_row (
  id          bigint primary key,
  key         text not null unique,
  name        text not null,
  permissions text[] not null,
  version     integer not null,
  position    bigint not null
);
comment on column worker_role_row.key is 'Unique and immutable (product.md §4); workers name their role by it.';

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
create index worker_row_by_site on worker_row (site_id);
create index worker_row_by_role on worker_row (role_key);

create table worker_badges (
  worker_id      bigint primary key,
  barcode_digest text not null unique,
  pin_hash       text check (pin_hash like '$argon2id$%'),
  changed_at     timestamptz not null
);
comment on table worker_badges is 'The barcode itself stands encrypted in the worker''s events; here it can only be recognised.';

select register_inline_table('worker_role_row');
select register_inline_table('worker_row');

grant select on worker_role_row, worker_row to atelier_app, atelier_projector;
grant select, insert, update, delete on worker_badges to atelier_app;
