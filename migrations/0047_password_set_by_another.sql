-- A password that another person set is changed by its owner before anything else is done with the account.

alter table user_credentials add column must_change boolean not null default false;
comment on column user_credentials.must_change is
  'Set by another person: a session that began with this password may only change it (product/identity.md §1).';
