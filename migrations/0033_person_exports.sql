-- Exports of everything held about a person (product/privacy.md §5, decisions/0152).

create table privacy_export_row (
  id            bigint primary key,
  customer_refs text[] not null,
  language      text not null,
  state         text not null,
  requested_at  timestamptz not null,
  requested_by  bigint,
  ended_at      timestamptz,
  failure       text,
  blob          text,
  size          bigint,
  expires_at    timestamptz,
  reads         integer not null,
  read_at       timestamptz,
  version       integer not null,
  position      bigint not null
);
create index privacy_export_row_of_customer on privacy_export_row using gin (customer_refs);
create index privacy_export_row_kept on privacy_export_row (expires_at) where state = 'done';
create index privacy_export_row_newest on privacy_export_row (position);
comment on table privacy_export_row is
  'One export of everything held about a person: the newest state of each stream privacy-export-<id>, written in the append (product/privacy.md §5).';
comment on column privacy_export_row.state is 'requested, done, failed or removed.';
comment on column privacy_export_row.blob is
  'Where the file lies, behind the blob port: encrypted under a key that the log keeps in parts, one under the key of each customer.';
comment on column privacy_export_row.size is 'Bytes of the encrypted file.';
comment on column privacy_export_row.reads is 'How often it was fetched; read_at is the last time.';
comment on column privacy_export_row.version is 'Of the stream, at the newest event folded into this row.';
comment on column privacy_export_row.position is 'Of that event.';
grant select on privacy_export_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on privacy_export_row to atelier_projector;

select register_inline_table('privacy_export_row');
