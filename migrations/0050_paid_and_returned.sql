-- What was paid for a piece, what is still open and what is to be returned, so that lists and windows say amounts and not
-- only whether the fee is covered (product/repair.md §14).

alter table item_row
  add column fee_paid_amount bigint not null default 0,
  add column fee_open bigint not null default 0,
  add column fee_to_return bigint not null default 0;
comment on column item_row.fee_paid_amount is
  'Minor units of fee_currency paid and not refunded, what was paid for the piece before a store reject among them.';
comment on column item_row.fee_open is 'Minor units still to be paid; nothing once it is cancelled.';
comment on column item_row.fee_to_return is
  'Minor units that were paid and are not due, without what a handover recorded as not returned.';

-- Streams that lie in an archive keep what their row knows: paid or not.
with paid as (
  select substr(stream_id, 6)::bigint as id, sum((data -> 'paid' ->> 'amount')::bigint)::bigint as amount
  from events
  where type = 'PaymentRecorded'
  group by 1
), amounts as (
  select item_row.id,
         coalesce(paid.amount, case when item_row.fee_paid then item_row.fee_amount else 0 end) as paid,
         case when item_row.cancelled then 0 else item_row.fee_amount end as due
  from item_row left join paid using (id)
)
update item_row
set fee_paid_amount = amounts.paid,
    fee_open = greatest(0, amounts.due - amounts.paid),
    fee_to_return = greatest(0, amounts.paid - amounts.due)
from amounts
where item_row.id = amounts.id and (amounts.paid <> 0 or amounts.due <> 0);

select refresh_inline_tables();
