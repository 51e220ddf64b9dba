-- Who held which piece from when to when: what answers "what did this site hold then" without reading the log. The
-- table belongs to the projection `custody`, and is nothing but the log once more.

create table custody_spans (
  item_id          bigint not null,
  piece            smallint not null,
  entered_position bigint not null,
  entered_at       timestamptz not null,
  holder_kind      text collate "C" not null,
  holder_id        bigint,
  from_site        integer,
  to_site          integer,
  left_at          timestamptz,
  left_position    bigint,
  actor            text not null,
  worker           text,
  actor_site       integer,
  version          integer not null,
  primary key (item_id, piece, entered_position)
) with (fillfactor = 90);
comment on column custody_spans.piece is '0 = the jewel the item goes on with; 1, 2 … = pieces that were replaced.';
comment on column custody_spans.holder_id is 'Site, shipment or the item it was passed on to; null for a customer, or once settled.';
comment on column custody_spans.actor is 'Account number, or system or customer: names are looked up when read.';
comment on column custody_spans.version is 'Of the stream, at the newest event folded into this row.';

-- What is held now is few; what was held once is all there ever was, and each such row is indexed just once, when it ends.
create index custody_spans_open on custody_spans (holder_kind, holder_id, entered_position)
  where left_at is null and holder_id is not null;
create index custody_spans_past on custody_spans using gist (holder_kind, holder_id, tstzrange(entered_at, left_at))
  where left_at is not null and holder_id is not null;

-- What a holder has at a moment (null = now) that the caller may see today, longest held first, and how much that is
-- in all. Runs as the owner: under a row policy the range could not use its index, because a policy comes before every
-- condition that might leak. The scope is applied here instead.
create function custody_held(kind text, holder bigint, moment timestamptz, skipped integer, taken integer)
returns table (item_id bigint, piece smallint, entered_position bigint, total bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  scope integer[] := app_scope_keys();
begin
  return query
  with held as materialized (
    select s.item_id, s.piece, s.entered_position from custody_spans s
     where s.left_at is null and s.holder_kind = kind and s.holder_id = holder
       and (moment is null or s.entered_at <= moment)
    union all
    select s.item_id, s.piece, s.entered_position from custody_spans s
     where s.left_at is not null and s.holder_kind = kind and s.holder_id = holder
       and tstzrange(s.entered_at, s.left_at) @> moment
  ), seen as (
    select h.* from held h
     where scope = array[0] or exists (select from item_row i where i.id = h.item_id and i.scope_keys && scope)
  )
  select s.item_id, s.piece, s.entered_position, count(*) over () from seen s
   order by s.entered_position, s.item_id offset skipped limit taken;
end $$;
revoke all on function custody_held(text, bigint, timestamptz, integer, integer) from public;
grant execute on function custody_held(text, bigint, timestamptz, integer, integer) to atelier_app;

alter table custody_spans enable row level security;
alter table custody_spans force row level security;
create policy in_scope on custody_spans for select to atelier_app
  using (case when (select app_scope_key()) = 0 then true
              else exists (select from item_row where item_row.id = custody_spans.item_id) end);
create policy whole_table on custody_spans to atelier_projector using (true) with check (true);
grant select on custody_spans to atelier_app;
grant select, insert, update, delete, truncate on custody_spans to atelier_projector;
