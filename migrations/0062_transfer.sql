-- The transfer basket of a site is its pieces themselves: whoever packs for another factory reads who waits, and why.
alter table item_row
  add column transfer_reason text,
  add column transfer_needed_at timestamptz;
