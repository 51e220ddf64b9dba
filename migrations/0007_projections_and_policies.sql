-- Readers of the log and how far each has come: projections, which write read models, and policies, which turn events into
-- jobs. Then how read models are built again beside the live ones.

create table projection_checkpoints (
  name       text collate "C" primary key,
  position   bigint not null default 0,
  parked     integer not null default 0,
  updated_at timestamptz not null default now()
);
comment on table projection_checkpoints is
  'How far each projection has read. Moved by compare-and-set in the transaction that writes the rows: whoever finds it moved rolls back.';
comment on column projection_checkpoints.position is 'Everything at or below it is in the projection''s tables, but for what is parked.';
comment on column projection_checkpoints.parked is 'Events set aside so far: see parked_events. 0 when all is well.';

create table parked_events (
  projection  text collate "C" not null,
  position    bigint not null,
  stream_id   text collate "C" not null,
  type        text not null,
  error       text,
  parked_at   timestamptz not null default now(),
  undecodable boolean not null default false,
  primary key (projection, position)
);
create index parked_events_by_stream on parked_events (projection, stream_id, position);
comment on table parked_events is
  'Events that a projection could not read, and what came after them in the same stream (product/reliability.md §15).';
comment on column parked_events.error is 'What went wrong; null for an event that only waits behind another of its stream.';
comment on column parked_events.undecodable is
  'Could not be decoded: its stream is tried again by every program that begins to lead, without being asked (decisions/0091).';

create table policy_checkpoints (
  name       text collate "C" primary key,
  position   bigint not null,
  updated_at timestamptz not null default now()
);
comment on table policy_checkpoints is 'How far each policy has turned the log into jobs. Never moved back by a rebuild.';

create table policy_parked_events (
  policy    text collate "C" not null,
  position  bigint not null,
  stream_id text collate "C" not null,
  type      text not null,
  error     text not null,
  parked_at timestamptz not null default now(),
  primary key (policy, position)
);
comment on table policy_parked_events is
  'Events that a policy needs and could not decode. Tried again when the policy starts and moves; taken out once its work was added (decisions/0091).';

grant select on projection_checkpoints, parked_events to atelier_app;
grant select, insert, update, delete on projection_checkpoints, parked_events to atelier_projector;
grant select, insert, update on policy_checkpoints to atelier_app;
grant select, insert, delete on policy_parked_events to atelier_app;
grant select on policy_parked_events to atelier_projector;

-- A rebuild's tables have the same names in the schema rebuild: with `search_path = rebuild, public` the very same
-- statements fill them. Then they change places in a short transaction. Only the owner does this; the rows are written
-- by the projectors' role (product/reliability.md §5).

create table projection_rebuilds (
  name       text collate "C" primary key,
  phase      text not null check (phase in ('bulk', 'index', 'catch_up')),
  position   bigint not null,
  cursor     text collate "C" not null default '',
  started_at timestamptz not null default now()
);
comment on table projection_rebuilds is 'Rebuilds under way, by projection: an interrupted one goes on from here.';
comment on column projection_rebuilds.phase is 'bulk = rows are written, index = indexes are made, catch_up = what was appended meanwhile is read.';
comment on column projection_rebuilds.position is 'Up to here the log is in the new tables, once the bulk is done.';
comment on column projection_rebuilds.cursor is 'Bulk by stream: every stream up to this one is done.';
grant select, insert, update, delete on projection_rebuilds to atelier_projector;

