-- A repair that is to be paid for and has no amount is not settled (product.md §9): rows written before this rule get what
-- a rebuild would give them. An amount of 0 that was set by hand stays settled; the row does not hold it, so the last
-- quote is asked for. What was shipped out is frozen, and few pieces are left to ask about.
-- Row security binds the owner too; projectors write every row.
set local role atelier_projector;
update item_row i set fee_settled = false
 where i.fee_amount = 0 and i.fee_settled and i.waiver <> 11 and i.linked_from is null
   and i.status in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 18, 19)
   and (i.outcome is null or i.outcome not in ('unrepaired', 'counterfeit'))
   and case when i.quality_cause is null then not i.is_under_warranty
            else i.quality_cause in ('Customers Issue', 'Expire Warranty') end
   and not coalesce((
     select e.data->>'because' = 'override' from events e
      where e.stream_id = 'item-' || i.id and e.type = 'FeeQuoted' order by e.version desc limit 1), false);
reset role;
