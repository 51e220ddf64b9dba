-- What the customer's page says and shows beyond the steps: what became of the question about a fee, and the pictures that
-- staff released for the customer.

alter table item_row
  add column fee_asked text check (fee_asked in ('open', 'declined')),
  add column released_pictures text[] not null default '{}';
comment on column item_row.fee_asked is
  'The customer was asked by link for the amount that is due: no answer yet, or declined. Null: not asked, settled or frozen (product/repair.md §12.1).';
comment on column item_row.released_pictures is
  'Ids of the pictures that staff released for the customer, in that order (product/images.md §4).';
select refresh_inline_tables();
