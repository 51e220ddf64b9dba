-- What a call asks the log's key to sign: the key lies with the workers, which alone read it (decisions/0166).

create table log_signatures (
  id           bigint generated always as identity primary key,
  sha256       text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size         bigint not null,
  note         text,
  requested_at timestamptz not null default clock_timestamp()
);
comment on table log_signatures is
  'Hashes of manifests that wait for a signature of the log''s key; the call that asked takes its row away (decisions/0166).';
comment on column log_signatures.sha256 is 'Of the manifest, hexadecimal.';
comment on column log_signatures.size is 'Of the checkpoint that the signature names.';
comment on column log_signatures.note is 'The signed note; null until a worker has signed.';

grant select, insert, delete on log_signatures to atelier_app;
grant select, update (note) on log_signatures to atelier_projector;
