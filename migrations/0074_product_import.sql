-- Product import (product.md §12): one row per import, written in the append that moves its stream.

create table product_import_row (
  id           bigint primary key,
  state        text not null,
  requested_by bigint,
  requested_at timestamptz not null,
  finished_at  timestamptz,
  skus         text[] not null,
  lines        jsonb not null,
  version      integer not null,
  position     bigint not null
);
comment on table product_import_row is 'No tenant''s data: SKUs and what became of them, read with the permission "view system config" alone.';
create index product_import_row_running on product_import_row (id) where state = 'running';

grant select on product_import_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on product_import_row to atelier_projector;
select register_inline_table('product_import_row');
