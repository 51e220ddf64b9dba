-- Figures count how long clients' texts waited for an answer (docs/product/insight.md §3), by the moment a text came.

create index message_row_received on message_row (planned_at) where kind = 'received';
