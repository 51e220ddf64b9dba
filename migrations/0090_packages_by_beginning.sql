-- GET /packages?q= finds packages by the beginning of their number, as the search box types it. One index serves both that and the
-- whole number.
create index shipment_row_by_beginning on shipment_row (tracking_key text_pattern_ops);
drop index shipment_row_by_key;
