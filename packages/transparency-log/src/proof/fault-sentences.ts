import { CHAIN_REASONS } from '../chain/verify-chain.ts';

/** What each code of a fault says, in the words that commands print; `{names}` are facts of the fault. */
export const SENTENCES = {
  event_changed: 'the event is not the one that was sealed',
  event_removed: 'the event was sealed and is gone',
  event_inserted: 'the event lies among sealed ones and was not sealed',
  event_below_one: 'the log gives no position below 1',
  event_swapped: 'the event stands at position {other} now',
  ...CHAIN_REASONS,
  copy_lacks:
    'leaf {leaf} is none of those that {copy} copied: the event was changed or inserted, and the tree rebuilt',
  copy_only:
    'leaf {leaf} of the copy of {copy} is no longer in the log: what it stood for was changed or removed, near this position',
  head_differs:
    'the tree of {size} events is not the one whose head is {from}: leaves {first} to {last}, after position {after} and up to {position}',
  head_beyond: 'a head of {size} events is {from}; the tree ends after {leaves}, at position {position}',
  horizon_rows: 'log_horizon has {rows} rows, and must have one',
  horizon_behind: 'log_horizon stands at position {horizon}, before the last sealed event at {sealed}',
  key_unreadable: 'a row of log_keys is no key: {key}',
  key_unused: 'a row of log_keys has signed no stored checkpoint: {key}',
  table_gone: '{table} is gone: what it shows proves nothing',
  table_kind: '{table} is no table: what it shows proves nothing',
  table_hidden: '{table} is hidden by another one in the search path: what it shows proves nothing',
  table_filtered: '{table} is filtered by row security: what it shows proves nothing',
  table_rule: '{table} has a rewrite rule: what it shows proves nothing',
  table_trigger: '{table} has a trigger: what it shows proves nothing',
  table_computed:
    '{table} has a column that is computed or of a type made here: what it shows proves nothing',
  checkpoint_key: 'checkpoint of {size} events is signed by a key that log_keys lacks',
  checkpoint_note: 'checkpoint of {size} events: {reason}',
  checkpoint_row: 'checkpoint of {size} events: its row says otherwise than its note',
  checkpoint_position:
    'checkpoint of {size} events names position {named}, its last event lies at {position}',
  checkpoint_missing:
    'the tree has {leaves} leaves, the newest stored checkpoint {size}: later checkpoints are gone, or leaves were added',
  checkpoint_kept: 'the checkpoint that the worker keeps is none of this log: {reason}',
  cosignature_alone: 'checkpoint of {size} events: its checkpoint is gone',
  cosignature_unfit: 'checkpoint of {size} events: {reason}',
  leaf_entry: 'the entry of leaf {leaf} is gone or cannot be read',
  leaf_hash: 'the hash of leaf {leaf} is gone from its tile',
  leaf_unfit: 'the entry of leaf {leaf} does not give the hash in its tile',
  tile_unfit: 'tile {tile} of level {level} is not what its leaves give',
  tile_extra: 'tile {tile} of level {level} holds more or less than its leaves give',
  part_overlaps: 'the part of tile {tile} that begins at {start} overlaps another',
  part_positions: 'the entries of tile {tile} from {start} are not those of positions {first} to {last}',
  archive_end: 'the stream lies in archive {archive} and does not end as it was sealed',
  archive_missing: 'archive {archive}: its file is in none of the folders given: its events are missing',
  archive_exchanged: 'archive {archive}: its file is not the one that the log names',
  archive_unreadable: 'archive {archive}: its file cannot be read: {reason}',
  archive_chain: 'archive {archive}: event {version} of {stream} in its file does not fit its chain',
  archive_events: 'archive {archive}: its file holds other events than were sealed',
  archive_count: 'archive {archive} holds {events} events, and {missing} sealed ones are not in the log',
} as const;

export type FaultCode = keyof typeof SENTENCES;
