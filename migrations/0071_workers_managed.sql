-- Worker roles can be deleted (product.md §4): the key stays used, the role allows nothing any more.
alter table worker_role_row add column deleted boolean not null default false;
-- Lists are by id descending within a site, and search by part of a name.
create index worker_row_by_site_and_id on worker_row (site_id, id desc);
drop index worker_row_by_site;
