-- The whole log as one Merkle tree with signed checkpoints (decisions/0153). Leaf i is the i-th event by position; positions
-- have gaps, leaves have none. Rows are only ever added: a tile that was partial when it was sealed gets its next hashes in
-- a row of its own.

create table log_tile_parts (
  level  smallint not null,
  tile   bigint not null,
  start  smallint not null,
  hashes bytea not null,
  primary key (level, tile, start)
);
comment on table log_tile_parts is
  'Hashes of the log''s Merkle tree, in tiles of 256 per level, 8 levels of the tree in one (decisions/0153). Only added to.';
comment on column log_tile_parts.level is 'A hash of level n covers 256^n events; level 0 are the leaves.';
comment on column log_tile_parts.tile is 'Place of the tile in its level, from 0.';
comment on column log_tile_parts.start is 'Place of the first of these hashes in the tile, 0 to 255.';
comment on column log_tile_parts.hashes is '32 bytes each.';

create table log_entry_parts (
  tile           bigint not null,
  start          smallint not null,
  first_position bigint not null,
  last_position  bigint not null unique,
  entries        bytea not null,
  primary key (tile, start)
);
comment on table log_entry_parts is
  'What the leaves are made of, 256 to a tile: position, stream, version, hash and digests of an event, never its content (decisions/0153). They stay when the event goes into an archive. Only added to.';
comment on column log_entry_parts.start is 'Place of the first of these entries in the tile, 0 to 255.';
comment on column log_entry_parts.first_position is 'Of the event of the first entry.';
comment on column log_entry_parts.last_position is 'Of the event of the last entry: finds the leaf of a position.';
comment on column log_entry_parts.entries is 'Each entry after its length as two bytes, most significant first.';

create table log_checkpoints (
  size      bigint primary key,
  position  bigint not null,
  root      bytea not null,
  note      text not null,
  sealed_at timestamptz not null default clock_timestamp()
);
comment on table log_checkpoints is 'Signed heads of the log''s tree, as they were published (decisions/0153). Only added to.';
comment on column log_checkpoints.size is 'How many leaves, the first events of the log.';
comment on column log_checkpoints.position is 'Of the event of the last leaf.';
comment on column log_checkpoints.root is 'Hash of the whole tree of this size.';
comment on column log_checkpoints.note is 'The signed note: origin, size, root, signature of the log''s key.';

create table log_keys (
  verifier_key text primary key,
  first_used_at timestamptz not null default clock_timestamp()
);
comment on table log_keys is 'Public keys the checkpoints were signed with. Shown to readers; a verifier takes the key from elsewhere.';
comment on column log_keys.verifier_key is 'Name, key id and key, as in the note of a checkpoint.';

create table log_cosignatures (
  size        bigint not null,
  witness     text not null,
  line        text not null,
  received_at timestamptz not null default clock_timestamp(),
  primary key (size, witness)
);
comment on table log_cosignatures is 'What witnesses signed: that the checkpoint of this size continues all they saw before (decisions/0154). Only added to.';
comment on column log_cosignatures.witness is 'Name and key id of the witness.';
comment on column log_cosignatures.line is 'The signature line that is served with the checkpoint.';

-- Hashes do not shrink, and trying costs more than all else of a sealing (decisions/0165).
alter table log_tile_parts alter column hashes set storage external;
alter table log_entry_parts alter column entries set storage external;

grant select on log_tile_parts, log_entry_parts, log_checkpoints, log_keys, log_cosignatures to atelier_app, atelier_projector;
grant insert on log_tile_parts, log_entry_parts, log_checkpoints, log_keys to atelier_projector;
grant insert on log_cosignatures to atelier_app;
