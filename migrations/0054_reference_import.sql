-- Reference data is imported by administrators (product.md §13): the app may add rows and change them, never remove
-- any, because old records still name them. Row policies of 0013 hold: customers and sales only with the whole brand
-- in view, which an import declares.

grant insert, update on
  countries, provinces, cities, languages, carriers, sites, products, prices, certificates,
  rma_reasons, rma_sub_reasons, repair_fees, shipping_fees, reject_reasons,
  customers, sales_orders, invoices, invoice_lines
  to atelier_app;
grant insert on customer_sites to atelier_app;
