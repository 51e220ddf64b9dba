-- Single sign-on (OpenID Connect, product.md §4): attempts under way, and which person of a provider an account is.

-- Short-lived and worthless after a crash: no need to log them ahead. Only digests: what is kept opens nothing.
create unlogged table sso_attempts (
  state_hash   bytea primary key,
  browser_hash bytea not null,
  verifier     text not null,
  nonce        text not null,
  expires_at   timestamptz not null
);
create index sso_attempts_by_end on sso_attempts (expires_at);

create table user_identities (
  issuer    text not null,
  subject   text not null,
  user_id   bigint not null references users (id),
  linked_at timestamptz not null,
  primary key (issuer, subject),
  unique (issuer, user_id)
);
comment on table user_identities is 'Bound at the first single sign-on: from then on the subject counts, never the address alone.';

grant select, insert, delete on sso_attempts, user_identities to atelier_app;