create function rebuild_prepare(names text[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp set jit = off as $$
declare
  name text; options text; key text;
begin
  foreach name in array names loop
    execute format('drop table if exists rebuild.%I', name);
    execute format('create table rebuild.%I (like public.%I including defaults including constraints
      including generated including storage including comments)', name, name);
    select string_agg(option, ', ') into options
      from pg_class c, unnest(c.reloptions) option where c.oid = format('public.%I', name)::regclass;
    if options is not null then execute format('alter table rebuild.%I set (%s)', name, options); end if;
    select format('add constraint %I %s', conname, pg_get_constraintdef(oid)) into key
      from pg_constraint where conrelid = format('public.%I', name)::regclass and contype = 'p';
    execute format('alter table rebuild.%I %s', name, key);
    execute format('grant select, insert, update, delete on rebuild.%I to atelier_projector', name);
  end loop;
end $$;
comment on function rebuild_prepare(text[]) is
  'Makes the new tables in the schema rebuild, empty, with primary keys and nothing that slows the bulk down.';

create function rebuild_index(names text[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp set jit = off as $$
declare
  name text; statement text;
begin
  foreach name in array names loop
    for statement in
      select format('alter table rebuild.%I add constraint %I %s', name, conname, pg_get_constraintdef(oid))
        from pg_constraint c
       where conrelid = format('public.%I', name)::regclass and contype in ('u', 'f', 'x')
         and not exists (select from pg_constraint o
                          where o.conrelid = format('rebuild.%I', name)::regclass and o.conname = c.conname)
    loop execute statement; end loop;
    for statement in
      select regexp_replace(pg_get_indexdef(i.indexrelid), ' ON public\.', ' ON rebuild.')
        from pg_index i
       where i.indrelid = format('public.%I', name)::regclass
         and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
         and to_regclass(format('rebuild.%I', (select relname from pg_class where oid = i.indexrelid))) is null
    loop execute statement; end loop;
    execute format('analyze rebuild.%I', name);
  end loop;
end $$;
comment on function rebuild_index(text[]) is
  'After the bulk: adds the other constraints and the indexes, and gathers statistics for the planner.';

create function rebuild_swap(names text[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp set jit = off as $$
declare
  tables     oid[] := array(select format('public.%I', n)::regclass::oid from unnest(names) n);
  drops      text[];
  policies   text[];
  rights     text[];
  statement  text;
  name       text;
begin
  foreach name in array names loop
    execute format('lock table public.%I in access exclusive mode', name);
  end loop;

  with affected as (
    select p.oid from pg_policy p where p.polrelid = any (tables)
    union
    select d.objid from pg_depend d
     where d.classid = 'pg_policy'::regclass and d.refclassid = 'pg_class'::regclass and d.refobjid = any (tables)
  ), spelt as (
    select p.polname, c.relname, p.polcmd, p.polpermissive,
           pg_get_expr(p.polqual, p.polrelid) as seen, pg_get_expr(p.polwithcheck, p.polrelid) as written,
           (select string_agg(case r when 0 then 'public' else quote_ident(pg_get_userbyid(r)) end, ', ')
              from unnest(p.polroles) r) as roles
      from affected a join pg_policy p on p.oid = a.oid join pg_class c on c.oid = p.polrelid
  )
  select array_agg(format('drop policy %I on public.%I', polname, relname)),
         array_agg(format('create policy %I on public.%I as %s for %s to %s', polname, relname,
             case when polpermissive then 'permissive' else 'restrictive' end,
             case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
               when 'd' then 'delete' else 'all' end, roles)
           || coalesce(' using (' || seen || ')', '') || coalesce(' with check (' || written || ')', ''))
    into drops, policies
    from spelt;

  select array_agg(format('grant %s on public.%I to %s', a.privilege_type, c.relname,
           case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end))
    into rights
    from pg_class c cross join lateral aclexplode(c.relacl) a
   where c.oid = any (tables) and a.grantee <> c.relowner;
  select rights || array_agg(format('alter table public.%I %s row level security', c.relname, what))
    into rights
    from pg_class c cross join lateral unnest(array[
           case when c.relrowsecurity then 'enable' end, case when c.relforcerowsecurity then 'force' end]) what
   where c.oid = any (tables) and what is not null;

  foreach statement in array coalesce(drops, '{}') loop execute statement; end loop;
  foreach name in array names loop
    -- Without cascade: whatever else depends on the old table must be thought of, not lost.
    execute format('drop table public.%I', name);
    execute format('revoke all on rebuild.%I from atelier_projector', name);
    execute format('alter table rebuild.%I set schema public', name);
  end loop;
  foreach statement in array coalesce(rights, '{}') || coalesce(policies, '{}') loop execute statement; end loop;
end $$;
comment on function rebuild_swap(text[]) is
  'Puts the new tables in the places of the old ones, with their grants and policies. Policies of other tables that read these are made anew: they hold on to a table, not to its name.';

revoke all on function rebuild_prepare(text[]), rebuild_index(text[]), rebuild_swap(text[]) from public;
