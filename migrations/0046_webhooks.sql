-- Webhooks: which systems outside are sent what happens (stream webhook-<id>), how far each has come in the log, and what became of
-- each attempt.

create table webhook_row (
  id                  bigint primary key,
  name                text not null,
  url                 text not null,
  types               text[] not null,
  scope_kind          text not null,
  site_id             bigint,
  off_why             text,
  off_at              timestamptz,
  starts              integer not null,
  jumps               integer not null,
  jump_after          bigint not null,
  key_id              bigint not null,
  public_key          text not null,
  previous_key_id     bigint,
  previous_public_key text,
  previous_until      timestamptz,
  made_at             timestamptz not null,
  made_by             bigint,
  version             integer not null,
  position            bigint not null
);
comment on table webhook_row is
  'One endpoint that is sent what happens: the newest state of each stream webhook-<id>, written in the append (product/webhooks.md). No tenant''s data: addresses of systems.';
comment on column webhook_row.types is 'Public names of what it asked for.';
comment on column webhook_row.scope_kind is 'Whose view it has, as of a person there: all, store or site.';
comment on column webhook_row.starts is 'How often sending began anew; a cursor that knows of fewer forgets its failures.';
comment on column webhook_row.jumps is 'How often it began at another place; a cursor that knows of fewer goes to jump_after.';
comment on column webhook_row.previous_until is 'Until then deliveries are signed by the key before, too.';
comment on column webhook_row.version is 'Of the stream, at the newest event folded into this row.';
comment on column webhook_row.position is 'Of that event.';
grant select on webhook_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on webhook_row to atelier_projector;
select register_inline_table('webhook_row');

create table webhook_cursors (
  webhook_id      bigint primary key,
  position        bigint not null,
  starts          integer not null,
  jumps           integer not null,
  wanted          bigint not null default 0,
  holder          text,
  held_until      timestamptz,
  failures        integer not null default 0,
  failing_since   timestamptz,
  next_attempt_at timestamptz,
  last_outcome    text,
  last_status     integer,
  last_at         timestamptz
);
comment on table webhook_cursors is 'How far an endpoint has come in the log, and which worker sends to it now.';
comment on column webhook_cursors.position is 'Every event at or below it was taken, or is none for this endpoint.';
comment on column webhook_cursors.wanted is 'Counts requests to send: whoever sends looks again when it changed meanwhile.';
comment on column webhook_cursors.holder is 'The job that sends; another one takes over after held_until.';
comment on column webhook_cursors.failures is 'Attempts in a row that failed; 0 after a success.';
grant select, insert, update on webhook_cursors to atelier_app;
grant select on webhook_cursors to atelier_projector;

create table webhook_keys (
  id         bigint primary key,
  webhook_id bigint not null,
  secret_key text not null,
  made_at    timestamptz not null default clock_timestamp()
);
comment on table webhook_keys is
  'The private keys that sign deliveries, each sealed under a key of its endpoint''s own; the public halves stand in webhook_row.';
comment on column webhook_keys.secret_key is 'PKCS #8 in base64, sealed.';
grant select, insert, delete on webhook_keys to atelier_app;
grant select, update on webhook_keys to atelier_projector;

create table webhook_deliveries (
  id         bigint generated always as identity primary key,
  webhook_id bigint not null,
  message_id text not null,
  type       text not null,
  position   bigint,
  attempt    integer not null,
  outcome    text not null,
  status     integer,
  ms         integer not null,
  answer     text not null,
  at         timestamptz not null default clock_timestamp()
);
create index webhook_deliveries_of on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_at on webhook_deliveries (at);
comment on table webhook_deliveries is 'One line for each attempt to deliver, kept for 30 days (product/webhooks.md §6).';
comment on column webhook_deliveries.message_id is 'The header webhook-id: the same for every attempt at one event.';
comment on column webhook_deliveries.position is 'Of the event in the log; null for a test delivery.';
comment on column webhook_deliveries.answer is 'How the receiver''s answer began.';
grant select, insert, delete on webhook_deliveries to atelier_app;
grant select on webhook_deliveries to atelier_projector;

-- Nobody can have asked for what happened before: the policy that wakes deliveries begins at the end of the log.
insert into policy_checkpoints (name, position)
  select 'webhooks', position from log_horizon where position > 0;
