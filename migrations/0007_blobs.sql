-- Files behind the blob port: images, signatures, documents, exports. Kept once per content.

create table blobs (
  hash       bytea primary key check (octet_length(hash) = 32),
  media_type text not null,
  size       integer not null,
  bytes      bytea not null,
  made_at    timestamptz not null default clock_timestamp()
);
-- Pictures are compressed already: trying again costs time and wins nothing.
alter table blobs alter column bytes set storage external;

grant select, insert, delete on blobs to atelier_app;
