-- How far readers of the log have reviewed what its rules name as unusual (product/audit.md §5, decisions/0202).

create table unusual_review_row (
  id          bigint primary key,
  state       text not null,
  words_ref   text collate "C" not null,
  reviewed_at timestamptz not null,
  reviewed_by bigint,
  version     integer not null,
  position    bigint not null
);
create index unusual_review_row_of_words on unusual_review_row (words_ref);
comment on table unusual_review_row is
  'The review of one unusual event: the newest state of each stream unusual-review-<position>, written in the append. No tenant''s data: read with the permission "audit replay" alone.';
comment on column unusual_review_row.id is 'Position of the unusual event in the log.';
comment on column unusual_review_row.state is 'open, looked_at or explained.';
comment on column unusual_review_row.words_ref is 'Whose key seals the note, which stays in the log.';
comment on column unusual_review_row.version is 'Of the stream, at the newest event folded into this row.';
comment on column unusual_review_row.position is 'Of that event.';
grant select on unusual_review_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on unusual_review_row to atelier_projector;

select register_inline_table('unusual_review_row');
