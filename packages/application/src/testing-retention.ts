import { DELIVERIES_KEPT_DAYS } from '@atelier/domain/webhooks/contract.ts';
import { COMMAND_KEYS_DAYS, FINE_MARKS_DAYS } from './retention.ts';

/** How long what lies in a table or file stays, and what takes it away. */
export type Retention =
  | { readonly kept: 'for ever'; readonly why: string }
  | { readonly kept: 'while'; readonly what: string; readonly by: string }
  | { readonly kept: 'for'; readonly days: number; readonly by: string };

const forEver = (why: string): Retention => ({ kept: 'for ever', why });
const asLong = (what: string, by: string): Retention => ({ kept: 'while', what, by });
const days = (count: number, by: string): Retention => ({ kept: 'for', days: count, by });

const HISTORY = forEver('the log of events, which is the truth; people in it are erased by their key');
const TREE = forEver('what shows that the log was not changed since; holds hashes, no content');
const READ_MODEL = forEver('a row for each thing of the log, from which it can be built again');
const REFERENCE = forEver('reference data: as many rows as there are prices, places, products');
const FEW = forEver('a row for each of a few things, overwritten');

const WORKERS = 'startRetention, every hour in each worker process';
const API = 'tidy, every 15 minutes in each API node';

/** Every table of the schema `public`; a test compares it with the database. */
export const TABLE_RETENTION: Readonly<Record<string, Retention>> = {
  admin_changes: READ_MODEL,
  backup_runs: days(400, 'the next backup takes away those that have ended'),
  backup_state: FEW,
  blobs: asLong('an upload or an export names it', 'sweepUploads and sweepExports'),
  sealed_blobs: asLong('its file is in blobs', 'whatever takes the file out of blobs'),
  captchas: days(1, 'the next captcha takes away those that have ended'),
  carriers: REFERENCE,
  certificates: REFERENCE,
  cities: REFERENCE,
  clear_blobs: FEW,
  clearing_run_row: READ_MODEL,
  consistency_progress: FEW,
  countries: REFERENCE,
  create_counters: READ_MODEL,
  custody_spans: READ_MODEL,
  customer_progress: READ_MODEL,
  customer_sites: REFERENCE,
  customers: REFERENCE,
  difference_row: READ_MODEL,
  erasures: forEver('who was erased must stay erased after a restore'),
  event_partitioning: FEW,
  event_archives: asLong('its events lie in a file', 'the owner, who puts them back'),
  event_partitions: FEW,
  event_types: FEW,
  events: HISTORY,
  export_files: days(1, 'sweepExports, with each export and every half minute'),
  export_parts: days(1, 'sweepExports, with each export and every half minute'),
  export_progress: days(1, 'sweepExports, with each export and every half minute'),
  export_row: READ_MODEL,
  familiar_lines: days(90, API),
  site_networks: days(30, API),
  handled_commands: days(COMMAND_KEYS_DAYS, WORKERS),
  horizon_marks: asLong(
    `of the last ${FINE_MARKS_DAYS} days, and the first one of each hour before`,
    WORKERS,
  ),
  installed_settings: FEW,
  image_uploads: asLong('an item names the picture, or for a week', 'sweepUploads, every hour'),
  inline_tables: FEW,
  invoice_lines: REFERENCE,
  invoices: REFERENCE,
  item_census: READ_MODEL,
  item_images: READ_MODEL,
  item_row: READ_MODEL,
  item_spans: READ_MODEL,
  key_vault: FEW,
  languages: REFERENCE,
  legal_hold_row: READ_MODEL,
  live_tickets: days(1, 'the next ticket takes away those that have ended'),
  log_checkpoints: TREE,
  log_cosignatures: TREE,
  log_entry_parts: TREE,
  log_horizon: FEW,
  log_keys: TREE,
  log_signatures: days(1, 'the call that asked, or the next one an hour later'),
  log_tile_parts: TREE,
  log_verification_progress: FEW,
  log_verification_row: READ_MODEL,
  unusual_review_row: READ_MODEL,
  login_attempts: days(1, API),
  worker_pin_attempts: days(1, API),
  second_factors: FEW,
  message_row: READ_MODEL,
  nav_circuits: asLong('a worker node lives', 'the next node that begins'),
  nav_document_row: READ_MODEL,
  nav_since: FEW,
  parked_events: asLong('a projection cannot read them', 'somebody who lets it try again'),
  policy_checkpoints: FEW,
  policy_parked_events: asLong('a policy cannot read them', 'the policy when it can'),
  prices: REFERENCE,
  product_import_row: READ_MODEL,
  privacy_export_row: READ_MODEL,
  privacy_request_row: READ_MODEL,
  products: REFERENCE,
  projection_checkpoints: FEW,
  projection_rebuilds: asLong('a rebuild is under way', 'its end'),
  projection_runners: asLong('a worker process runs', 'its end, or another worker that misses it'),
  provinces: REFERENCE,
  reject_reasons: REFERENCE,
  repair_fees: REFERENCE,
  repeatable_migrations: FEW,
  restores: forEver('a row for each restore of this database'),
  retention_run_row: READ_MODEL,
  retention_schedule_row: READ_MODEL,
  rma_reasons: REFERENCE,
  rma_row: READ_MODEL,
  rma_sub_reasons: REFERENCE,
  roles: READ_MODEL,
  sales_orders: REFERENCE,
  saved_views: asLong('its owner keeps it', 'its owner'),
  schema_migrations: FEW,
  search_terms: READ_MODEL,
  sessions: days(7, `${API}, counted from the session's end`),
  shipment_row: READ_MODEL,
  shipping_fees: REFERENCE,
  siem_delivery: FEW,
  sites: REFERENCE,
  sso_attempts: days(1, 'the next sign-in takes away those that have ended'),
  stage_settings: REFERENCE,
  status_counters: READ_MODEL,
  streams: HISTORY,
  subject_keys: forEver('a key for each customer; destroying it is how somebody is erased'),
  user_credentials: FEW,
  user_identities: FEW,
  users: READ_MODEL,
  webhook_cursors: FEW,
  webhook_deliveries: days(DELIVERIES_KEPT_DAYS, WORKERS),
  webhook_keys: asLong('deliveries are signed by it', WORKERS),
  webhook_row: READ_MODEL,
  worker_badges: FEW,
  worker_role_row: READ_MODEL,
  worker_row: READ_MODEL,
};

