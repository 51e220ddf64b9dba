-- Guessing over many accounts from one address (docs/decisions/0082): who has signed in there before is not held up by it.
create table familiar_lines (
  account text not null,
  address text not null,
  last_at timestamptz not null,
  primary key (account, address)
);
create index familiar_lines_by_age on familiar_lines (last_at);
comment on table familiar_lines is 'Keyed digests, as in login_attempts: which account has signed in from which address, so that guessing there locks out strangers only.';

grant select, insert, update, delete on familiar_lines to atelier_app;
