-- Whether a till knows a piece's purchase (specification §7, `has_puchase_record`): by the line of its invoice, or by the order
-- that the deposit named. Rows and the call ask this one function. An invoice of another shop counts, and row security lets
-- a shop see its own alone: it runs as a role that reads the three tables, and says of an invoice only its date.
create policy whole_table on sales_orders for select to atelier_projector using (true);
create policy whole_table on invoices for select to atelier_projector using (true);
create policy whole_table on invoice_lines for select to atelier_projector using (true);
grant select on sales_orders, invoices, invoice_lines to atelier_projector;

create function purchase_record(
  invoice text, piece text, order_id text, order_no text, out because text, out purchase_date date)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set jit = off as $$
begin
  if invoice is not null then
    select 'invoice', i.issued_on into because, purchase_date
      from invoices i join invoice_lines l on l.invoice_id = i.id
     where i.invoice_no = invoice and i.state = 'issued' and l.sku = piece
     limit 1;
  end if;
  if because is null and (order_id is not null or order_no is not null) then
    select 'order' into because from sales_orders o
     where o.order_number = upper(order_no)
        or o.id = case when order_id ~ '^\d{1,9}$' then order_id::integer end
     limit 1;
  end if;
end $$;
grant create on schema public to atelier_projector;
alter function purchase_record(text, text, text, text) owner to atelier_projector;
revoke create on schema public from atelier_projector;
revoke all on function purchase_record(text, text, text, text) from public;
grant execute on function purchase_record(text, text, text, text) to atelier_app;
