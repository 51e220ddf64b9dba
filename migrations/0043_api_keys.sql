-- Keys of other systems. A key is an account of its own (stream user-<id>), so that every event names it as its actor, and one
-- session that ends at a day instead of after idle minutes, so that it is revoked like any other on every node.

alter table users add column api_key jsonb;
comment on column users.api_key is
  'What makes an account the key of another system: name, permissions, expires_at, made_by, made_at. Null for people.';
create index users_keys on users (id) where api_key is not null;

alter table sessions drop constraint sessions_kind_check;
alter table sessions add constraint sessions_kind_check check (kind in ('password', 'sso', 'key'));
comment on column sessions.kind is 'How it began: a password, single sign-on, or the making of an API key, which has one.';
