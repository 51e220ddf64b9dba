/**
 * How far the readers of the log are that save their cursor in their own tables: receivers of events that are on, and the SIEM. Events they
 * have not read stay in the log.
 */
export const OTHER_READERS = `
  select 'webhook ' || w.id, case when w.jumps > c.jumps then w.jump_after else coalesce(c.position, w.jump_after) end
    from webhook_row w left join webhook_cursors c on c.webhook_id = w.id where w.off_why is null
  union all select 'SIEM', position from siem_delivery where target is not null`;
