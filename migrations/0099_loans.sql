-- The loan piece that a shop lent while it has a piece in repair (product/repair.md §21): written by the append from the piece's
-- stream, as every column here. Pieces from before have none, so nothing is filled in.
alter table item_row add column loan_due date;
comment on column item_row.loan_due is
  'Day on the calendar of the piece''s shop on which the loan that is out is due back; null where none is out.';

select refresh_inline_tables();

-- Loans that are out or overdue (`GET /rma?loan=`): few pieces have one.
create index item_row_loans on item_row (store_id, loan_due) where loan_due is not null;
