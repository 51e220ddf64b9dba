-- Accounts and their roles (rows of the streams user-<id> and role-<id>), and what signing in needs beside the log:
-- secrets, sessions, failed attempts, captchas. None of it belongs to one store, so no row-level security: who may list
-- accounts is decided by permission, and signing in happens before anybody has a scope.

create table roles (
  id          bigint primary key,
  name        text not null unique,
  permissions text[] not null,
  version     integer not null,
  position    bigint not null
);
comment on table roles is 'Roles of accounts: the newest state of each stream role-<id> (product/identity.md §5).';
comment on column roles.name is 'Never changes: accounts name their roles by it.';
comment on column roles.permissions is 'Names of permissions, compared word for word.';

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
comment on table users is 'Accounts: the newest state of each stream user-<id> (product/identity.md §8).';
comment on column users.email is 'In small letters; what the person signs in with.';
comment on column users.user_type is 'Picks the half of the app: shop, operation, or admin, who stands at no site.';
comment on column users.roles is 'Names of roles.';

grant select on roles, users to atelier_app, atelier_projector;
grant insert, update, delete on roles, users to atelier_projector;

create table user_credentials (
  user_id       bigint primary key,
  password_hash text not null check (password_hash like '$argon2id$%'),
  changed_at    timestamptz not null
);
comment on table user_credentials is
  'Password hashes (argon2id). Outside the log on purpose: a hash that cannot be changed or forgotten is a leak in waiting.';

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
create index sessions_open_by_user on sessions (user_id) where revoked_at is null;
create index sessions_revoked on sessions (revoked_at) where revoked_at is not null;
create index sessions_by_end on sessions (ends_at);
comment on table sessions is 'Who is signed in (product/identity.md §4). Taken away a week after they ended.';
comment on column sessions.token_hash is 'Digest of the bearer token; the token itself is kept nowhere.';
comment on column sessions.kind is 'How it began: password or sso.';
comment on column sessions.rights is 'Digest of what the account could do at sign-in: another digest now means 499.';
comment on column sessions.worker_id is 'The worker signed in at a station, if any (product/workforce.md §1).';
comment on column sessions.worker_seen_at is 'When that worker was last active; ten idle minutes end it.';
comment on column sessions.ends_at is 'The latest end; thirty idle minutes end it sooner.';

create table login_attempts (
  account      text not null,
  address      text not null,
  failures     integer not null check (failures > 0),
  last_at      timestamptz not null,
  locked_until timestamptz,
  primary key (account, address)
);
create index login_attempts_by_age on login_attempts (last_at);
comment on table login_attempts is
  'Failed sign-ins by account and address, both as keyed digests, no names (product/identity.md §2). The address * counts an account over all addresses.';
comment on column login_attempts.locked_until is 'Null = not locked.';

create table familiar_lines (
  account text not null,
  address text not null,
  last_at timestamptz not null,
  primary key (account, address)
);
create index familiar_lines_by_age on familiar_lines (last_at);
comment on table familiar_lines is
  'From which addresses an account has signed in, as keyed digests like those of login_attempts: guessing over many accounts from such an address does not lock it out (decisions/0082).';

-- Short-lived and worthless after a crash: no need to log them ahead.
create unlogged table captchas (
  id         uuid primary key,
  answer     text not null,
  issued_at  timestamptz not null,
  expires_at timestamptz not null
);
create index captchas_by_end on captchas (expires_at);
comment on table captchas is 'Captchas that were shown, each good once and for two minutes (product/identity.md §1).';

create unlogged table live_tickets (
  ticket_hash bytea primary key,
  session_id  uuid not null,
  expires_at  timestamptz not null
);
create index live_tickets_by_end on live_tickets (expires_at);
comment on table live_tickets is 'Tickets to open a live connection, each good once; kept as digests.';

-- Only digests: what is kept opens nothing.
create unlogged table sso_attempts (
  state_hash   bytea primary key,
  browser_hash bytea not null,
  verifier     text not null,
  nonce        text not null,
  expires_at   timestamptz not null
);
create index sso_attempts_by_end on sso_attempts (expires_at);
comment on table sso_attempts is 'Single sign-ons under way, each good once (product/identity.md §3).';
comment on column sso_attempts.state_hash is 'Digest of the state that the provider sends back.';
comment on column sso_attempts.browser_hash is 'Digest of the cookie that ties the attempt to its browser.';
comment on column sso_attempts.verifier is 'PKCE: proves to the provider who began the attempt.';
comment on column sso_attempts.nonce is 'Must stand in the provider''s identity token.';

create table user_identities (
  issuer    text not null,
  subject   text not null,
  user_id   bigint not null references users (id),
  linked_at timestamptz not null,
  primary key (issuer, subject),
  unique (issuer, user_id)
);
comment on table user_identities is
  'Which person of a provider an account is. Bound at the first single sign-on: from then on the subject counts, never the address alone (decisions/0070).';
comment on column user_identities.subject is 'The provider''s own name for the person.';

grant select, insert, update, delete
  on user_credentials, sessions, login_attempts, familiar_lines, captchas, live_tickets to atelier_app;
grant select, insert, delete on sso_attempts, user_identities to atelier_app;
