-- A picture's id carries the SHA-256 of its content, and so do the events that name it (decisions/0198). Ids of earlier releases stay.

alter table image_uploads drop constraint image_uploads_image_id_check;
alter table image_uploads add constraint image_uploads_image_id_check
  check (image_id ~ '^[A-Za-z0-9_-]{22}([A-Za-z0-9_-]{43})?$');
comment on column image_uploads.image_id is
  '128 random bits, then the SHA-256 of the content, both as base64url. Ids from before 0059 are the random bits alone.';
