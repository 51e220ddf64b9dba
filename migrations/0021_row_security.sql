-- Who sees which row, for every table whose rows belong to a site (product/identity.md §6). Row-level security is forced, so
-- that it binds the owner too. The app sees what its scope allows (0008_scopes.sql); projections and the append see all.

do $$
declare
  name text;
begin
  foreach name in array array[
    'customers', 'customer_sites', 'sales_orders', 'invoices', 'invoice_lines',
    'item_row', 'customer_progress', 'rma_row', 'search_terms', 'shipment_row',
    'custody_spans', 'item_census', 'status_counters', 'create_counters', 'status_spans',
    'image_uploads', 'item_images', 'admin_changes']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
  end loop;
end $$;

-- Customers and sales. A shop sees the customers it knows and its own sales; what is asked with the whole brand in view
-- (the invoice check) declares scope "all" and gives no person away. The settings are read in sub-selects: once per query
-- and not once per row.
create policy everything on customers using ((select current_setting('app.scope_kind', true)) = 'all');
create policy everything on customer_sites using ((select current_setting('app.scope_kind', true)) = 'all');
create policy everything on sales_orders using ((select current_setting('app.scope_kind', true)) = 'all');
create policy everything on invoices using ((select current_setting('app.scope_kind', true)) = 'all');
create policy everything on invoice_lines using ((select current_setting('app.scope_kind', true)) = 'all');

create policy own_store on customer_sites for select
  using ((select current_setting('app.scope_kind', true)) = 'store'
    and site_id = (select nullif(current_setting('app.scope_site', true), '')::integer));
create policy own_store on sales_orders for select
  using ((select current_setting('app.scope_kind', true)) = 'store'
    and site_id = (select nullif(current_setting('app.scope_site', true), '')::integer));
create policy own_store on invoices for select
  using ((select current_setting('app.scope_kind', true)) = 'store'
    and site_id = (select nullif(current_setting('app.scope_site', true), '')::integer));
create policy own_store on invoice_lines for select
  using ((select current_setting('app.scope_kind', true)) = 'store'
    and site_id = (select nullif(current_setting('app.scope_site', true), '')::integer));
create policy own_store on customers for select
  using ((select current_setting('app.scope_kind', true)) = 'store'
    and exists (select from customer_sites known where known.customer_id = customers.id));

-- For purchase_record(), which answers whether the till of any shop knows a purchase.
create policy whole_table on sales_orders for select to atelier_projector using (true);
create policy whole_table on invoices for select to atelier_projector using (true);
create policy whole_table on invoice_lines for select to atelier_projector using (true);

-- Shops see their own store's items; operation what is at, inbound to or sent from their site. A deposit, with its
-- contact, is seen by its own store and by the sites that see one of its items; a package by its two ends.
-- The case keeps the planner from taking the condition for a rare one (it would guess one row in a hundred): most
-- readers see most of what their other conditions leave.
create policy in_scope on item_row for select to atelier_app
  using (case when scope_keys && (select app_scope_keys()) then true else false end);
create policy in_scope on rma_row for select to atelier_app
  using (case
    when (select app_scope_key()) = 0 then true
    when (select app_scope_key()) < 0 then store_id = - (select app_scope_key())
    when (select app_scope_key()) > 0 then exists (select from item_row where item_row.rma_id = rma_row.id)
    else false end);
create policy in_scope on shipment_row for select to atelier_app
  using (case when (select app_scope_key()) = 0 then true
              else visible_sites @> array[abs((select app_scope_key()))] end);

create policy whole_table on item_row to atelier_writer, atelier_projector using (true) with check (true);
create policy whole_table on rma_row to atelier_writer, atelier_projector using (true) with check (true);
create policy whole_table on shipment_row to atelier_writer, atelier_projector using (true) with check (true);

-- Read by the customer's page only, whose route declares scope "all" and asks for one deposit.
create policy whole_table on customer_progress for select to atelier_app using (app_scope_key() = 0);
create policy written on customer_progress to atelier_projector using (true) with check (true);

-- The app reads words through find_items() alone.
create policy whole_table on search_terms to atelier_projector using (true) with check (true);

create policy in_scope on custody_spans for select to atelier_app
  using (case when (select app_scope_key()) = 0 then true
              else exists (select from item_row where item_row.id = custody_spans.item_id) end);
create policy whole_table on custody_spans to atelier_projector using (true) with check (true);

create policy in_scope on item_census for select to atelier_app
  using (case when (select app_scope_key()) = 0 then true
              when (select app_scope_key()) < 0 then store_id = - (select app_scope_key())
              else sites @> array[(select app_scope_key())] end);
create policy in_scope on status_counters for select to atelier_app
  using (scope_key = (select app_scope_key())
    or (scope_key > 1000000000
      and ((select app_scope_key()) = 0 or scope_key - 1000000000 = (select app_scope_key()))));
create policy in_scope on create_counters for select to atelier_app using (scope_key = (select app_scope_key()));

create policy whole_table on item_census to atelier_projector using (true) with check (true);
create policy whole_table on status_counters to atelier_projector using (true) with check (true);
create policy whole_table on create_counters to atelier_projector using (true) with check (true);
create policy whole_table on status_spans to atelier_projector using (true) with check (true);

-- A picture is seen with its item, and by the site that uploaded it (product/images.md §2).
create policy with_item on item_images for select to atelier_app
  using (exists (select from item_row where item_row.id = item_images.item_id));
create policy whole_table on item_images to atelier_projector using (true) with check (true);

create policy in_scope on image_uploads for select to atelier_app
  using ((select app_scope_kind()) = 'all' or site_id = (select app_scope_site())
    or exists (select from item_images where item_images.image_id = image_uploads.image_id));
create policy kept_at_own_site on image_uploads for insert to atelier_app
  with check ((select app_scope_kind()) = 'all' or site_id = (select app_scope_site()));
create policy named_at_own_site on image_uploads for update to atelier_app
  using ((select app_scope_kind()) = 'all' or site_id = (select app_scope_site()));
create policy swept on image_uploads for delete to atelier_app
  using ((select app_scope_kind()) = 'all');
create policy forgotten on image_uploads to atelier_projector using (true) with check (true);

create policy seen_by_all_scope on admin_changes for select to atelier_app
  using ((select app_scope_kind()) = 'all');
create policy whole_table on admin_changes to atelier_projector using (true) with check (true);
