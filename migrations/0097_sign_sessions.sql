-- Signatures on the client's own phone that have not reached the counter yet (decisions/0236). Unlogged: a crash, a restore or a
-- backup may lose them, the client then signs again.
create unlogged table sign_sessions (
  id         uuid primary key,
  token_hash bytea not null unique,
  account_id bigint not null,
  site_id    bigint,
  kind       text not null check (kind in ('deposit', 'pickup')),
  asked      bytea not null,
  given      bytea,
  expires_at timestamptz not null
);
create index sign_sessions_by_end on sign_sessions (expires_at);
comment on table sign_sessions is
  'Codes by which clients sign on their own phone, each good once and for a quarter of an hour (product/deposit.md §13).';
comment on column sign_sessions.token_hash is 'Digest of the secret in the code.';
comment on column sign_sessions.account_id is 'The account that asked: nobody else reads the signature.';
comment on column sign_sessions.site_id is 'Its shop; null for an account of the house.';
comment on column sign_sessions.asked is 'What is signed for and in which language, sealed under the master key.';
comment on column sign_sessions.given is 'The signature, sealed under the master key; null while none was given.';

grant select, insert, update, delete on sign_sessions to atelier_app;
