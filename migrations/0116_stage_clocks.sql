-- The clock of a piece's stage (product/dashboard.md §3): written by the append from the piece's stream, as every column here. It stands
-- while the piece waits for its client, the headquarters or a part.
alter table item_row
  add column stage_clock_from timestamptz,
  add column stage_paused_since timestamptz,
  add column stage_waits_for text,
  add column stage_target_passed boolean not null default false;
comment on column item_row.stage_clock_from is
  'Entry to the stage, later by the pauses that ended: its age without pauses is counted from here; null outside the factory.';
comment on column item_row.stage_paused_since is 'Since when the stage''s clock stands; null while it runs and outside the factory.';
comment on column item_row.stage_waits_for is '''headquarters'', ''client'' or ''part'': who has to act; null while the clock runs.';
comment on column item_row.stage_target_passed is 'StageTargetPassed was noted in this stay.';

select refresh_inline_tables();

-- Pieces that are in the factory now: what they waited for, as far as the log says when it began and ended. A rebuild writes the same.
with causes as (
  select i.id, e.version, (e.data ->> 'at')::timestamptz as at,
         case when e.type in ('HoldPlaced', 'HoldReleased') then 'hold ' || (e.data ->> 'hold')
              when e.type in ('WaiverRequested', 'WaiverDecided') then 'waiver' else 'fee' end as cause,
         e.type in ('HoldPlaced', 'WaiverRequested', 'FeeLinkMade') as begins
    from item_row i join events e on e.stream_id = 'item-' || i.id
   where i.status in (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 18, 19)
     and (e.type in ('WaiverRequested', 'WaiverDecided', 'FeeLinkMade', 'FeeLinkRevoked', 'FeeApproved', 'FeeDeclined', 'FeeAccepted')
          or e.type in ('HoldPlaced', 'HoldReleased') and e.data ->> 'hold' in ('client', 'approval', 'stone', 'part'))
), waits as (
  -- Clocks of two nodes may differ: an end before its begin is an end at once.
  select id, begins, tstzrange(at, case when ended < at then at else ended end) as span
    from (select *, lead(at) over (partition by id, cause order by version) as ended from causes) c
), stood as (
  select i.id, i.status_entered_at as entered, unnest(range_agg(w.span) * tstzmultirange(tstzrange(i.status_entered_at, null))) as span
    from waits w join item_row i on i.id = w.id
   where w.begins and not isempty(w.span)
   group by i.id, i.status_entered_at
), clocks as (
  select id, coalesce(sum(upper(span) - lower(span)) filter (where not upper_inf(span)), interval '0') as ended,
         max(lower(span)) filter (where upper_inf(span)) as since
    from stood group by id
)
update item_row i
   set stage_clock_from = i.status_entered_at + coalesce(c.ended, interval '0'),
       stage_paused_since = case when w.reason is not null then coalesce(c.since, i.status_entered_at) end,
       stage_waits_for = w.reason
  from item_row o
  left join clocks c on c.id = o.id
  cross join lateral (
    select case when o.waiver = 1 or 'approval' = any (o.holds) then 'headquarters'
                when 'client' = any (o.holds) or o.fee_asked = 'open' then 'client'
                when o.holds && array['stone', 'part'] then 'part' end as reason) w
 where o.id = i.id and i.status in (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 18, 19);

-- Finds what has just passed its target without reading what passed before, or waits.
create index item_row_stage_clock on item_row (status, stage_clock_from)
  where stage_clock_from is not null and stage_paused_since is null and not stage_target_passed;
