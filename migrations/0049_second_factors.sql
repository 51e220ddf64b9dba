-- Time-based codes (RFC 6238) as a second factor of administrators and auditors who sign in with a password.

create table second_factors (
  user_id       bigint primary key,
  secret        bytea not null,
  begun_at      timestamptz not null,
  confirmed_at  timestamptz,
  last_step     bigint not null default 0,
  recovery      text[] not null default '{}'
);
comment on table second_factors is
  'Second factors of accounts (product/identity.md §10). A row without confirmed_at is an enrolment that was begun.';
comment on column second_factors.secret is 'Sealed with AES-256-GCM under a key of the master key: nonce, tag, text.';
comment on column second_factors.last_step is 'The newest 30-second step whose code was taken: neither it nor an older one is taken again.';
comment on column second_factors.recovery is 'Keyed digests of the recovery codes that are left; each is good once.';
comment on table worker_pin_attempts is
  'Wrong PINs in a row for one worker, or one code that no worker has, at any station (product/workforce.md §1); wrong codes of a second factor likewise.';

grant select, insert, update, delete on second_factors to atelier_app;
