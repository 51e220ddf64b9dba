-- The process map counts the moves of every site in a period, and the time that pieces spent in a status within it
-- (docs/product/insight.md §7). The indexes of 0106 begin with a site.
create index stage_stays_begun on stage_stays (true_from);
create index stage_stays_ended on stage_stays (true_until);
