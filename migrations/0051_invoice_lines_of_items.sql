-- The warning of a second repair asks for an invoice line's open items (product.md §8). The invoice never changes by a
-- scan, so a scan stays a HOT update.
create index item_row_by_invoice on item_row (invoice_number, sku) where invoice_number is not null;
