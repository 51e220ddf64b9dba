-- Files of the log are written as they are read: in parts, so that neither writing nor fetching holds one whole
-- (decisions/0161).

create table export_parts (
  export_id bigint not null,
  part      integer not null,
  begins    bigint not null,
  size      integer not null,
  blob      text collate "C" not null,
  primary key (export_id, part)
);
create index export_parts_by_blob on export_parts (export_id, blob);
comment on table export_parts is
  'Parts of files that were written as they were read: together, in order, they are the file (product/exports.md §5).';
comment on column export_parts.begins is 'Byte of the file at which the part begins.';
comment on column export_parts.size is 'Bytes of the file that it holds; what is kept of it is compressed.';
comment on column export_parts.blob is 'Where it lies, behind the blob port.';
grant select, insert, delete on export_parts to atelier_app;
