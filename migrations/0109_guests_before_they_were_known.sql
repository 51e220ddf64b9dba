-- Rows of item_spans that ended before 0100 lack the shop that the client had chosen, so past lists left those guests out. No release
-- rebuilds a projection of an installation: the log says which choice stood when a row began. A rebuild writes the same.
-- Only pieces whose client ever chose are read; what was archived stays without.

update item_spans s
   set collect_shop = c.shop_id
  from (select i.id as item_id, e.position as chosen_from, (e.data ->> 'shopId')::integer as shop_id,
               lead(e.position, 1, 9223372036854775807) over (partition by e.stream_id order by e.version) as chosen_until
          from item_row i
          join events e on e.stream_id = 'item-' || i.id and e.type = 'CollectionChosen'
         where i.collect_kind is not null) c
 where s.item_id = c.item_id and s.true_until is not null and s.collect_shop is null and c.shop_id is not null
   and s.began_position >= c.chosen_from and s.began_position < c.chosen_until;
