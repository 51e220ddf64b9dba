-- append_events() (migrations/repeatable) writes a command's metadata as text once, in place of once an event, for the hashes.
select;
