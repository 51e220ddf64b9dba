-- How far the security events of the log were sent to a SIEM. The log itself holds the events; this is the place in it.

create table siem_delivery (
  only_row        boolean primary key default true check (only_row),
  target          text,
  position        bigint not null,
  lines           bigint not null default 0,
  holder          text,
  held_until      timestamptz,
  seen_at         timestamptz not null,
  acknowledged_at timestamptz,
  failures        integer not null default 0,
  error           text,
  failed_at       timestamptz
);
comment on table siem_delivery is
  'How far security events were sent to a SIEM. One row from the first start with an address on; the position stays when the address goes.';
comment on column siem_delivery.target is 'Host of the receiver, for people; null while none is configured.';
comment on column siem_delivery.position is 'Every event at or below it was acknowledged, or is none that is sent.';
comment on column siem_delivery.lines is 'Lines that were acknowledged.';
comment on column siem_delivery.holder is 'The worker process that sends; another one takes over after held_until.';
comment on column siem_delivery.seen_at is 'When a worker last said that it sends.';
comment on column siem_delivery.acknowledged_at is 'When the receiver last took something.';
comment on column siem_delivery.failures is 'Attempts in a row that failed; 0 after a success.';
comment on column siem_delivery.error is 'Why the last attempt failed; null after a success.';

grant select, insert, update on siem_delivery to atelier_app;
grant select on siem_delivery to atelier_projector;