const LOG = asLong('of the last 20 MiB, twice', 'the supervisor, every minute');

/** Every file and folder of the data folder, by its path there; a test compares it with a running system's. */
export const FILE_RETENTION: Readonly<Record<string, Retention>> = {
  'backup-check-*': asLong('a backup is restored beside', 'the end of that, or the next start'),
  backups: asLong('among the newest, or young', 'the process that makes backups, after each of them'),
  'backup.key': forEver('without it no backup can be opened'),
  'erasures.jsonl.unread': forEver('lines of a former ledger of erasures, for a person to read'),
  'key-vault.sqlite': forEver('without it no name can be read'),
  'key-vault.sqlite-shm': FEW,
  'key-vault.sqlite-wal': FEW,
  'log-checkpoint': FEW,
  'log-checkpoint-leaves': forEver('32 bytes an event: a tree made another is named by them'),
  'log-mark.json': FEW,
  'log.key': forEver('whoever checks the log knows this key'),
  'logs/*.log': LOG,
  'logs/*.log.1': LOG,
  'master.key': forEver('without it no name can be read'),
  'postgres/data': forEver('the database'),
  'postgres/data-before-*': asLong('somebody may need what a restore put aside', 'whoever restored'),
  'postgres/password': FEW,
  'postgres/postgres.log': LOG,
  'postgres/postgres.log.1': LOG,
  'postgres-home': FEW,
  'running.pid': asLong('the system runs', 'its end'),
};
