-- The key vault is a store with revisions (decisions/0200): a database refuses a vault that is behind it, or a copy of it.

alter table key_vault
  add column revision       bigint not null default 0,
  add column revision_token text,
  add column ledger         bigint not null default 0,
  add column lasting_files  bigint not null default 0,
  add column passing_files  bigint not null default 2147483648;
comment on column key_vault.revision is
  'The newest revision of the vault that this database saw. A vault that is behind it is an older copy and refused.';
comment on column key_vault.revision_token is
  'Bears the revision in the vault; null = revision 0, which bears the vault''s id. A vault with another token was written apart.';
comment on column key_vault.ledger is
  'Up to which number of the vault''s ledger every erasure is applied to this database: each start goes on from there.';
comment on column key_vault.lasting_files is
  'Numbers below were given to files that stay until an erasure, whatever the vault says: an older one does not know of all.';
comment on column key_vault.passing_files is 'The same for files that go after days, which are numbered from 2^31 on.';
update key_vault set
  lasting_files = greatest(lasting_files, (select max(file) + 1 from sealed_blobs where file < 2147483648)),
  passing_files = greatest(passing_files, (select max(file) + 1 from sealed_blobs where file >= 2147483648));
grant update (revision, revision_token, ledger, lasting_files, passing_files) on key_vault to atelier_app, atelier_projector;
