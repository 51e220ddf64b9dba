-- Wrong PINs are counted by the worker they were tried for, over all stations: a badge that succeeds elsewhere does not clear them.

create table worker_pin_attempts (
  target        text primary key,
  failures      integer not null,
  last_at       timestamptz not null,
  locked_until  timestamptz
);
comment on table worker_pin_attempts is
  'Wrong PINs in a row for one worker, or one code that no worker has, at any station (product/workforce.md §1).';
comment on column worker_pin_attempts.target is 'Keyed digest of the worker''s id, or of the code that was typed.';
comment on column worker_pin_attempts.failures is 'Since the last right PIN; each one past the limit doubles the next lock.';
comment on column worker_pin_attempts.locked_until is 'Until then no PIN is checked; null while tries are left.';

create index worker_pin_attempts_by_age on worker_pin_attempts (last_at);

grant select, insert, update, delete on worker_pin_attempts to atelier_app;
