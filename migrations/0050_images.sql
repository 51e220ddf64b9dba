-- Uploaded pictures. The bytes lie behind the blob port, once per content; here is who sent them from where, under a
-- name that cannot be guessed. Which item names a picture is told by the log: the projection `item_images`.

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
comment on column image_uploads.site_id is 'Where the uploader stood; null for administrators, who stand nowhere.';
comment on column image_uploads.source_hash is 'SHA-256 of what was sent: the same key with another picture is a conflict.';
comment on column image_uploads.named_at is 'When a command last named it: what is being saved is not swept away.';
comment on column image_uploads.attached_at is 'When the sweep found it named by an item; null again once its customer is erased.';
create unique index image_uploads_by_key on image_uploads (person, idempotency_key) where idempotency_key is not null;
create index image_uploads_unattached on image_uploads (made_at) where attached_at is null;
create index image_uploads_by_hash on image_uploads (hash);

-- Belongs to the projection `item_images`.
create table item_images (
  item_id  bigint not null,
  image_id text collate "C" not null,
  kind     text collate "C" not null check (kind in ('deposit', 'gold', 'counterfeit', 'stage', 'warranty')),
  version  integer not null,
  primary key (item_id, image_id, kind)
);
comment on column item_images.version is 'Of the stream, at the event that named the picture.';
create index item_images_by_image on item_images (image_id);

alter table item_images enable row level security;
alter table item_images force row level security;
-- Seen with its item: item_row has its own policy.
create policy with_item on item_images for select to atelier_app
  using (exists (select from item_row where item_row.id = item_images.item_id));
create policy whole_table on item_images to atelier_projector using (true) with check (true);
grant select on item_images to atelier_app;
grant select, insert, update, delete, truncate on item_images to atelier_projector;

alter table image_uploads enable row level security;
alter table image_uploads force row level security;
create policy in_scope on image_uploads for select to atelier_app
  using ((select app_scope_kind()) = 'all' or site_id = (select app_scope_site())
    or exists (select from item_images where item_images.image_id = image_uploads.image_id));
create policy kept_at_own_site on image_uploads for insert to atelier_app
  with check ((select app_scope_kind()) = 'all' or site_id = (select app_scope_site()));
create policy named_at_own_site on image_uploads for update to atelier_app
  using ((select app_scope_kind()) = 'all' or site_id = (select app_scope_site()));
create policy swept on image_uploads for delete to atelier_app
  using ((select app_scope_kind()) = 'all');
create policy forgotten on image_uploads to atelier_projector using (true) with check (true);
grant select, insert, delete, update (named_at, attached_at) on image_uploads to atelier_app;
grant select, update (attached_at) on image_uploads to atelier_projector;
