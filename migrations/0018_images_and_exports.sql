-- Files: what they hold stands behind the blob port, once per content. Then uploaded pictures and exported lists.

create table blobs (
  hash       bytea primary key check (octet_length(hash) = 32),
  media_type text not null,
  size       integer not null,
  bytes      bytea not null,
  made_at    timestamptz not null default clock_timestamp()
);
-- Pictures are compressed already: trying again costs time and wins nothing.
alter table blobs alter column bytes set storage external;
comment on table blobs is 'Contents of files: pictures, signatures, documents, exports. Kept as long as something names them.';
comment on column blobs.hash is 'SHA-256 of the bytes.';
comment on column blobs.size is 'Bytes.';
grant select, insert, delete on blobs to atelier_app;

create table image_uploads (
  image_id        text collate "C" primary key check (image_id ~ '^[A-Za-z0-9_-]{22}$'),
  hash            bytea not null references blobs (hash),
  width           integer not null,
  height          integer not null,
  size            integer not null,
  site_id         integer references sites (id),
  uploaded_by     bigint not null,
  person          text,
  idempotency_key text,
  source_hash     bytea not null,
  made_at         timestamptz not null default clock_timestamp(),
  named_at        timestamptz,
  attached_at     timestamptz
);
create unique index image_uploads_by_key on image_uploads (person, idempotency_key) where idempotency_key is not null;
create index image_uploads_unattached on image_uploads (made_at) where attached_at is null;
create index image_uploads_by_hash on image_uploads (hash);
comment on table image_uploads is
  'Uploaded pictures: who sent them from where, under a name that cannot be guessed (product/images.md §1). Those that nothing names go after a week (product/images.md §2).';
comment on column image_uploads.hash is 'Of the content in blobs.';
comment on column image_uploads.width is 'Pixels, as is the height.';
comment on column image_uploads.size is 'Bytes.';
comment on column image_uploads.site_id is 'Where the uploader stood; null for administrators, who stand nowhere.';
comment on column image_uploads.source_hash is 'SHA-256 of what was sent: the same key with another picture is a conflict.';
comment on column image_uploads.named_at is 'When a command last named it: what is being saved is not swept away.';
comment on column image_uploads.attached_at is 'When the sweep found it named by an item; null again once its customer is erased.';
grant select, insert, delete, update (named_at, attached_at) on image_uploads to atelier_app;
grant select, update (attached_at) on image_uploads to atelier_projector;

create table item_images (
  item_id  bigint not null,
  image_id text collate "C" not null,
  kind     text collate "C" not null check (kind in ('deposit', 'gold', 'counterfeit', 'stage', 'warranty')),
  version  integer not null,
  primary key (item_id, image_id, kind)
);
create index item_images_by_image on item_images (image_id);
comment on table item_images is
  'Which item names a picture, and as what. Belongs to the projection item_images (product/images.md §2).';
comment on column item_images.version is 'Of the stream, at the event that named the picture.';
grant select on item_images to atelier_app;
grant select, insert, update, delete, truncate on item_images to atelier_projector;

create table export_row (
  id                  bigint primary key,
  type                text not null,
  state               text not null,
  requested_by        bigint,
  requested_by_worker bigint,
  requested_at        timestamptz not null,
  ended_at            timestamptz,
  failure             text,
  format              text,
  rows                integer,
  size                bigint,
  blob                text,
  expires_at          timestamptz,
  scope_key           text not null,
  version             integer not null,
  position            bigint not null
);
create index export_row_mine on export_row (requested_by, id desc);
create index export_row_unbuilt on export_row (id) where state = 'requested';
create index export_row_kept on export_row (expires_at) where state = 'done';
comment on table export_row is
  'One file that was asked for: the newest state of each stream export-<id>, written in the append (product/exports.md §1). No tenant''s data: who asked for how many rows. Read by requester, never by site; the words searched for stay in the log, encrypted.';
comment on column export_row.rows is 'Rows of the file.';
comment on column export_row.size is 'Bytes.';
comment on column export_row.blob is 'Where the file lies, behind the blob port.';
comment on column export_row.expires_at is 'When the file goes (product/exports.md §3).';
comment on column export_row.scope_key is 'Of the requester when asking, as kind/site: a file of another place is not theirs any more.';
comment on column export_row.version is 'Of the stream, at the newest event folded into this row.';
comment on column export_row.position is 'Of that event.';
grant select on export_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on export_row to atelier_projector;

create table export_progress (
  export_id  bigint primary key,
  done       integer not null,
  total      integer not null,
  updated_at timestamptz not null default now()
);
comment on table export_progress is 'How far a worker has come with a file; a figure for the screen, nothing is decided by it.';
comment on column export_progress.done is 'Rows written, of the total.';

create table export_files (
  export_id bigint not null,
  blob      text collate "C" not null,
  kept_at   timestamptz not null default now(),
  primary key (export_id, blob)
);
create index export_files_age on export_files (kept_at);
comment on table export_files is
  'Files of exports. Written before the bytes are kept, so that no file of a worker that died is ever left behind.';
grant select, insert, update, delete on export_progress, export_files to atelier_app;
