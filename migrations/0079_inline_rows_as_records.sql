-- Inline rows come as texts of records (decisions/0221). What a table takes is noted here by refresh_inline_tables() of
-- migrations/repeatable/inline_rows.sql, and read by the processes that append.
alter table inline_tables add column target text, add column columns text[], add column types text[];
comment on column inline_tables.target is 'The table''s name, and a digest of its columns, their order and types.';
comment on column inline_tables.columns is 'The columns, in the order in which a row''s record has them.';
comment on column inline_tables.types is 'The types of the columns.';
grant select on inline_tables to atelier_app;
