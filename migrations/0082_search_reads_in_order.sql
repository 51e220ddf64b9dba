-- find_items() stands in migrations/repeatable/search.sql. It reads the words in the order of their index, looks up pieces by one list
-- of ids, the newest first, and stops at the limit.

-- For processes of the release before the fields of a search (0015), which are gone.
drop function search_items(jsonb, integer);
