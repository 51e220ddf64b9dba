-- Accounts and their roles (rows of the streams user-<id> and role-<id>), and what signing in needs beside the
-- log: secrets, sessions, failed attempts, captchas. None of it belongs to one store, so no row-level security:
-- who may list accounts is decided by permission, and signing in happens before anybody has a scope.

create table roles (
  id          bigint primary key,
  name        text not null unique,
  permissions text[] not null,
  version     integer not null,
  position    bigint not null
);
comment on column roles.name is 'Immutable: accounts name their roles by it (specification §6).';

create table users (
  id        bigint primary key,
  email     text not null unique check (email = lower(email)),
  name      text not null,
  last_name text not null,
  user_type text not null check (user_type in ('shop', 'operation', 'admin')),
  site_id   integer references sites (id),
  roles     text[] not null,
  active    boolean not null,
  version   integer not null,
  position  bigint not null,
  check ((user_type = 'admin') = (site_id is null))
);
create index users_by_site on users (site_id);

create table user_credentials (
  user_id       bigint primary key,
  password_hash text not null check (password_hash like '$argon2id$%'),
  changed_at    timestamptz not null
);
comment on table user_credentials is 'Outside the log on purpose: a hash that cannot be changed or forgotten is a leak in waiting.';

create table sessions (
  id             uuid primary key,
  token_hash     bytea not null unique,
  user_id        bigint not null,
  kind           text not null check (kind in ('password', 'sso')),
  rights         text not null,
  worker_id      bigint,
  worker_seen_at timestamptz,
  created_at     timestamptz not null,
  last_seen_at   timestamptz not null,
  ends_at        timestamptz not null,
  revoked_at     timestamptz,
  check ((worker_id is null) = (worker_seen_at is null))
) with (fillfactor = 80);
comment on column sessions.rights is 'Digest of what the account could do at sign-in: another digest now means 499 (product.md §2).';
create index sessions_open_by_user on sessions (user_id) where revoked_at is null;
create index sessions_revoked on sessions (revoked_at) where revoked_at is not null;
create index sessions_by_end on sessions (ends_at);

create table login_attempts (
  account      text not null,
  address      text not null,
  failures     integer not null check (failures > 0),
  last_at      timestamptz not null,
  locked_until timestamptz,
  primary key (account, address)
);
comment on table login_attempts is 'Keyed digests, no names. address * counts an account over all addresses.';
create index login_attempts_by_age on login_attempts (last_at);

-- Short-lived and worthless after a crash: no need to log them ahead.
create unlogged table captchas (
  id         uuid primary key,
  answer     text not null,
  issued_at  timestamptz not null,
  expires_at timestamptz not null
);
create index captchas_by_end on captchas (expires_at);

create unlogged table live_tickets (
  ticket_hash bytea primary key,
  session_id  uuid not null,
  expires_at  timestamptz not null
);
create index live_tickets_by_end on live_tickets (expires_at);

select register_inline_table('roles');
select register_inline_table('users');

grant select on roles, users to atelier_app, atelier_projector;
grant select, insert, update, delete
  on user_credentials, sessions, login_attempts, captchas, live_tickets to atelier_app;
