-- What the migrations make, read from the catalogues. Made by a test: UPDATE_SCHEMA=1 npm run test:int.

create sequence backup_runs_id_seq as bigint increment 1 cache 1;
create sequence entity_id_seq as bigint increment 1 cache 1;
create sequence event_archive_number as bigint increment 1 cache 1;
create sequence event_position as bigint increment 1 cache 1;
create sequence log_signatures_id_seq as bigint increment 1 cache 1;
create sequence projection_runners_id_seq as integer increment 1 cache 1;
create sequence saved_views_id_seq as bigint increment 1 cache 1;
create sequence webhook_deliveries_id_seq as bigint increment 1 cache 1;

create table admin_changes (
  "position" bigint not null,
  stream_id text not null,
  kind text not null,
  actor_id bigint,
  version integer not null
);
create table backup_runs (
  id bigint not null,
  kind text not null,
  backup text,
  begun_at timestamp with time zone not null,
  ended_at timestamp with time zone not null default clock_timestamp(),
  error text,
  bytes bigint,
  stored_bytes bigint,
  "position" bigint,
  target text,
  trouble text
);
create table backup_state (
  only_row boolean not null default true,
  target text not null,
  every_ms bigint not null,
  seen_at timestamp with time zone not null,
  wal_file text,
  wal_archived_at timestamp with time zone,
  error text,
  error_at timestamp with time zone,
  verify_ms bigint
);
create table blobs (
  hash bytea not null,
  media_type text not null,
  size integer not null,
  bytes bytea,
  made_at timestamp with time zone not null default clock_timestamp()
);
create table captchas (
  id uuid not null,
  answer text not null,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null
);
create table carriers (
  id integer not null,
  code text not null,
  name text not null,
  tracking_url text,
  countries text[] not null default '{}'::text[]
);
create table certificates (
  cert_no text not null,
  sku text not null,
  serial text not null,
  sequence_number text not null,
  gold_mg integer not null,
  carat_points integer not null,
  total_mg integer not null,
  issued_on date not null
);
create table cities (
  id integer not null,
  province_id integer not null,
  name text not null,
  local_name text
);
create table clear_blobs (
  only_row boolean not null default true,
  seals_from timestamp with time zone not null,
  released_at timestamp with time zone
);
create table clearing_run_row (
  id bigint not null,
  state text not null,
  scheduled boolean not null,
  requested_by bigint,
  started_at timestamp with time zone not null,
  filter jsonb not null,
  cleared bigint[] not null,
  skipped jsonb not null,
  undone_at timestamp with time zone,
  restored bigint[] not null,
  undo_skipped jsonb not null,
  version integer not null,
  "position" bigint not null
);
create table consistency_progress (
  only_row boolean not null default true,
  cursors jsonb not null default '{}'::jsonb,
  round_at timestamp with time zone,
  round_streams integer not null default 0,
  round_skipped integer not null default 0,
  swept_at timestamp with time zone
);
create table countries (
  id integer not null,
  code character(2) not null,
  name text not null,
  dial_code text not null,
  client_delivery_allowed boolean not null default false
);
create table create_counters (
  scope_key integer not null,
  week date not null,
  total integer not null
);
create table custody_spans (
  item_id bigint not null,
  piece smallint not null,
  entered_position bigint not null,
  entered_at timestamp with time zone not null,
  holder_kind text not null,
  holder_id bigint,
  from_site integer,
  to_site integer,
  left_at timestamp with time zone,
  left_position bigint,
  actor text not null,
  worker text,
  actor_site integer,
  version integer not null
);
create table customer_progress (
  item_id bigint not null,
  rma_id bigint not null,
  progress smallint not null,
  cancelled boolean not null,
  since timestamp with time zone not null,
  history jsonb not null,
  version integer not null
);
create table customer_sites (
  customer_id integer not null,
  site_id integer not null
);
create table customers (
  id integer not null,
  firstname text not null,
  lastname text not null,
  email text,
  phone_code text not null,
  phone text not null,
  phone_is_from_crm boolean not null default true,
  language text not null,
  country character(2) not null,
  province_id integer,
  city_id integer,
  postal_code text not null,
  address text not null,
  home_site_id integer not null,
  name_key text not null,
  family_key text not null,
  email_key text default lower(email),
  phone_reversed text default reverse((phone_code || phone)),
  name_blind text,
  family_blind text,
  email_blind text,
  phone_blind text,
  province_ref text,
  city_ref text,
  words_form smallint not null default 0
);
create table difference_row (
  id bigint not null,
  table_name text not null,
  row_key text not null,
  kind text not null,
  columns text[] not null,
  stream_id text,
  stage text not null,
  found_at timestamp with time zone not null,
  repaired_at timestamp with time zone,
  version integer not null,
  "position" bigint not null
);
create table erasures (
  subject text not null,
  reason text not null,
  erased_at timestamp with time zone not null,
  applied_at timestamp with time zone
);
create table event_archives (
  name text not null,
  upper_position bigint not null,
  first_position bigint not null,
  last_position bigint not null,
  events bigint not null,
  streams bigint not null,
  sha256 text not null,
  chain text not null,
  detached_at timestamp with time zone not null default clock_timestamp()
);
create table event_partitioning (
  only_row boolean not null default true,
  width bigint not null,
  ahead integer not null default 3
);
create table event_partitions (
  lower_position bigint not null,
  upper_position bigint not null,
  table_name text not null
);
create table event_types (
  type text not null,
  schema_version integer not null
);
create table events (
  "position" bigint not null,
  recorded_at timestamp with time zone not null,
  version integer not null,
  schema_version integer not null,
  event_id uuid not null,
  stream_id text not null,
  type text not null,
  data jsonb not null,
  metadata jsonb not null,
  hash bytea not null
);
create table export_files (
  export_id bigint not null,
  blob text not null,
  kept_at timestamp with time zone not null default now()
);
create table export_parts (
  export_id bigint not null,
  part integer not null,
  begins bigint not null,
  size integer not null,
  blob text not null
);
create table export_progress (
  export_id bigint not null,
  done integer not null,
  total integer not null,
  updated_at timestamp with time zone not null default now()
);
create table export_row (
  id bigint not null,
  type text not null,
  state text not null,
  requested_by bigint,
  requested_by_worker bigint,
  requested_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  failure text,
  format text,
  rows integer,
  size bigint,
  blob text,
  expires_at timestamp with time zone,
  scope_key text not null,
  version integer not null,
  "position" bigint not null
);
create table familiar_lines (
  account text not null,
  address text not null,
  last_at timestamp with time zone not null
);
create table handled_commands (
  person text not null,
  key text not null,
  fingerprint text not null,
  versions jsonb not null,
  "position" bigint not null,
  answer jsonb,
  recorded_at timestamp with time zone not null default clock_timestamp()
);
create table horizon_marks (
  noted_at timestamp with time zone not null,
  "position" bigint not null
);
create table image_uploads (
  image_id text not null,
  hash bytea not null,
  width integer not null,
  height integer not null,
  size integer not null,
  site_id integer,
  uploaded_by bigint not null,
  person text,
  idempotency_key text,
  source_hash bytea not null,
  made_at timestamp with time zone not null default clock_timestamp(),
  named_at timestamp with time zone,
  attached_at timestamp with time zone
);
create table inline_tables (
  table_name text not null,
  target text,
  columns text[],
  types text[]
);
create table installed_settings (
  key text not null,
  value jsonb,
  reported_at timestamp with time zone not null default clock_timestamp()
);
create table invoice_lines (
  invoice_id integer not null,
  site_id integer not null,
  line_no integer not null,
  sku text not null,
  size text not null,
  serial text not null,
  cert_no text,
  amount bigint not null,
  serial_key text default code_key(serial)
);
create table invoices (
  id integer not null,
  invoice_no text not null,
  order_id integer not null,
  site_id integer not null,
  state text not null,
  issued_on date not null,
  country character(2) not null,
  currency character(3) not null,
  total bigint not null,
  shipping_fee bigint,
  invoice_key text default code_key(invoice_no)
);
create table item_census (
  item_id bigint not null,
  store_id integer not null,
  status smallint not null,
  entered_at timestamp with time zone not null,
  week date not null,
  at_site integer,
  sites integer[] not null,
  sent_from integer[] not null,
  since timestamp with time zone not null,
  since_position bigint not null,
  version integer not null,
  to_client boolean not null default false
);
create table item_images (
  item_id bigint not null,
  image_id text not null,
  kind text not null,
  version integer not null
);
create table item_row (
  id bigint not null,
  rma_id bigint not null,
  number text not null,
  store_id integer not null,
  customer_ref text not null,
  linked_from bigint,
  linked_to bigint,
  delivery text not null,
  status smallint not null,
  rank smallint not null,
  status_entered_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  progress smallint not null,
  cancelled boolean not null,
  taken_at timestamp with time zone,
  administrative boolean not null,
  clearing_run_id bigint,
  handed_over_at timestamp with time zone,
  custody_kind text not null,
  custody_site integer,
  custody_from integer,
  custody_to integer,
  visible_sites integer[] not null,
  shipment_id bigint,
  shipment_tracking text,
  tracking_number text,
  transfer_to integer,
  sku text not null,
  size text,
  product_name text not null,
  product_kind text not null,
  is_gold boolean not null,
  serial text,
  certificate_no text,
  image_count integer not null,
  purchase_date date,
  invoice_number text,
  order_id text,
  order_number text,
  is_under_warranty boolean not null,
  warranty_until date,
  total_180 integer not null,
  fee_amount bigint not null,
  fee_currency text not null,
  fee_accepted boolean not null,
  fee_settled boolean not null,
  fee_paid boolean not null,
  waiver smallint not null,
  waiver_requests integer not null,
  holds text[] not null,
  outcome text,
  reasons integer[] not null,
  sub_reasons integer[] not null,
  factory_reasons integer[] not null,
  factory_sub_reasons integer[] not null,
  original_factory text,
  quality_causes text[] not null,
  quality_cause text,
  quality_issue boolean,
  stone_count integer,
  final_weight_mg bigint,
  last_scan_target smallint,
  last_scan_verdict text,
  last_scan_at timestamp with time zone,
  last_scan_by bigint,
  last_scan_worker bigint,
  scanned_targets smallint[] not null,
  scan_marks jsonb not null,
  last_worker_id bigint,
  undo_until timestamp with time zone,
  undo_by bigint,
  undo_worker bigint,
  undo_shipment_id bigint,
  store_comments integer not null,
  factory_comments integer not null,
  follow_ups integer not null,
  last_follow_up_at timestamp with time zone,
  scope_keys integer[] not null default (ARRAY[0, (- store_id)] || visible_sites),
  version integer not null,
  "position" bigint not null,
  transfer_reason text,
  transfer_needed_at timestamp with time zone,
  reminder_number integer not null default 0,
  reminder_at timestamp with time zone,
  to_call boolean not null default false,
  call_escalated boolean not null default false,
  fee_asked text,
  released_pictures text[] not null default '{}'::text[],
  fee_paid_amount bigint not null default 0,
  fee_open bigint not null default 0,
  fee_to_return bigint not null default 0,
  serial_key text,
  replaced_serial_keys text[],
  storage_safe text,
  storage_tray text,
  collect_kind text,
  collect_shop integer,
  collect_by_client boolean not null default false,
  pickup_day date,
  pickup_from text,
  pickup_to text,
  loan_due date,
  expected_likely date,
  expected_latest date,
  expected_first date,
  expected_later text,
  stage_clock_from timestamp with time zone,
  stage_paused_since timestamp with time zone,
  stage_waits_for text,
  stage_target_passed boolean not null default false
);
create table item_spans (
  item_id bigint not null,
  began_position bigint not null,
  true_from timestamp with time zone not null,
  true_until timestamp with time zone,
  known_from timestamp with time zone not null,
  known_until timestamp with time zone,
  is_first boolean not null,
  store_id integer not null,
  status smallint not null,
  entered_at timestamp with time zone not null,
  custody_site integer,
  custody_from integer,
  custody_to integer,
  scope_keys integer[] not null,
  outcome text,
  transfer_to integer,
  transfer_needed_at timestamp with time zone,
  to_call boolean not null,
  call_escalated boolean not null,
  sent_from integer[] not null,
  reminded_at timestamp with time zone,
  reminder_escalated boolean not null,
  followed_up_at timestamp with time zone,
  placed_true timestamp with time zone not null,
  placed_known timestamp with time zone not null,
  version integer not null,
  collect_shop integer
);
create table key_vault (
  only_row boolean not null default true,
  id text not null,
  since timestamp with time zone not null default clock_timestamp(),
  wraps_from timestamp with time zone not null,
  revision bigint not null default 0,
  revision_token text,
  ledger bigint not null default 0,
  lasting_files bigint not null default 0,
  passing_files bigint not null default '2147483648'::bigint
);
create table languages (
  id integer not null,
  code text not null,
  name text not null,
  native_name text not null,
  direction text not null
);
create table legal_hold_row (
  id bigint not null,
  customer_ref text not null,
  reason text not null,
  placed_at timestamp with time zone not null,
  placed_by bigint,
  released_at timestamp with time zone,
  released_by bigint,
  version integer not null,
  "position" bigint not null
);
create table live_tickets (
  ticket_hash bytea not null,
  session_id uuid not null,
  expires_at timestamp with time zone not null
);
create table log_checkpoints (
  size bigint not null,
  "position" bigint not null,
  root bytea not null,
  note text not null,
  sealed_at timestamp with time zone not null default clock_timestamp()
);
create table log_cosignatures (
  size bigint not null,
  witness text not null,
  line text not null,
  received_at timestamp with time zone not null default clock_timestamp()
);
create table log_entry_parts (
  tile bigint not null,
  start smallint not null,
  first_position bigint not null,
  last_position bigint not null,
  entries bytea not null
);
create table log_horizon (
  only_row boolean not null default true,
  epoch uuid not null default gen_random_uuid(),
  "position" bigint not null default 0,
  candidate bigint,
  holders text[],
  timeline text not null
);
create table log_keys (
  verifier_key text not null,
  first_used_at timestamp with time zone not null default clock_timestamp()
);
create table log_signatures (
  id bigint not null,
  sha256 text not null,
  size bigint not null,
  note text,
  requested_at timestamp with time zone not null default clock_timestamp()
);
create table log_tile_parts (
  level smallint not null,
  tile bigint not null,
  start smallint not null,
  hashes bytea not null
);
create table log_verification_progress (
  only_row boolean not null default true,
  verification_id bigint not null,
  percent integer not null
);
create table log_verification_row (
  id bigint not null,
  state text not null,
  requested_by bigint,
  requested_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  verified jsonb,
  faults jsonb not null,
  fault_count integer not null,
  version integer not null,
  "position" bigint not null
);
create table login_attempts (
  account text not null,
  address text not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  locked_until timestamp with time zone
);
create table message_row (
  id bigint not null,
  kind text not null,
  rma_id bigint not null,
  item_ids bigint[] not null,
  store_id integer not null,
  state text not null,
  channel text,
  language text,
  why text,
  fault text,
  attempts integer not null,
  planned_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  due_at timestamp with time zone,
  version integer not null,
  "position" bigint not null,
  seen_at timestamp with time zone
);
create table nav_circuits (
  node text not null,
  state text not null,
  since timestamp with time zone not null,
  retry_at timestamp with time zone,
  updated_at timestamp with time zone not null
);
create table nav_document_row (
  id bigint not null,
  tracking_number text not null,
  store_id integer not null,
  item_ids bigint[] not null,
  state text not null,
  attempts integer not null,
  nav_number text,
  answer_code text,
  answer_message text,
  attention text,
  reason text,
  requested_at timestamp with time zone not null,
  requested_by bigint,
  changed_at timestamp with time zone not null,
  due_at timestamp with time zone,
  version integer not null,
  "position" bigint not null
);
create table nav_since (
  only_row boolean not null default true,
  at timestamp with time zone not null
);
create table parked_events (
  projection text not null,
  "position" bigint not null,
  stream_id text not null,
  type text not null,
  error text,
  parked_at timestamp with time zone not null default now(),
  undecodable boolean not null default false
);
create table piece_facts (
  item_id bigint not null,
  began_position bigint not null,
  true_from timestamp with time zone not null,
  true_until timestamp with time zone,
  known_from timestamp with time zone not null,
  known_until timestamp with time zone,
  is_first boolean not null,
  placed_true timestamp with time zone not null,
  placed_known timestamp with time zone not null,
  version integer not null,
  store_id integer not null,
  status smallint not null,
  site integer,
  scope_keys integer[] not null,
  factory integer,
  sku text not null,
  serial_key text,
  reasons integer[] not null,
  wrong_reason boolean,
  in_warranty boolean not null,
  deposited_at timestamp with time zone not null,
  ready_at timestamp with time zone,
  collected_at timestamp with time zone,
  fee_quoted bigint not null,
  fee_currency text not null,
  fee_fate text,
  fee_paid bigint not null,
  fee_free bigint not null,
  quoted_at timestamp with time zone,
  waiver_asked_at timestamp with time zone,
  waiver_decided_at timestamp with time zone,
  is_missing boolean not null,
  settled bigint,
  settled_currency text,
  fold jsonb,
  told_latest date
);
create table policy_checkpoints (
  name text not null,
  "position" bigint not null,
  updated_at timestamp with time zone not null default now()
);
create table policy_parked_events (
  policy text not null,
  "position" bigint not null,
  stream_id text not null,
  type text not null,
  error text not null,
  parked_at timestamp with time zone not null default now()
);
create table prices (
  sku text not null,
  currency character(3) not null,
  amount bigint not null
);
create table privacy_export_row (
  id bigint not null,
  customer_refs text[] not null,
  language text not null,
  state text not null,
  requested_at timestamp with time zone not null,
  requested_by bigint,
  ended_at timestamp with time zone,
  failure text,
  blob text,
  size bigint,
  expires_at timestamp with time zone,
  reads integer not null,
  read_at timestamp with time zone,
  version integer not null,
  "position" bigint not null
);
create table privacy_request_row (
  id bigint not null,
  customer_refs text[] not null,
  rma_ids bigint[] not null,
  reason text not null,
  origin text not null,
  stage text not null,
  due_at timestamp with time zone,
  requested_at timestamp with time zone not null,
  requested_by bigint,
  decided_at timestamp with time zone,
  decided_by bigint,
  ended_at timestamp with time zone,
  repairs integer,
  pieces integer,
  pictures integer,
  messages integer,
  version integer not null,
  "position" bigint not null,
  kept_because text
);
create table product_import_row (
  id bigint not null,
  state text not null,
  requested_by bigint,
  requested_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  skus text[] not null,
  lines jsonb not null,
  version integer not null,
  "position" bigint not null
);
create table products (
  sku text not null,
  name text not null,
  kind text not null,
  collection text not null,
  metal text not null,
  is_gold boolean not null,
  sizes text[] not null,
  weight_mg integer not null
);
create table projection_checkpoints (
  name text not null,
  "position" bigint not null default 0,
  parked integer not null default 0,
  updated_at timestamp with time zone not null default now(),
  leader integer
);
create table projection_rebuilds (
  name text not null,
  phase text not null,
  "position" bigint not null,
  cursor text not null default ''::text,
  started_at timestamp with time zone not null default now()
);
create table projection_runners (
  id integer not null,
  name text not null,
  projections text[] not null,
  beat bigint not null default 0,
  joined_at timestamp with time zone not null default clock_timestamp()
);
create table provinces (
  id integer not null,
  country_id integer not null,
  name text not null,
  local_name text
);
create table reject_reasons (
  id integer not null,
  audience text not null,
  names jsonb not null,
  sort integer not null,
  is_active boolean not null default true
);
create table repair_fees (
  sub_reason_id integer not null,
  country character(2) not null,
  currency character(3) not null,
  amount bigint not null
);
create table repeatable_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now()
);
create table restores (
  restored_at timestamp with time zone not null default clock_timestamp(),
  backup text,
  asked_for timestamp with time zone,
  "position" bigint not null,
  epoch uuid not null
);
create table retention_run_row (
  id bigint not null,
  stage text not null,
  found integer not null,
  asked integer not null,
  kept jsonb not null,
  through text,
  started_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by bigint,
  ended_at timestamp with time zone,
  version integer not null,
  "position" bigint not null
);
create table retention_schedule_row (
  id bigint not null,
  proposal integer not null,
  schedule jsonb not null,
  previous jsonb not null,
  reason text not null,
  stage text not null,
  proposed_at timestamp with time zone not null,
  proposed_by bigint,
  decided_at timestamp with time zone,
  decided_by bigint,
  version integer not null,
  "position" bigint not null
);
create table rma_reasons (
  id integer not null,
  names jsonb not null,
  sort integer not null,
  is_active boolean not null default true,
  version integer not null default 0,
  "position" bigint not null default 0
);
create table rma_row (
  id bigint not null,
  number text not null,
  public_reference text not null,
  store_id integer not null,
  customer_ref text not null,
  firstname text not null,
  lastname text not null,
  fullname text not null,
  phone_code text not null,
  phone text not null,
  fullphone text not null,
  phone_digits text not null,
  email text,
  country text not null,
  province text,
  city text,
  address text not null,
  receiver_name text not null,
  receiver_phone text not null,
  delivery text not null,
  platform text not null,
  fulfilled_date date,
  order_id text,
  order_number text,
  is_agent boolean not null,
  language text not null,
  item_ids bigint[] not null,
  created_at timestamp with time zone not null,
  version integer not null,
  "position" bigint not null
);
create table rma_sub_reasons (
  id integer not null,
  reason_id integer not null,
  names jsonb not null,
  descriptions jsonb not null,
  sort integer not null,
  is_active boolean not null default true,
  is_under_warranty boolean not null,
  version integer not null default 0,
  "position" bigint not null default 0
);
create table roles (
  id bigint not null,
  name text not null,
  permissions text[] not null,
  version integer not null,
  "position" bigint not null
);
create table rule_decisions (
  item_id bigint not null,
  began_position bigint not null,
  true_from timestamp with time zone not null,
  true_until timestamp with time zone,
  known_from timestamp with time zone not null,
  known_until timestamp with time zone,
  is_first boolean not null,
  placed_true timestamp with time zone not null,
  placed_known timestamp with time zone not null,
  version integer not null,
  store_id integer not null,
  deposited_at timestamp with time zone not null,
  decided_at timestamp with time zone not null,
  decisions jsonb not null
);
create table sales_orders (
  id integer not null,
  order_number text not null,
  customer_id integer not null,
  site_id integer not null,
  channel text not null,
  ordered_on date not null,
  fulfilled_on date,
  order_key text default code_key(order_number)
);
create table saved_views (
  id bigint not null,
  user_id bigint not null,
  list text not null,
  name text not null,
  filters jsonb not null,
  is_default boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);
create table schema_migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now()
);
create table sealed_blobs (
  hash bytea not null,
  file bigint,
  vault text,
  wrapped_key bytea not null,
  bytes bytea not null
);
create table search_terms (
  kind text not null,
  id bigint not null,
  term text not null,
  version integer not null,
  field text not null default ''::text
);
create table second_factors (
  user_id bigint not null,
  secret bytea not null,
  begun_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  recovery text[] not null default '{}'::text[]
);
create table sessions (
  id uuid not null,
  token_hash bytea not null,
  user_id bigint not null,
  kind text not null,
  rights text not null,
  worker_id bigint,
  worker_seen_at timestamp with time zone,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  revoked_at timestamp with time zone
);
create table shipment_row (
  id bigint not null,
  tracking_number text not null,
  order_type smallint not null,
  state text not null,
  origin integer not null,
  destination integer,
  to_client boolean not null,
  carrier text,
  seal_number text,
  gross_weight double precision,
  arrival_seal_number text,
  arrival_gross_weight double precision,
  signed boolean not null,
  picked_up boolean not null,
  item_ids bigint[] not null,
  item_count integer not null,
  received_count integer not null,
  missing_count integer not null,
  extra_count integer not null,
  currency text,
  total bigint,
  visible_sites integer[] not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  received_at timestamp with time zone,
  closed_at timestamp with time zone,
  version integer not null,
  "position" bigint not null,
  former_tracking_numbers text[],
  tracking_key text,
  claims_number boolean not null default false
);
create table shipping_fees (
  country character(2) not null,
  destination text not null,
  allowed boolean not null,
  amount bigint not null,
  currency character(3) not null
);
create table siem_delivery (
  only_row boolean not null default true,
  target text,
  "position" bigint not null,
  lines bigint not null default 0,
  holder text,
  held_until timestamp with time zone,
  seen_at timestamp with time zone not null,
  acknowledged_at timestamp with time zone,
  failures integer not null default 0,
  error text,
  failed_at timestamp with time zone
);
create table sign_sessions (
  id uuid not null,
  token_hash bytea not null,
  account_id bigint not null,
  site_id bigint,
  kind text not null,
  asked bytea not null,
  given bytea,
  expires_at timestamp with time zone not null
);
create table site_networks (
  site_id integer not null,
  network text not null,
  seen_at timestamp with time zone not null
);
create table sites (
  id integer not null,
  code text not null,
  kind text not null,
  name text not null,
  country character(2) not null,
  time_zone text not null,
  currency character(3) not null,
  nav_code text not null,
  address text not null,
  city text not null,
  postal_code text not null,
  phone text not null,
  in_mainland_china boolean not null default false,
  warehouse_id integer,
  opening_hours text not null default ''::text,
  map_url text,
  pickups_per_slot smallint
);
create table sso_attempts (
  state_hash bytea not null,
  browser_hash bytea not null,
  verifier text not null,
  nonce text not null,
  expires_at timestamp with time zone not null
);
create table stage_settings (
  status_id integer not null,
  target_hours integer,
  wip_limit integer
);
create table stage_stays (
  item_id bigint not null,
  began_position bigint not null,
  true_from timestamp with time zone not null,
  true_until timestamp with time zone,
  known_from timestamp with time zone not null,
  known_until timestamp with time zone,
  is_first boolean not null,
  placed_true timestamp with time zone not null,
  placed_known timestamp with time zone not null,
  version integer not null,
  store_id integer not null,
  scope_keys integer[] not null,
  status smallint not null,
  site integer,
  sku text not null,
  entered_at timestamp with time zone not null,
  move text,
  from_status smallint,
  from_site integer,
  from_entered_at timestamp with time zone,
  left_by text,
  fold jsonb
);
create table status_counters (
  scope_key integer not null,
  status smallint not null,
  hour timestamp with time zone not null,
  total integer not null
);
create table streams (
  stream_id text not null,
  version integer not null,
  first_position bigint not null,
  last_position bigint not null,
  last_hash bytea not null,
  archive text
);
create table subject_keys (
  subject text not null,
  wrapped_key bytea,
  made_at timestamp with time zone not null default clock_timestamp(),
  erased_at timestamp with time zone,
  vault text
);
create table unusual_review_row (
  id bigint not null,
  state text not null,
  words_ref text not null,
  reviewed_at timestamp with time zone not null,
  reviewed_by bigint,
  version integer not null,
  "position" bigint not null
);
create table user_credentials (
  user_id bigint not null,
  password_hash text not null,
  changed_at timestamp with time zone not null,
  must_change boolean not null default false
);
create table user_identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null,
  linked_at timestamp with time zone not null
);
create table users (
  id bigint not null,
  email text not null,
  name text not null,
  last_name text not null,
  user_type text not null,
  site_id integer,
  roles text[] not null,
  active boolean not null,
  version integer not null,
  "position" bigint not null,
  api_key jsonb
);
create table webhook_cursors (
  webhook_id bigint not null,
  "position" bigint not null,
  starts integer not null,
  jumps integer not null,
  wanted bigint not null default 0,
  holder text,
  held_until timestamp with time zone,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  next_attempt_at timestamp with time zone,
  last_outcome text,
  last_status integer,
  last_at timestamp with time zone
);
create table webhook_deliveries (
  id bigint not null,
  webhook_id bigint not null,
  message_id text not null,
  type text not null,
  "position" bigint,
  attempt integer not null,
  outcome text not null,
  status integer,
  ms integer not null,
  answer text not null,
  at timestamp with time zone not null default clock_timestamp()
);
create table webhook_keys (
  id bigint not null,
  webhook_id bigint not null,
  secret_key text not null,
  made_at timestamp with time zone not null default clock_timestamp()
);
create table webhook_row (
  id bigint not null,
  name text not null,
  url text not null,
  types text[] not null,
  scope_kind text not null,
  site_id bigint,
  off_why text,
  off_at timestamp with time zone,
  starts integer not null,
  jumps integer not null,
  jump_after bigint not null,
  key_id bigint not null,
  public_key text not null,
  previous_key_id bigint,
  previous_public_key text,
  previous_until timestamp with time zone,
  made_at timestamp with time zone not null,
  made_by bigint,
  version integer not null,
  "position" bigint not null
);
create table weight_intervals (
  item_id bigint not null,
  began_position bigint not null,
  true_from timestamp with time zone not null,
  true_until timestamp with time zone,
  known_from timestamp with time zone not null,
  known_until timestamp with time zone,
  is_first boolean not null,
  placed_true timestamp with time zone not null,
  placed_known timestamp with time zone not null,
  version integer not null,
  store_id integer not null,
  scope_keys integer[] not null,
  sku text not null,
  is_gold boolean not null,
  weighing integer,
  in_mg integer,
  added_mg integer,
  out_mg integer,
  scrap_mg integer,
  loss_mg integer,
  difference_mg integer,
  tolerance_mg integer,
  unweighed_parts integer,
  verdict text,
  opened_at timestamp with time zone,
  closed_at timestamp with time zone,
  site integer,
  place text,
  status smallint,
  spans jsonb,
  explanation text,
  fold jsonb
);
create table worker_badges (
  worker_id bigint not null,
  barcode_digest text not null,
  pin_hash text,
  changed_at timestamp with time zone not null
);
create table worker_pin_attempts (
  target text not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  locked_until timestamp with time zone
);
create table worker_role_row (
  id bigint not null,
  key text not null,
  name text not null,
  permissions text[] not null,
  version integer not null,
  "position" bigint not null,
  deleted boolean not null default false
);
create table worker_row (
  id bigint not null,
  work_id text not null,
  name text not null,
  department text not null,
  role_key text not null,
  site_id integer not null,
  active boolean not null,
  version integer not null,
  "position" bigint not null
);

alter table admin_changes add constraint admin_changes_pkey PRIMARY KEY ("position");
alter table backup_runs add constraint backup_runs_kind_check CHECK ((kind = ANY (ARRAY['backup'::text, 'verification'::text])));
alter table backup_runs add constraint backup_runs_pkey PRIMARY KEY (id);
alter table backup_state add constraint backup_state_check CHECK (((error IS NULL) = (error_at IS NULL)));
alter table backup_state add constraint backup_state_only_row_check CHECK (only_row);
alter table backup_state add constraint backup_state_pkey PRIMARY KEY (only_row);
alter table blobs add constraint blobs_hash_check CHECK ((octet_length(hash) = 32));
alter table blobs add constraint blobs_pkey PRIMARY KEY (hash);
alter table captchas add constraint captchas_pkey PRIMARY KEY (id);
alter table carriers add constraint carriers_code_key UNIQUE (code);
alter table carriers add constraint carriers_pkey PRIMARY KEY (id);
alter table certificates add constraint certificates_carat_points_check CHECK ((carat_points >= 0));
alter table certificates add constraint certificates_gold_mg_check CHECK ((gold_mg >= 0));
alter table certificates add constraint certificates_pkey PRIMARY KEY (cert_no);
alter table certificates add constraint certificates_sequence_number_key UNIQUE (sequence_number);
alter table certificates add constraint certificates_serial_key UNIQUE (serial);
alter table certificates add constraint certificates_sku_fkey FOREIGN KEY (sku) REFERENCES products(sku);
alter table certificates add constraint certificates_total_mg_check CHECK ((total_mg >= 0));
alter table cities add constraint cities_pkey PRIMARY KEY (id);
alter table cities add constraint cities_province_id_fkey FOREIGN KEY (province_id) REFERENCES provinces(id);
alter table clear_blobs add constraint clear_blobs_only_row_check CHECK (only_row);
alter table clear_blobs add constraint clear_blobs_pkey PRIMARY KEY (only_row);
alter table clearing_run_row add constraint clearing_run_row_pkey PRIMARY KEY (id);
alter table consistency_progress add constraint consistency_progress_only_row_check CHECK (only_row);
alter table consistency_progress add constraint consistency_progress_pkey PRIMARY KEY (only_row);
alter table countries add constraint countries_code_key UNIQUE (code);
alter table countries add constraint countries_dial_code_check CHECK ((dial_code ~ '^[0-9]{1,4}$'::text));
alter table countries add constraint countries_pkey PRIMARY KEY (id);
alter table create_counters add constraint create_counters_pkey PRIMARY KEY (scope_key, week);
alter table custody_spans add constraint custody_spans_pkey PRIMARY KEY (item_id, piece, entered_position);
alter table customer_progress add constraint customer_progress_pkey PRIMARY KEY (item_id);
alter table customer_progress add constraint customer_progress_progress_check CHECK (((progress >= 1) AND (progress <= 6)));
alter table customer_sites add constraint customer_sites_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
alter table customer_sites add constraint customer_sites_pkey PRIMARY KEY (customer_id, site_id);
alter table customer_sites add constraint customer_sites_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);
alter table customers add constraint customers_city_id_fkey FOREIGN KEY (city_id) REFERENCES cities(id);
alter table customers add constraint customers_country_fkey FOREIGN KEY (country) REFERENCES countries(code);
alter table customers add constraint customers_home_site_id_fkey FOREIGN KEY (home_site_id) REFERENCES sites(id);
alter table customers add constraint customers_language_fkey FOREIGN KEY (language) REFERENCES languages(code);
alter table customers add constraint customers_pkey PRIMARY KEY (id);
alter table customers add constraint customers_province_id_fkey FOREIGN KEY (province_id) REFERENCES provinces(id);
alter table difference_row add constraint difference_row_pkey PRIMARY KEY (id);
alter table erasures add constraint erasures_pkey PRIMARY KEY (subject);
alter table event_archives add constraint event_archives_pkey PRIMARY KEY (name);
alter table event_partitioning add constraint event_partitioning_ahead_check CHECK ((ahead > 0));
alter table event_partitioning add constraint event_partitioning_only_row_check CHECK (only_row);
alter table event_partitioning add constraint event_partitioning_pkey PRIMARY KEY (only_row);
alter table event_partitioning add constraint event_partitioning_width_check CHECK ((width > 0));
alter table event_partitions add constraint event_partitions_pkey PRIMARY KEY (lower_position);
alter table event_partitions add constraint event_partitions_upper_position_key UNIQUE (upper_position);
alter table event_types add constraint event_types_pkey PRIMARY KEY (type, schema_version);
alter table events add constraint events_pkey PRIMARY KEY ("position");
alter table export_files add constraint export_files_pkey PRIMARY KEY (export_id, blob);
alter table export_parts add constraint export_parts_pkey PRIMARY KEY (export_id, part);
alter table export_progress add constraint export_progress_pkey PRIMARY KEY (export_id);
alter table export_row add constraint export_row_pkey PRIMARY KEY (id);
alter table familiar_lines add constraint familiar_lines_pkey PRIMARY KEY (account, address);
alter table handled_commands add constraint handled_commands_pkey PRIMARY KEY (person, key);
alter table horizon_marks add constraint horizon_marks_pkey PRIMARY KEY (noted_at);
alter table image_uploads add constraint image_uploads_hash_fkey FOREIGN KEY (hash) REFERENCES blobs(hash);
alter table image_uploads add constraint image_uploads_image_id_check CHECK ((image_id ~ '^[A-Za-z0-9_-]{22}([A-Za-z0-9_-]{43})?$'::text));
alter table image_uploads add constraint image_uploads_pkey PRIMARY KEY (image_id);
alter table image_uploads add constraint image_uploads_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);
alter table inline_tables add constraint inline_tables_pkey PRIMARY KEY (table_name);
alter table installed_settings add constraint installed_settings_pkey PRIMARY KEY (key);
alter table invoice_lines add constraint invoice_lines_amount_check CHECK ((amount >= 0));
alter table invoice_lines add constraint invoice_lines_cert_no_fkey FOREIGN KEY (cert_no) REFERENCES certificates(cert_no);
alter table invoice_lines add constraint invoice_lines_invoice_id_site_id_fkey FOREIGN KEY (invoice_id, site_id) REFERENCES invoices(id, site_id);
alter table invoice_lines add constraint invoice_lines_line_no_check CHECK ((line_no > 0));
alter table invoice_lines add constraint invoice_lines_pkey PRIMARY KEY (invoice_id, line_no);
alter table invoice_lines add constraint invoice_lines_serial_key UNIQUE (serial);
alter table invoice_lines add constraint invoice_lines_sku_fkey FOREIGN KEY (sku) REFERENCES products(sku);
alter table invoices add constraint invoices_country_fkey FOREIGN KEY (country) REFERENCES countries(code);
alter table invoices add constraint invoices_id_site_id_key UNIQUE (id, site_id);
alter table invoices add constraint invoices_invoice_no_key UNIQUE (invoice_no);
alter table invoices add constraint invoices_order_id_site_id_fkey FOREIGN KEY (order_id, site_id) REFERENCES sales_orders(id, site_id);
alter table invoices add constraint invoices_pkey PRIMARY KEY (id);
alter table invoices add constraint invoices_shipping_fee_check CHECK ((shipping_fee >= 0));
alter table invoices add constraint invoices_state_check CHECK ((state = ANY (ARRAY['issued'::text, 'void'::text])));
alter table invoices add constraint invoices_total_check CHECK ((total >= 0));
alter table item_census add constraint item_census_pkey PRIMARY KEY (item_id);
alter table item_images add constraint item_images_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'gold'::text, 'counterfeit'::text, 'stage'::text, 'warranty'::text])));
alter table item_images add constraint item_images_pkey PRIMARY KEY (item_id, image_id, kind);
alter table item_row add constraint item_row_fee_asked_check CHECK ((fee_asked = ANY (ARRAY['open'::text, 'declined'::text])));
alter table item_row add constraint item_row_pkey PRIMARY KEY (id);
alter table item_spans add constraint item_spans_pkey PRIMARY KEY (item_id, began_position);
alter table key_vault add constraint key_vault_only_row_check CHECK (only_row);
alter table key_vault add constraint key_vault_pkey PRIMARY KEY (only_row);
alter table languages add constraint languages_code_key UNIQUE (code);
alter table languages add constraint languages_direction_check CHECK ((direction = ANY (ARRAY['ltr'::text, 'rtl'::text])));
alter table languages add constraint languages_pkey PRIMARY KEY (id);
alter table legal_hold_row add constraint legal_hold_row_pkey PRIMARY KEY (id);
alter table live_tickets add constraint live_tickets_pkey PRIMARY KEY (ticket_hash);
alter table log_checkpoints add constraint log_checkpoints_pkey PRIMARY KEY (size);
alter table log_cosignatures add constraint log_cosignatures_pkey PRIMARY KEY (size, witness);
alter table log_entry_parts add constraint log_entry_parts_last_position_key UNIQUE (last_position);
alter table log_entry_parts add constraint log_entry_parts_pkey PRIMARY KEY (tile, start);
alter table log_horizon add constraint log_horizon_only_row_check CHECK (only_row);
alter table log_horizon add constraint log_horizon_pkey PRIMARY KEY (only_row);
alter table log_keys add constraint log_keys_pkey PRIMARY KEY (verifier_key);
alter table log_signatures add constraint log_signatures_pkey PRIMARY KEY (id);
alter table log_signatures add constraint log_signatures_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text));
alter table log_tile_parts add constraint log_tile_parts_pkey PRIMARY KEY (level, tile, start);
alter table log_verification_progress add constraint log_verification_progress_only_row_check CHECK (only_row);
alter table log_verification_progress add constraint log_verification_progress_pkey PRIMARY KEY (only_row);
alter table log_verification_row add constraint log_verification_row_pkey PRIMARY KEY (id);
alter table login_attempts add constraint login_attempts_failures_check CHECK ((failures > 0));
alter table login_attempts add constraint login_attempts_pkey PRIMARY KEY (account, address);
alter table message_row add constraint message_row_pkey PRIMARY KEY (id);
alter table nav_circuits add constraint nav_circuits_pkey PRIMARY KEY (node);
alter table nav_circuits add constraint nav_circuits_state_check CHECK ((state = ANY (ARRAY['closed'::text, 'open'::text, 'half-open'::text])));
alter table nav_document_row add constraint nav_document_row_pkey PRIMARY KEY (id);
alter table nav_since add constraint nav_since_only_row_check CHECK (only_row);
alter table nav_since add constraint nav_since_pkey PRIMARY KEY (only_row);
alter table parked_events add constraint parked_events_pkey PRIMARY KEY (projection, "position");
alter table piece_facts add constraint piece_facts_pkey PRIMARY KEY (item_id, began_position);
alter table policy_checkpoints add constraint policy_checkpoints_pkey PRIMARY KEY (name);
alter table policy_parked_events add constraint policy_parked_events_pkey PRIMARY KEY (policy, "position");
alter table prices add constraint prices_amount_check CHECK ((amount >= 0));
alter table prices add constraint prices_pkey PRIMARY KEY (sku, currency);
alter table prices add constraint prices_sku_fkey FOREIGN KEY (sku) REFERENCES products(sku);
alter table privacy_export_row add constraint privacy_export_row_pkey PRIMARY KEY (id);
alter table privacy_request_row add constraint privacy_request_row_pkey PRIMARY KEY (id);
alter table product_import_row add constraint product_import_row_pkey PRIMARY KEY (id);
alter table products add constraint products_kind_check CHECK ((kind = ANY (ARRAY['ring'::text, 'necklace'::text, 'earrings'::text, 'bracelet'::text, 'pendant'::text, 'brooch'::text, 'anklet'::text])));
alter table products add constraint products_pkey PRIMARY KEY (sku);
alter table products add constraint products_sku_check CHECK ((sku ~ '^[A-Z0-9][A-Z0-9-]{1,30}[A-Z0-9]$'::text));
alter table products add constraint products_weight_mg_check CHECK ((weight_mg > 0));
alter table projection_checkpoints add constraint projection_checkpoints_pkey PRIMARY KEY (name);
alter table projection_rebuilds add constraint projection_rebuilds_phase_check CHECK ((phase = ANY (ARRAY['bulk'::text, 'index'::text, 'catch_up'::text])));
alter table projection_rebuilds add constraint projection_rebuilds_pkey PRIMARY KEY (name);
alter table projection_runners add constraint projection_runners_pkey PRIMARY KEY (id);
alter table provinces add constraint provinces_country_id_fkey FOREIGN KEY (country_id) REFERENCES countries(id);
alter table provinces add constraint provinces_pkey PRIMARY KEY (id);
alter table reject_reasons add constraint reject_reasons_audience_check CHECK ((audience = ANY (ARRAY['store'::text, 'operation'::text])));
alter table reject_reasons add constraint reject_reasons_names_check CHECK ((names ? 'en'::text));
alter table reject_reasons add constraint reject_reasons_pkey PRIMARY KEY (id);
alter table repair_fees add constraint repair_fees_amount_check CHECK ((amount >= 0));
alter table repair_fees add constraint repair_fees_country_fkey FOREIGN KEY (country) REFERENCES countries(code);
alter table repair_fees add constraint repair_fees_pkey PRIMARY KEY (sub_reason_id, country, currency);
alter table repair_fees add constraint repair_fees_sub_reason_id_fkey FOREIGN KEY (sub_reason_id) REFERENCES rma_sub_reasons(id);
alter table repeatable_migrations add constraint repeatable_migrations_pkey PRIMARY KEY (name);
alter table restores add constraint restores_pkey PRIMARY KEY (restored_at);
alter table retention_run_row add constraint retention_run_row_pkey PRIMARY KEY (id);
alter table retention_schedule_row add constraint retention_schedule_row_pkey PRIMARY KEY (id);
alter table rma_reasons add constraint rma_reasons_names_check CHECK ((names ? 'en'::text));
alter table rma_reasons add constraint rma_reasons_pkey PRIMARY KEY (id);
alter table rma_row add constraint rma_row_pkey PRIMARY KEY (id);
alter table rma_row add constraint rma_row_public_reference_key UNIQUE (public_reference);
alter table rma_sub_reasons add constraint rma_sub_reasons_descriptions_check CHECK ((descriptions ? 'en'::text));
alter table rma_sub_reasons add constraint rma_sub_reasons_names_check CHECK ((names ? 'en'::text));
alter table rma_sub_reasons add constraint rma_sub_reasons_pkey PRIMARY KEY (id);
alter table rma_sub_reasons add constraint rma_sub_reasons_reason_id_fkey FOREIGN KEY (reason_id) REFERENCES rma_reasons(id);
alter table roles add constraint roles_name_key UNIQUE (name);
alter table roles add constraint roles_pkey PRIMARY KEY (id);
alter table rule_decisions add constraint rule_decisions_pkey PRIMARY KEY (item_id, began_position);
alter table sales_orders add constraint sales_orders_channel_check CHECK ((channel = ANY (ARRAY['store'::text, 'online'::text, 'concession'::text, 'phone'::text])));
alter table sales_orders add constraint sales_orders_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id);
alter table sales_orders add constraint sales_orders_id_site_id_key UNIQUE (id, site_id);
alter table sales_orders add constraint sales_orders_order_number_key UNIQUE (order_number);
alter table sales_orders add constraint sales_orders_pkey PRIMARY KEY (id);
alter table sales_orders add constraint sales_orders_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);
alter table saved_views add constraint saved_views_filters_check CHECK (((jsonb_typeof(filters) = 'object'::text) AND (length((filters)::text) <= 2000)));
alter table saved_views add constraint saved_views_list_check CHECK ((list = ANY (ARRAY['shop'::text, 'operation'::text])));
alter table saved_views add constraint saved_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)));
alter table saved_views add constraint saved_views_pkey PRIMARY KEY (id);
alter table schema_migrations add constraint schema_migrations_pkey PRIMARY KEY (number);
alter table sealed_blobs add constraint sealed_blobs_check CHECK (((file IS NULL) = (vault IS NULL)));
alter table sealed_blobs add constraint sealed_blobs_hash_fkey FOREIGN KEY (hash) REFERENCES blobs(hash) ON DELETE CASCADE;
alter table sealed_blobs add constraint sealed_blobs_pkey PRIMARY KEY (hash);
alter table search_terms add constraint search_terms_kind_check CHECK ((kind = ANY (ARRAY['item'::text, 'rma'::text, 'contact'::text])));
alter table search_terms add constraint search_terms_pkey PRIMARY KEY (kind, id, term, field);
alter table second_factors add constraint second_factors_pkey PRIMARY KEY (user_id);
alter table sessions add constraint sessions_check CHECK (((worker_id IS NULL) = (worker_seen_at IS NULL)));
alter table sessions add constraint sessions_kind_check CHECK ((kind = ANY (ARRAY['password'::text, 'sso'::text, 'key'::text, 'wall'::text])));
alter table sessions add constraint sessions_pkey PRIMARY KEY (id);
alter table sessions add constraint sessions_token_hash_key UNIQUE (token_hash);
alter table shipment_row add constraint shipment_row_pkey PRIMARY KEY (id);
alter table shipping_fees add constraint shipping_fees_amount_check CHECK ((amount >= 0));
alter table shipping_fees add constraint shipping_fees_country_fkey FOREIGN KEY (country) REFERENCES countries(code);
alter table shipping_fees add constraint shipping_fees_destination_check CHECK ((destination = ANY (ARRAY['store'::text, 'client'::text])));
alter table shipping_fees add constraint shipping_fees_pkey PRIMARY KEY (country, destination);
alter table siem_delivery add constraint siem_delivery_only_row_check CHECK (only_row);
alter table siem_delivery add constraint siem_delivery_pkey PRIMARY KEY (only_row);
alter table sign_sessions add constraint sign_sessions_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'pickup'::text])));
alter table sign_sessions add constraint sign_sessions_pkey PRIMARY KEY (id);
alter table sign_sessions add constraint sign_sessions_token_hash_key UNIQUE (token_hash);
alter table site_networks add constraint site_networks_pkey PRIMARY KEY (site_id, network);
alter table sites add constraint sites_check CHECK (((kind <> 'shop'::text) OR (warehouse_id IS NOT NULL)));
alter table sites add constraint sites_code_check CHECK ((code ~ '^[A-Z0-9]{2,8}$'::text));
alter table sites add constraint sites_code_key UNIQUE (code);
alter table sites add constraint sites_country_fkey FOREIGN KEY (country) REFERENCES countries(code);
alter table sites add constraint sites_kind_check CHECK ((kind = ANY (ARRAY['shop'::text, 'warehouse'::text, 'factory'::text])));
alter table sites add constraint sites_nav_code_key UNIQUE (nav_code);
alter table sites add constraint sites_pickups_per_slot_check CHECK (((pickups_per_slot >= 0) AND (pickups_per_slot <= 100)));
alter table sites add constraint sites_pkey PRIMARY KEY (id);
alter table sites add constraint sites_warehouse_id_fkey FOREIGN KEY (warehouse_id) REFERENCES sites(id);
alter table sso_attempts add constraint sso_attempts_pkey PRIMARY KEY (state_hash);
alter table stage_settings add constraint stage_settings_pkey PRIMARY KEY (status_id);
alter table stage_settings add constraint stage_settings_status_id_check CHECK (((status_id >= 1) AND (status_id <= 21)));
alter table stage_settings add constraint stage_settings_target_hours_check CHECK ((target_hours > 0));
alter table stage_settings add constraint stage_settings_wip_limit_check CHECK ((wip_limit > 0));
alter table stage_stays add constraint stage_stays_pkey PRIMARY KEY (item_id, began_position);
alter table status_counters add constraint status_counters_pkey PRIMARY KEY (scope_key, status, hour);
alter table streams add constraint streams_pkey PRIMARY KEY (stream_id);
alter table subject_keys add constraint subject_keys_check CHECK (((wrapped_key IS NULL) = (erased_at IS NOT NULL)));
alter table subject_keys add constraint subject_keys_pkey PRIMARY KEY (subject);
alter table unusual_review_row add constraint unusual_review_row_pkey PRIMARY KEY (id);
alter table user_credentials add constraint user_credentials_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text));
alter table user_credentials add constraint user_credentials_pkey PRIMARY KEY (user_id);
alter table user_identities add constraint user_identities_issuer_user_id_key UNIQUE (issuer, user_id);
alter table user_identities add constraint user_identities_pkey PRIMARY KEY (issuer, subject);
alter table user_identities add constraint user_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table users add constraint users_check CHECK (((user_type = 'admin'::text) = (site_id IS NULL)));
alter table users add constraint users_email_check CHECK ((email = lower(email)));
alter table users add constraint users_email_key UNIQUE (email);
alter table users add constraint users_pkey PRIMARY KEY (id);
alter table users add constraint users_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);
alter table users add constraint users_user_type_check CHECK ((user_type = ANY (ARRAY['shop'::text, 'operation'::text, 'admin'::text])));
alter table webhook_cursors add constraint webhook_cursors_pkey PRIMARY KEY (webhook_id);
alter table webhook_deliveries add constraint webhook_deliveries_pkey PRIMARY KEY (id);
alter table webhook_keys add constraint webhook_keys_pkey PRIMARY KEY (id);
alter table webhook_row add constraint webhook_row_pkey PRIMARY KEY (id);
alter table weight_intervals add constraint weight_intervals_balance CHECK ((((out_mg + scrap_mg) + loss_mg) = ((in_mg + added_mg) + difference_mg)));
alter table weight_intervals add constraint weight_intervals_pkey PRIMARY KEY (item_id, began_position);
alter table weight_intervals add constraint weight_intervals_place CHECK ((place = ANY (ARRAY['bench'::text, 'benches'::text, 'way'::text])));
alter table weight_intervals add constraint weight_intervals_verdict CHECK ((verdict = ANY (ARRAY['within'::text, 'beyond'::text, 'unjudged'::text])));
alter table worker_badges add constraint worker_badges_barcode_digest_key UNIQUE (barcode_digest);
alter table worker_badges add constraint worker_badges_pin_hash_check CHECK ((pin_hash ~~ '$argon2id$%'::text));
alter table worker_badges add constraint worker_badges_pkey PRIMARY KEY (worker_id);
alter table worker_pin_attempts add constraint worker_pin_attempts_pkey PRIMARY KEY (target);
alter table worker_role_row add constraint worker_role_row_key_key UNIQUE (key);
alter table worker_role_row add constraint worker_role_row_pkey PRIMARY KEY (id);
alter table worker_row add constraint worker_row_pkey PRIMARY KEY (id);
alter table worker_row add constraint worker_row_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

CREATE INDEX admin_changes_by_actor ON public.admin_changes USING btree (actor_id, "position" DESC);
CREATE INDEX admin_changes_by_kind ON public.admin_changes USING btree (kind, "position" DESC);
CREATE INDEX admin_changes_by_stream ON public.admin_changes USING btree (stream_id);
CREATE INDEX backup_runs_newest ON public.backup_runs USING btree (kind, ended_at DESC);
CREATE INDEX blobs_in_clear ON public.blobs USING btree (hash) WHERE (bytes IS NOT NULL);
CREATE INDEX captchas_by_end ON public.captchas USING btree (expires_at);
CREATE INDEX cities_by_province ON public.cities USING btree (province_id, name);
CREATE INDEX clearing_run_row_running ON public.clearing_run_row USING btree (id) WHERE (state = 'running'::text);
CREATE INDEX custody_spans_open ON public.custody_spans USING btree (holder_kind, holder_id, entered_position) WHERE ((left_at IS NULL) AND (holder_id IS NOT NULL));
CREATE INDEX custody_spans_past ON public.custody_spans USING gist (holder_kind, holder_id, tstzrange(entered_at, left_at)) WHERE ((left_at IS NOT NULL) AND (holder_id IS NOT NULL));
CREATE INDEX customer_progress_by_rma ON public.customer_progress USING btree (rma_id);
CREATE INDEX customer_sites_by_site ON public.customer_sites USING btree (site_id, customer_id);
CREATE INDEX customers_by_blind_email ON public.customers USING btree (email_blind);
CREATE INDEX customers_by_blind_family ON public.customers USING btree (family_blind);
CREATE INDEX customers_by_blind_name ON public.customers USING btree (name_blind);
CREATE INDEX customers_by_blind_phone ON public.customers USING btree (phone_blind);
CREATE INDEX customers_by_email ON public.customers USING btree (email_key);
CREATE INDEX customers_by_family ON public.customers USING btree (family_key);
CREATE INDEX customers_by_name ON public.customers USING btree (name_key);
CREATE INDEX customers_by_phone ON public.customers USING btree (phone_reversed);
CREATE INDEX difference_row_open ON public.difference_row USING btree (table_name, row_key) WHERE (stage = 'open'::text);
CREATE INDEX erasures_by_end ON public.erasures USING btree (COALESCE(applied_at, 'infinity'::timestamp with time zone));
CREATE INDEX export_files_age ON public.export_files USING btree (kept_at);
CREATE INDEX export_parts_by_blob ON public.export_parts USING btree (export_id, blob);
CREATE INDEX export_row_kept ON public.export_row USING btree (expires_at) WHERE (state = 'done'::text);
CREATE INDEX export_row_mine ON public.export_row USING btree (requested_by, id DESC);
CREATE INDEX export_row_unbuilt ON public.export_row USING btree (id) WHERE (state = 'requested'::text);
CREATE INDEX familiar_lines_by_age ON public.familiar_lines USING btree (last_at);
CREATE INDEX handled_commands_by_age ON public.handled_commands USING brin (recorded_at);
CREATE INDEX image_uploads_by_hash ON public.image_uploads USING btree (hash);
CREATE UNIQUE INDEX image_uploads_by_key ON public.image_uploads USING btree (person, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX image_uploads_unattached ON public.image_uploads USING btree (made_at) WHERE (attached_at IS NULL);
CREATE INDEX invoice_lines_by_certificate ON public.invoice_lines USING btree (cert_no);
CREATE INDEX invoice_lines_by_serial ON public.invoice_lines USING btree (serial_key);
CREATE INDEX invoice_lines_by_sku ON public.invoice_lines USING btree (sku);
CREATE INDEX invoices_by_key ON public.invoices USING btree (invoice_key);
CREATE INDEX invoices_by_order ON public.invoices USING btree (order_id);
CREATE INDEX item_census_by_site ON public.item_census USING gin (sites);
CREATE INDEX item_census_by_status ON public.item_census USING btree (status, entered_at);
CREATE INDEX item_census_by_store ON public.item_census USING btree (store_id, status, entered_at);
CREATE INDEX item_images_by_image ON public.item_images USING btree (image_id);
CREATE INDEX item_row_by_day ON public.item_row USING brin (created_at timestamptz_minmax_multi_ops) WITH (pages_per_range='32');
CREATE INDEX item_row_by_invoice ON public.item_row USING btree (invoice_number, sku) WHERE (invoice_number IS NOT NULL);
CREATE INDEX item_row_by_number ON public.item_row USING btree (number);
CREATE INDEX item_row_by_rma ON public.item_row USING btree (rma_id);
CREATE INDEX item_row_by_serial ON public.item_row USING btree (serial_key, created_at) WHERE (serial_key IS NOT NULL);
CREATE INDEX item_row_by_shipment ON public.item_row USING btree (shipment_id) WHERE (shipment_id IS NOT NULL);
CREATE INDEX item_row_by_status ON public.item_row USING btree (status, status_entered_at, id);
CREATE INDEX item_row_by_store ON public.item_row USING btree (store_id, status, status_entered_at, id);
CREATE INDEX item_row_closing ON public.item_row USING btree (taken_at, id) WHERE (status = 16);
CREATE INDEX item_row_escalated ON public.item_row USING btree (status_entered_at, id) WHERE call_escalated;
CREATE INDEX item_row_expected ON public.item_row USING btree (expected_latest, id);
CREATE INDEX item_row_guests ON public.item_row USING btree (collect_shop, status, status_entered_at) WHERE ((collect_shop IS NOT NULL) AND (status = ANY (ARRAY[15, 16])));
CREATE INDEX item_row_held ON public.item_row USING btree (id) WHERE (holds <> '{}'::text[]);
CREATE INDEX item_row_loans ON public.item_row USING btree (store_id, loan_due) WHERE (loan_due IS NOT NULL);
CREATE INDEX item_row_newest_of_store ON public.item_row USING btree (store_id, id);
CREATE INDEX item_row_pickups ON public.item_row USING btree (pickup_day, custody_site) WHERE (pickup_day IS NOT NULL);
CREATE INDEX item_row_replaced ON public.item_row USING btree (id) WHERE (replaced_serial_keys IS NOT NULL);
CREATE INDEX item_row_stage_clock ON public.item_row USING btree (status, stage_clock_from) WHERE ((stage_clock_from IS NOT NULL) AND (stage_paused_since IS NULL) AND (NOT stage_target_passed));
CREATE INDEX item_row_to_call ON public.item_row USING btree (store_id, status_entered_at, id) WHERE to_call;
CREATE INDEX item_row_waiver ON public.item_row USING btree (waiver, id) WHERE (waiver <> 0);
CREATE INDEX item_spans_first ON public.item_spans USING btree (store_id, true_from) INCLUDE (known_from) WHERE is_first;
CREATE INDEX item_spans_guests ON public.item_spans USING gist (collect_shop, tstzrange(true_from, true_until)) WHERE ((status = 15) AND (collect_shop = custody_site));
CREATE INDEX item_spans_held ON public.item_spans USING gist (custody_site, tstzrange(true_from, true_until)) WHERE (custody_site IS NOT NULL);
CREATE INDEX item_spans_late ON public.item_spans USING gist (tstzrange(true_until, known_until), tstzrange(known_from, known_until)) WHERE (true_until IS NOT NULL);
CREATE INDEX item_spans_open ON public.item_spans USING gist (store_id, tstzrange(true_from, true_until)) WHERE (status <> ALL (ARRAY[16, 20, 21]));
CREATE INDEX legal_hold_row_newest ON public.legal_hold_row USING btree ("position");
CREATE INDEX legal_hold_row_of_customer ON public.legal_hold_row USING btree (customer_ref);
CREATE INDEX live_tickets_by_end ON public.live_tickets USING btree (expires_at);
CREATE INDEX log_verification_row_running ON public.log_verification_row USING btree (id) WHERE (state = 'running'::text);
CREATE INDEX login_attempts_by_age ON public.login_attempts USING btree (last_at);
CREATE INDEX message_row_by_rma ON public.message_row USING btree (rma_id);
CREATE INDEX message_row_due ON public.message_row USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX message_row_received ON public.message_row USING btree (planned_at) WHERE (kind = 'received'::text);
CREATE INDEX message_row_unread ON public.message_row USING btree (rma_id, planned_at) WHERE ((kind = 'received'::text) AND (seen_at IS NULL));
CREATE INDEX nav_document_row_by_state ON public.nav_document_row USING btree (state, changed_at DESC, id DESC);
CREATE INDEX nav_document_row_changed ON public.nav_document_row USING btree (changed_at DESC, id DESC);
CREATE INDEX nav_document_row_code ON public.nav_document_row USING btree (upper(tracking_number));
CREATE INDEX nav_document_row_due ON public.nav_document_row USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX parked_events_by_stream ON public.parked_events USING btree (projection, stream_id, "position");
CREATE INDEX piece_facts_answered_now ON public.piece_facts USING btree (store_id, waiver_decided_at) WHERE ((true_until IS NULL) AND (waiver_decided_at IS NOT NULL));
CREATE INDEX piece_facts_collected ON public.piece_facts USING btree (collected_at, store_id) WHERE (collected_at IS NOT NULL);
CREATE INDEX piece_facts_collected_now ON public.piece_facts USING btree (store_id, collected_at) INCLUDE (deposited_at, ready_at, status, told_latest, factory, sku, serial_key, scope_keys, item_id, began_position) WHERE ((true_until IS NULL) AND (collected_at IS NOT NULL));
CREATE INDEX piece_facts_deposited ON public.piece_facts USING btree (deposited_at, store_id);
CREATE INDEX piece_facts_deposited_now ON public.piece_facts USING btree (store_id, deposited_at) INCLUDE (true_from, status, in_warranty, wrong_reason, factory, sku, fee_free, fee_currency, is_missing, reasons, scope_keys, item_id, began_position) WHERE (true_until IS NULL);
CREATE INDEX piece_facts_open_now ON public.piece_facts USING btree (store_id, deposited_at) INCLUDE (status, is_missing, factory, sku, scope_keys, item_id, began_position) WHERE ((true_until IS NULL) AND (status <> ALL (ARRAY[16, 20, 21])));
CREATE INDEX piece_facts_quoted ON public.piece_facts USING btree (quoted_at, store_id) WHERE (fee_fate IS NOT NULL);
CREATE INDEX piece_facts_quoted_now ON public.piece_facts USING btree (store_id, quoted_at) INCLUDE (deposited_at, status, factory, sku, fee_currency, fee_fate, fee_quoted, fee_paid, scope_keys, item_id, began_position) WHERE ((true_until IS NULL) AND (fee_fate IS NOT NULL));
CREATE INDEX piece_facts_ready ON public.piece_facts USING btree (ready_at, store_id) WHERE (ready_at IS NOT NULL);
CREATE INDEX piece_facts_ready_now ON public.piece_facts USING btree (store_id, ready_at) INCLUDE (deposited_at, collected_at, status, told_latest, factory, sku, scope_keys, item_id, began_position) WHERE ((true_until IS NULL) AND (ready_at IS NOT NULL));
CREATE INDEX piece_facts_serial ON public.piece_facts USING btree (serial_key, deposited_at) WHERE (serial_key IS NOT NULL);
CREATE INDEX piece_facts_serial_now ON public.piece_facts USING btree (serial_key, deposited_at) INCLUDE (item_id, store_id, scope_keys) WHERE ((true_until IS NULL) AND (serial_key IS NOT NULL));
CREATE INDEX piece_facts_settled_now ON public.piece_facts USING btree (store_id, deposited_at) WHERE ((true_until IS NULL) AND (settled IS NOT NULL));
CREATE INDEX privacy_export_row_kept ON public.privacy_export_row USING btree (expires_at) WHERE (state = 'done'::text);
CREATE INDEX privacy_export_row_newest ON public.privacy_export_row USING btree ("position");
CREATE INDEX privacy_export_row_of_customer ON public.privacy_export_row USING gin (customer_refs);
CREATE INDEX privacy_request_row_newest ON public.privacy_request_row USING btree ("position");
CREATE INDEX privacy_request_row_of_customer ON public.privacy_request_row USING gin (customer_refs);
CREATE INDEX privacy_request_row_waiting ON public.privacy_request_row USING btree (id DESC) WHERE (stage = ANY (ARRAY['requested'::text, 'approved'::text, 'running'::text]));
CREATE INDEX product_import_row_running ON public.product_import_row USING btree (id) WHERE (state = 'running'::text);
CREATE INDEX provinces_by_country ON public.provinces USING btree (country_id, name);
CREATE INDEX retention_run_row_newest ON public.retention_run_row USING btree ("position");
CREATE INDEX rma_row_by_customer ON public.rma_row USING btree (customer_ref);
CREATE INDEX rma_row_by_number ON public.rma_row USING btree (number);
CREATE INDEX rma_sub_reasons_by_reason ON public.rma_sub_reasons USING btree (reason_id, sort);
CREATE INDEX rule_decisions_decided ON public.rule_decisions USING btree (decided_at);
CREATE INDEX sales_orders_by_customer ON public.sales_orders USING btree (customer_id, ordered_on DESC);
CREATE INDEX sales_orders_by_key ON public.sales_orders USING btree (order_key);
CREATE UNIQUE INDEX saved_views_by_name ON public.saved_views USING btree (user_id, list, lower(name));
CREATE UNIQUE INDEX saved_views_default ON public.saved_views USING btree (user_id, list) WHERE is_default;
CREATE UNIQUE INDEX sealed_blobs_by_file ON public.sealed_blobs USING btree (file);
CREATE INDEX search_terms_by_term ON public.search_terms USING btree (term, kind, id, field);
CREATE INDEX sessions_by_end ON public.sessions USING btree (ends_at);
CREATE INDEX sessions_open_by_user ON public.sessions USING btree (user_id) WHERE (revoked_at IS NULL);
CREATE INDEX sessions_revoked ON public.sessions USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);
CREATE INDEX shipment_row_by_beginning ON public.shipment_row USING btree (tracking_key text_pattern_ops);
CREATE UNIQUE INDEX shipment_row_by_tracking ON public.shipment_row USING btree (tracking_number);
CREATE UNIQUE INDEX shipment_row_claims ON public.shipment_row USING btree (tracking_key) WHERE claims_number;
CREATE INDEX shipment_row_from_factories ON public.shipment_row USING btree (sent_at) WHERE (order_type = 2);
CREATE INDEX shipment_row_inbound ON public.shipment_row USING btree (destination, id) WHERE (destination IS NOT NULL);
CREATE INDEX shipment_row_outbound ON public.shipment_row USING btree (origin, id);
CREATE INDEX shipment_row_renumbered ON public.shipment_row USING btree (id) WHERE (cardinality(former_tracking_numbers) > 0);
CREATE INDEX sign_sessions_by_end ON public.sign_sessions USING btree (expires_at);
CREATE INDEX sso_attempts_by_end ON public.sso_attempts USING btree (expires_at);
CREATE INDEX stage_stays_arrived ON public.stage_stays USING btree (site, true_from) INCLUDE (status, true_until, move, left_by, sku, store_id, scope_keys, item_id) WHERE ((site IS NOT NULL) AND (move IS NOT NULL) AND (from_site IS DISTINCT FROM site));
CREATE INDEX stage_stays_back ON public.stage_stays USING btree (from_site, true_from) INCLUDE (from_status, status, move, left_by, true_until, sku, store_id, scope_keys, item_id) WHERE (move = ANY (ARRAY['rework'::text, 'recall'::text]));
CREATE INDEX stage_stays_done ON public.stage_stays USING btree (site, true_from) INCLUDE (true_until, move, left_by, sku, store_id, scope_keys, item_id, began_position) WHERE ((status = 13) AND (from_status <> 13));
CREATE INDEX stage_stays_gone ON public.stage_stays USING btree (from_site, from_status, true_from) INCLUDE (status, move, left_by, true_until, sku, store_id, scope_keys, item_id, began_position) WHERE ((from_site IS NOT NULL) AND (move IS NOT NULL));
CREATE INDEX stage_stays_held ON public.stage_stays USING btree (site, true_until) INCLUDE (status, true_from, sku, store_id, scope_keys, item_id) WHERE (site IS NOT NULL);
CREATE INDEX stage_stays_over ON public.stage_stays USING btree (store_id, true_until) INCLUDE (true_from, from_status, status, from_entered_at, is_first, move, left_by, sku, scope_keys, item_id);
CREATE INDEX stage_stays_standing ON public.stage_stays USING btree (site, status) INCLUDE (entered_at, sku, store_id, scope_keys, item_id) WHERE ((true_until IS NULL) AND (site IS NOT NULL));
CREATE INDEX streams_archived ON public.streams USING btree (archive, stream_id) WHERE (archive IS NOT NULL);
CREATE INDEX subject_keys_by_master_key ON public.subject_keys USING btree (subject) WHERE ((vault IS NULL) AND (wrapped_key IS NOT NULL));
CREATE INDEX unusual_review_row_of_words ON public.unusual_review_row USING btree (words_ref);
CREATE INDEX users_by_site ON public.users USING btree (site_id);
CREATE INDEX users_keys ON public.users USING btree (id) WHERE (api_key IS NOT NULL);
CREATE INDEX webhook_deliveries_at ON public.webhook_deliveries USING btree (at);
CREATE INDEX webhook_deliveries_of ON public.webhook_deliveries USING btree (webhook_id, id DESC);
CREATE INDEX weight_intervals_beyond ON public.weight_intervals USING btree (closed_at) WHERE ((weighing IS NOT NULL) AND (verdict = 'beyond'::text));
CREATE INDEX weight_intervals_closed ON public.weight_intervals USING btree (closed_at) WHERE (weighing IS NOT NULL);
CREATE INDEX weight_intervals_site ON public.weight_intervals USING btree (site, closed_at) WHERE (weighing IS NOT NULL);
CREATE INDEX weight_intervals_store ON public.weight_intervals USING btree (store_id, closed_at) WHERE (weighing IS NOT NULL);
CREATE INDEX worker_pin_attempts_by_age ON public.worker_pin_attempts USING btree (last_at);
CREATE INDEX worker_row_by_role ON public.worker_row USING btree (role_key);
CREATE INDEX worker_row_by_site_and_id ON public.worker_row USING btree (site_id, id DESC);
CREATE UNIQUE INDEX worker_row_by_work_id ON public.worker_row USING btree (work_id) WHERE active;

alter table admin_changes enable row level security, force row level security;
alter table create_counters enable row level security, force row level security;
alter table custody_spans enable row level security, force row level security;
alter table customer_progress enable row level security, force row level security;
alter table customer_sites enable row level security, force row level security;
alter table customers enable row level security, force row level security;
alter table image_uploads enable row level security, force row level security;
alter table invoice_lines enable row level security, force row level security;
alter table invoices enable row level security, force row level security;
alter table item_census enable row level security, force row level security;
alter table item_images enable row level security, force row level security;
alter table item_row enable row level security, force row level security;
alter table item_spans enable row level security, force row level security;
alter table piece_facts enable row level security, force row level security;
alter table rma_row enable row level security, force row level security;
alter table rule_decisions enable row level security, force row level security;
alter table sales_orders enable row level security, force row level security;
alter table search_terms enable row level security, force row level security;
alter table shipment_row enable row level security, force row level security;
alter table stage_stays enable row level security, force row level security;
alter table status_counters enable row level security, force row level security;
alter table weight_intervals enable row level security, force row level security;

create policy seen_by_all_scope on admin_changes for select to atelier_app using ((( SELECT app_scope_kind() AS app_scope_kind) = 'all'::text));
create policy whole_table on admin_changes for all to atelier_projector using (true) with check (true);
create policy in_scope on create_counters for select to atelier_app using ((scope_key = ( SELECT app_scope_key() AS app_scope_key)));
create policy whole_table on create_counters for all to atelier_projector using (true) with check (true);
create policy in_scope on custody_spans for select to atelier_app using (
CASE
    WHEN (( SELECT app_scope_key() AS app_scope_key) = 0) THEN true
    ELSE (EXISTS ( SELECT
       FROM item_row
      WHERE (item_row.id = custody_spans.item_id)))
END);
create policy whole_table on custody_spans for all to atelier_projector using (true) with check (true);
create policy whole_table on customer_progress for select to atelier_app using ((app_scope_key() = 0));
create policy written on customer_progress for all to atelier_projector using (true) with check (true);
create policy everything on customer_sites for all to public using ((( SELECT current_setting('app.scope_kind'::text, true) AS current_setting) = 'all'::text));
create policy own_store on customer_sites for select to public using (((( SELECT current_setting('app.scope_kind'::text, true) AS current_setting) = 'store'::text) AND (site_id = ( SELECT (NULLIF(current_setting('app.scope_site'::text, true), ''::text))::integer AS "nullif"))));
create policy everything on customers for all to public using ((( SELECT current_setting('app.scope_kind'::text, true) AS current_setting) = 'all'::text));
create policy own_store on customers for select to public using (((( SELECT current_setting('app.scope_kind'::text, true) AS current_setting) = 'store'::text) AND (EXISTS ( SELECT
   FROM customer_sites known
  WHERE (known.customer_id = customers.id)))));
create policy forgotten on image_uploads for all to atelier_projector using (true) with check (true);
create policy in_scope on image_uploads for select to atelier_app using (((( SELECT app_scope_kind() AS app_scope_kind) = 'all'::text) OR (site_id = ( SELECT app_scope_site() AS app_scope_site)) OR (EXISTS ( SELECT
   FROM item_images
  WHERE (item_images.image_id = image_uploads.image_id)))));
create policy kept_at_own_site on image_uploads for insert to atelier_app with check (((( SELECT app_scope_kind() AS app_scope_kind) = 'all'::text) OR (site_id = ( SELECT app_scope_site() AS app_scope_site))));
create policy named_at_own_site on image_uploads for update to atelier_app using (((( SELECT app_scope_kind() AS app_scope_kind) = 'all'::text) OR (site_id = ( SELECT app_scope_site() AS app_scope_site))));
create policy swept on image_uploads for delete to atelier_app using ((( SELECT app_scope_kind() AS app_scope_kind) = 'all'::text));
create policy everything on invoice_lines for all to public using ((( SELECT current_setting('app.scope_kind'::text, true) AS current_setting) = 'all'::text));
create policy own_store on invoice_lines for select to public using (((( SELECT current_setting('app.scope_kind'::text, true) AS current_setting) = 'store'::text) AND (site_id = ( SELECT (NULLIF(current_setting('app.scope_site'::text, true), ''::text))::integer AS "nullif"))));
create policy whole_table on invoice_lines for select to atelier_projector using (true);
create policy everything on invoices for all to public using ((( SELECT current_setting('app.scope_kind'::text, true) AS current_setting) = 'all'::text));
create policy own_store on invoices for select to public using (((( SELECT current_setting('app.scope_kind'::text, true) AS current_setting) = 'store'::text) AND (site_id = ( SELECT (NULLIF(current_setting('app.scope_site'::text, true), ''::text))::integer AS "nullif"))));
create policy whole_table on invoices for select to atelier_projector using (true);
create policy in_scope on item_census for select to atelier_app using (
CASE
    WHEN (( SELECT app_scope_key() AS app_scope_key) = 0) THEN true
    WHEN (( SELECT app_scope_key() AS app_scope_key) < 0) THEN (store_id = (- ( SELECT app_scope_key() AS app_scope_key)))
    ELSE (sites @> ARRAY[( SELECT app_scope_key() AS app_scope_key)])
END);
create policy whole_table on item_census for all to atelier_projector using (true) with check (true);
create policy whole_table on item_images for all to atelier_projector using (true) with check (true);
create policy with_item on item_images for select to atelier_app using ((EXISTS ( SELECT
   FROM item_row
  WHERE (item_row.id = item_images.item_id))));
create policy in_scope on item_row for select to atelier_app using (
CASE
    WHEN (scope_keys && ( SELECT app_scope_keys() AS app_scope_keys)) THEN true
    ELSE false
END);
create policy whole_table on item_row for all to atelier_projector, atelier_writer using (true) with check (true);
create policy seen_then on item_spans for select to atelier_app using (((scope_keys && ( SELECT app_scope_keys() AS app_scope_keys)) AND ((( SELECT app_scope_key() AS app_scope_key) = 0) OR (EXISTS ( SELECT
   FROM item_row
  WHERE (item_row.id = item_spans.item_id))))));
create policy whole_table on item_spans for all to atelier_projector using (true) with check (true);
create policy seen_then on piece_facts for select to atelier_app using (((scope_keys && ( SELECT app_scope_keys() AS app_scope_keys)) AND ((( SELECT app_scope_key() AS app_scope_key) = 0) OR (true_until IS NULL) OR (store_id = (- ( SELECT app_scope_key() AS app_scope_key))) OR (EXISTS ( SELECT
   FROM item_row
  WHERE (item_row.id = piece_facts.item_id))))));
create policy whole_table on piece_facts for all to atelier_projector using (true) with check (true);
create policy in_scope on rma_row for select to atelier_app using (
CASE
    WHEN (( SELECT app_scope_key() AS app_scope_key) = 0) THEN true
    WHEN (( SELECT app_scope_key() AS app_scope_key) < 0) THEN ((store_id = (- ( SELECT app_scope_key() AS app_scope_key))) OR (id IN ( SELECT item_row.rma_id
       FROM item_row
      WHERE ((item_row.collect_shop = (- ( SELECT app_scope_key() AS app_scope_key))) AND ((item_row.status = 16) OR ((item_row.status = 15) AND (item_row.custody_site = item_row.collect_shop)))))))
    WHEN (( SELECT app_scope_key() AS app_scope_key) > 0) THEN (EXISTS ( SELECT
       FROM item_row
      WHERE (item_row.rma_id = rma_row.id)))
    ELSE false
END);
create policy whole_table on rma_row for all to atelier_projector, atelier_writer using (true) with check (true);
create policy seen_by_all_scope on rule_decisions for select to atelier_app using ((( SELECT app_scope_kind() AS app_scope_kind) = 'all'::text));
create policy whole_table on rule_decisions for all to atelier_projector using (true) with check (true);
create policy everything on sales_orders for all to public using ((( SELECT current_setting('app.scope_kind'::text, true) AS current_setting) = 'all'::text));
create policy own_store on sales_orders for select to public using (((( SELECT current_setting('app.scope_kind'::text, true) AS current_setting) = 'store'::text) AND (site_id = ( SELECT (NULLIF(current_setting('app.scope_site'::text, true), ''::text))::integer AS "nullif"))));
create policy whole_table on sales_orders for select to atelier_projector using (true);
create policy whole_table on search_terms for all to atelier_projector using (true) with check (true);
create policy in_scope on shipment_row for select to atelier_app using (
CASE
    WHEN (( SELECT app_scope_key() AS app_scope_key) = 0) THEN true
    ELSE (visible_sites @> ARRAY[abs(( SELECT app_scope_key() AS app_scope_key))])
END);
create policy whole_table on shipment_row for all to atelier_projector, atelier_writer using (true) with check (true);
create policy seen_then on stage_stays for select to atelier_app using (((scope_keys && ( SELECT app_scope_keys() AS app_scope_keys)) AND ((( SELECT app_scope_key() AS app_scope_key) = 0) OR (true_until IS NULL) OR (store_id = (- ( SELECT app_scope_key() AS app_scope_key))) OR (EXISTS ( SELECT
   FROM item_row
  WHERE (item_row.id = stage_stays.item_id))))));
create policy whole_table on stage_stays for all to atelier_projector using (true) with check (true);
create policy in_scope on status_counters for select to atelier_app using (((scope_key = ( SELECT app_scope_key() AS app_scope_key)) OR ((scope_key > 1000000000) AND ((( SELECT app_scope_key() AS app_scope_key) = 0) OR ((scope_key - 1000000000) = ( SELECT app_scope_key() AS app_scope_key))))));
create policy whole_table on status_counters for all to atelier_projector using (true) with check (true);
create policy seen_then on weight_intervals for select to atelier_app using (((scope_keys && ( SELECT app_scope_keys() AS app_scope_keys)) AND ((( SELECT app_scope_key() AS app_scope_key) = 0) OR (store_id = (- ( SELECT app_scope_key() AS app_scope_key))) OR (EXISTS ( SELECT
   FROM item_row
  WHERE (item_row.id = weight_intervals.item_id))))));
create policy whole_table on weight_intervals for all to atelier_projector using (true) with check (true);

CREATE TRIGGER without_erased_customer BEFORE INSERT OR UPDATE ON public.customers FOR EACH ROW EXECUTE FUNCTION without_erased_customer();

-- function advance_horizon(OUT epoch text, OUT "position" bigint, OUT moved boolean, OUT busy boolean, OUT due boolean) security definer md5 3698ddfa54c86cd7a9d42e4e8e42f4a0
-- function app_scope_key() md5 d41d8cd98f00b204e9800998ecf8427e
-- function app_scope_keys() md5 d41d8cd98f00b204e9800998ecf8427e
-- function app_scope_kind() md5 d41d8cd98f00b204e9800998ecf8427e
-- function app_scope_site() md5 d41d8cd98f00b204e9800998ecf8427e
-- function append_events(all_streams text[], metadata jsonb, entry_ends integer[], entry_stream integer[], entry_expected integer[], event_ends integer[], event_ids uuid[], event_types text[], event_schemas integer[], event_data jsonb, row_tables text[], row_values jsonb, persons text[], keys text[], uses jsonb, named text[]) security definer md5 ebd20a16e8845fea5edb82f325cdd93b
-- function append_holders() md5 343953672ab5a3e2620c971a8de6fa4e
-- function code_key(code text) md5 d41d8cd98f00b204e9800998ecf8427e
-- function current_timeline() md5 279d6be9197bcb99debbe9de849622bb
-- function custody_held(kind text, holder bigint, moment timestamp with time zone, skipped integer, taken integer) security definer md5 dc38de8b18ed4d6800221afd1556be0d
-- function ensure_event_partitions(ahead integer) security definer md5 64404271a6469774cafeacbb052743a9
-- function erase_customer_records(ids integer[]) security definer md5 d41d8cd98f00b204e9800998ecf8427e
-- function erase_subject(person text, why text, moment timestamp with time zone) security definer md5 aeb933bc300cdf314d021155bdfca34e
-- function erased_since(moment timestamp with time zone, cap integer) security definer md5 79d009fe8a384065cf8ed66f2ad89704
-- function erasure_applied(persons text[], moment timestamp with time zone) security definer md5 d41d8cd98f00b204e9800998ecf8427e
-- function event_hash(previous_hash bytea, place bigint, moment timestamp with time zone, stream_version integer, data_version integer, id uuid, stream text, event_type text, event_data jsonb, envelope jsonb) md5 9f5d7e7686d70a6f42d52cd611b586ae
-- function event_partitions_ahead() security definer md5 d41d8cd98f00b204e9800998ecf8427e
-- function find_items(groups jsonb, cap integer, wanted_fields text[], deepest integer) security definer md5 e18c2c2623a094cffe47ebfe27163883
-- function forget_handled_commands(before timestamp with time zone, most integer) security definer md5 d4de22849c105b099e79db086c40b314
-- function guest_items_at(moment timestamp with time zone, known timestamp with time zone) security definer md5 3674555ca84a7e5e627ddbd0a3b3a4db
-- function held_items_at(holder integer, moment timestamp with time zone, known timestamp with time zone, skipped integer, taken integer) security definer md5 9840977b82e2ab98bca461b876804b1b
-- function inline_upsert_clearing_run_row(records text[], versions integer[], positions bigint[]) md5 0c339d791743e7e9556c39d91e7e4357
-- function inline_upsert_difference_row(records text[], versions integer[], positions bigint[]) md5 8e4de3ba53745c52d77734c76d471b04
-- function inline_upsert_export_row(records text[], versions integer[], positions bigint[]) md5 42f75749f5c237c5e46904441c484244
-- function inline_upsert_item_row(records text[], versions integer[], positions bigint[]) md5 fe1e09b31728041f7aa8dac9565f3f5e
-- function inline_upsert_legal_hold_row(records text[], versions integer[], positions bigint[]) md5 004e56637f6ba177c176afc4abdead52
-- function inline_upsert_log_verification_row(records text[], versions integer[], positions bigint[]) md5 75b98f8ea9c6975561520b1044870d09
-- function inline_upsert_message_row(records text[], versions integer[], positions bigint[]) md5 07f18ede4a5423d3ed904660c142dcfc
-- function inline_upsert_nav_document_row(records text[], versions integer[], positions bigint[]) md5 e86daea8ef2ebd8691f081260a74b24e
-- function inline_upsert_privacy_export_row(records text[], versions integer[], positions bigint[]) md5 ddf7f0a2a7fba7db080c8425920649eb
-- function inline_upsert_privacy_request_row(records text[], versions integer[], positions bigint[]) md5 0de7bedccd3636b9739ffa0faf508127
-- function inline_upsert_product_import_row(records text[], versions integer[], positions bigint[]) md5 07deb97207f24663251f3d91553ad610
-- function inline_upsert_retention_run_row(records text[], versions integer[], positions bigint[]) md5 9a9bb8d7d45e0ae3165e701b02f764e4
-- function inline_upsert_retention_schedule_row(records text[], versions integer[], positions bigint[]) md5 b4098eea893349a90c55586a3e3bb21c
-- function inline_upsert_rma_reasons(records text[], versions integer[], positions bigint[]) md5 6bd6e545312ce0e6bc1877078a8b5cec
-- function inline_upsert_rma_row(records text[], versions integer[], positions bigint[]) md5 537cca240abd991d17aa430facf9fcd2
-- function inline_upsert_rma_sub_reasons(records text[], versions integer[], positions bigint[]) md5 c98b862dcfaf3434337cbe2dd77265da
-- function inline_upsert_roles(records text[], versions integer[], positions bigint[]) md5 c5fb3271c9de5d68420bd3a218ffe845
-- function inline_upsert_shipment_row(records text[], versions integer[], positions bigint[]) md5 b9538391b89ad1852a6faee8b57498a6
-- function inline_upsert_unusual_review_row(records text[], versions integer[], positions bigint[]) md5 cf1f272825d6655dc9a3f82b1a144589
-- function inline_upsert_users(records text[], versions integer[], positions bigint[]) md5 1eb5b1a533084ee52dc34702ed0d8caf
-- function inline_upsert_webhook_row(records text[], versions integer[], positions bigint[]) md5 29520203567d9f169e22e623bb306e5c
-- function inline_upsert_worker_role_row(records text[], versions integer[], positions bigint[]) md5 7596d83e46feefe45d4fbf5f285fb3a5
-- function inline_upsert_worker_row(records text[], versions integer[], positions bigint[]) md5 ad0071d3f282a1a4d7432ef3debf0490
-- function items_of_my_site() security definer md5 61d2f6a663ef489b7a7b465b1f699409
-- function join_timeline() security definer md5 9c9ac582c72967ec13f084d10016b271
-- function keep_unarchived_events(lower_bound bigint) md5 86cadfe90840db9c7925faaed25dd111
-- function make_event_partition(lower_bound bigint, upper_bound bigint) md5 1910879b5b7dcf64ca0e1edf1ad0fc66
-- function make_inline_type(name text) md5 78367f6a77cc6b86a92b3bcccd724e88
-- function make_inline_upsert(name text) md5 31b671921c7f2ff4a989e3b32b9c7f77
-- function make_next_event_partition(ahead integer) security definer md5 8865a440a5b3f98485a915195b1d5218
-- function open_items_at(moment timestamp with time zone, known timestamp with time zone) security definer md5 81837d7d2a845d8a889b6c0d58486dff
-- function protect_table(name text, visible text) md5 d5b1a367a2ed52d06c7664f2bd34c423
-- function purchase_record(invoice text, piece text, order_id text, order_no text, OUT because text, OUT purchase_date date) security definer md5 ae31a72d473d755fde49deaeae61a9fc
-- function read_log(after bigint, max_events integer, of_types text[]) md5 962adf2186da0f0498123063245628bd
-- function read_streams(stream_ids text[], of_types text[]) md5 d3a8cd4dabbffe574b5757ba5bfdcd11
-- function rebuild_index(names text[]) md5 cf0692281e887381d36c0775c859d3c1
-- function rebuild_prepare(names text[]) md5 05b44c893b1fa4963e030ae24fdebc8e
-- function rebuild_swap(names text[]) md5 7584ec7d6a169cd547b92c4a30ca553c
-- function refresh_inline_tables() md5 a9a402d9f0fce67c377c3d8004e7bd55
-- function register_inline_table(name text) md5 3c09002fc726529cc027b3ff6d9ef855
-- function release_clear_blobs() security definer md5 508c521a2d3e65b2b4709628f71a404e
-- function renew_epoch(backup text, asked_for timestamp with time zone) security definer md5 026ce092d5328e32cdc7019594ab9067
-- function renew_epoch_of(known uuid) security definer md5 0dc51395bd2ccd543e7b6b1302e46726
-- function rewrap_keys(subjects text[], old_keys bytea[], new_keys bytea[], made_by text) security definer md5 057779a2d472fc2b9ebe69c3cedfb56b
-- function swap_event_partition(lower_bound bigint) md5 14c02e68f38e6d1ce68db75966e5391a
-- function thin_horizon_marks(before timestamp with time zone, most integer) security definer md5 06836d90677511fa8dfc6cce56d76219
-- function without_erased_customer() security definer md5 1d2b9756af98ed9ee5ed98581d3ef457
-- function write_inline_records(target text, records text[], versions integer[], positions bigint[]) md5 bf7b4396c16835a55c5e6271605ff516
-- function write_inline_rows(target text, new_rows jsonb) md5 77d3e82923c0a25cf973b163ae5289e6
-- function write_inline_rows(target text, new_rows jsonb, places integer[], versions integer[], positions bigint[]) md5 0eb594f6c03db54f36425b697e62a5e9

grant select on admin_changes to atelier_app;
grant delete, insert, select, truncate, update on admin_changes to atelier_projector;
grant select on backup_runs to atelier_app;
grant select on backup_runs to atelier_projector;
grant select on backup_state to atelier_app;
grant select on backup_state to atelier_projector;
grant delete, insert, select on blobs to atelier_app;
grant delete, insert, select, update on captchas to atelier_app;
grant insert, select, update on carriers to atelier_app;
grant select on carriers to atelier_projector;
grant insert, select, update on certificates to atelier_app;
grant select on certificates to atelier_projector;
grant insert, select, update on cities to atelier_app;
grant select on cities to atelier_projector;
grant select on clear_blobs to atelier_app;
grant select on clear_blobs to atelier_projector;
grant select on clearing_run_row to atelier_app;
grant delete, insert, select, truncate, update on clearing_run_row to atelier_projector;
grant insert, select, update on clearing_run_row to atelier_writer;
grant select on consistency_progress to atelier_app;
grant select, update on consistency_progress to atelier_projector;
grant insert, select, update on countries to atelier_app;
grant select on countries to atelier_projector;
grant select on create_counters to atelier_app;
grant delete, insert, select, truncate, update on create_counters to atelier_projector;
grant select on custody_spans to atelier_app;
grant delete, insert, select, truncate, update on custody_spans to atelier_projector;
grant select on customer_progress to atelier_app;
grant delete, insert, select, truncate, update on customer_progress to atelier_projector;
grant insert, select on customer_sites to atelier_app;
grant select on customer_sites to atelier_projector;
grant insert, select, update on customers to atelier_app;
grant select, update on customers to atelier_projector;
grant select on difference_row to atelier_app;
grant delete, insert, select, truncate, update on difference_row to atelier_projector;
grant insert, select, update on difference_row to atelier_writer;
grant select on erasures to atelier_app;
grant select on erasures to atelier_projector;
grant insert, select, update on erasures to atelier_writer;
grant select on event_archives to atelier_app;
grant select on event_archives to atelier_projector;
grant select on event_archives to atelier_writer;
grant select on event_partitioning to atelier_writer;
grant select on event_partitions to atelier_app;
grant select on event_partitions to atelier_projector;
grant select on event_partitions to atelier_writer;
grant select on event_types to atelier_app;
grant select on event_types to atelier_projector;
grant insert, select on event_types to atelier_writer;
grant select on events to atelier_app;
grant select on events to atelier_projector;
grant insert, select on events to atelier_writer;
grant delete, insert, select, update on export_files to atelier_app;
grant delete, insert, select on export_parts to atelier_app;
grant delete, insert, select, update on export_progress to atelier_app;
grant select on export_row to atelier_app;
grant delete, insert, select, truncate, update on export_row to atelier_projector;
grant insert, select, update on export_row to atelier_writer;
grant delete, insert, select, update on familiar_lines to atelier_app;
grant select on handled_commands to atelier_app;
grant select on handled_commands to atelier_projector;
grant insert, select, update on handled_commands to atelier_writer;
grant select on horizon_marks to atelier_app;
grant select on horizon_marks to atelier_projector;
grant insert, select on horizon_marks to atelier_writer;
grant delete, insert, select on image_uploads to atelier_app;
grant select on image_uploads to atelier_projector;
grant select on inline_tables to atelier_app;
grant select on inline_tables to atelier_projector;
grant select on inline_tables to atelier_writer;
grant insert, select, update on installed_settings to atelier_app;
grant insert, select, update on invoice_lines to atelier_app;
grant select on invoice_lines to atelier_projector;
grant insert, select, update on invoices to atelier_app;
grant select on invoices to atelier_projector;
grant select on item_census to atelier_app;
grant delete, insert, select, truncate, update on item_census to atelier_projector;
grant select on item_images to atelier_app;
grant delete, insert, select, truncate, update on item_images to atelier_projector;
grant select on item_row to atelier_app;
grant delete, insert, select, truncate, update on item_row to atelier_projector;
grant insert, select, update on item_row to atelier_writer;
grant select on item_spans to atelier_app;
grant delete, insert, select, truncate, update on item_spans to atelier_projector;
grant insert, select on key_vault to atelier_app;
grant insert, select on key_vault to atelier_projector;
grant insert, select, update on languages to atelier_app;
grant select on languages to atelier_projector;
grant select on legal_hold_row to atelier_app;
grant delete, insert, select, truncate, update on legal_hold_row to atelier_projector;
grant insert, select, update on legal_hold_row to atelier_writer;
grant delete, insert, select, update on live_tickets to atelier_app;
grant select on log_checkpoints to atelier_app;
grant insert, select on log_checkpoints to atelier_projector;
grant insert, select on log_cosignatures to atelier_app;
grant select on log_cosignatures to atelier_projector;
grant select on log_entry_parts to atelier_app;
grant insert, select on log_entry_parts to atelier_projector;
grant select on log_horizon to atelier_app;
grant select on log_horizon to atelier_projector;
grant select, update on log_horizon to atelier_writer;
grant select on log_keys to atelier_app;
grant insert, select on log_keys to atelier_projector;
grant delete, insert, select on log_signatures to atelier_app;
grant select on log_signatures to atelier_projector;
grant select on log_tile_parts to atelier_app;
grant insert, select on log_tile_parts to atelier_projector;
grant insert, select, update on log_verification_progress to atelier_app;
grant select on log_verification_row to atelier_app;
grant delete, insert, select, truncate, update on log_verification_row to atelier_projector;
grant insert, select, update on log_verification_row to atelier_writer;
grant delete, insert, select, update on login_attempts to atelier_app;
grant select on message_row to atelier_app;
grant delete, insert, select, truncate, update on message_row to atelier_projector;
grant insert, select, update on message_row to atelier_writer;
grant delete, insert, select, update on nav_circuits to atelier_app;
grant select on nav_document_row to atelier_app;
grant delete, insert, select, truncate, update on nav_document_row to atelier_projector;
grant insert, select, update on nav_document_row to atelier_writer;
grant select on nav_since to atelier_app;
grant select on nav_since to atelier_projector;
grant select on parked_events to atelier_app;
grant delete, insert, select, update on parked_events to atelier_projector;
grant select on piece_facts to atelier_app;
grant delete, insert, select, truncate, update on piece_facts to atelier_projector;
grant insert, select, update on policy_checkpoints to atelier_app;
grant delete, insert, select on policy_parked_events to atelier_app;
grant select on policy_parked_events to atelier_projector;
grant insert, select, update on prices to atelier_app;
grant select on prices to atelier_projector;
grant select on privacy_export_row to atelier_app;
grant delete, insert, select, truncate, update on privacy_export_row to atelier_projector;
grant insert, select, update on privacy_export_row to atelier_writer;
grant select on privacy_request_row to atelier_app;
grant delete, insert, select, truncate, update on privacy_request_row to atelier_projector;
grant insert, select, update on privacy_request_row to atelier_writer;
grant select on product_import_row to atelier_app;
grant delete, insert, select, truncate, update on product_import_row to atelier_projector;
grant insert, select, update on product_import_row to atelier_writer;
grant insert, select, update on products to atelier_app;
grant select on products to atelier_projector;
grant select on projection_checkpoints to atelier_app;
grant delete, insert, select, update on projection_checkpoints to atelier_projector;
grant delete, insert, select, update on projection_rebuilds to atelier_projector;
grant select on projection_runners to atelier_app;
grant delete, insert, select, update on projection_runners to atelier_projector;
grant insert, select, update on provinces to atelier_app;
grant select on provinces to atelier_projector;
grant insert, select, update on reject_reasons to atelier_app;
grant select on reject_reasons to atelier_projector;
grant insert, select, update on repair_fees to atelier_app;
grant select on repair_fees to atelier_projector;
grant select on restores to atelier_app;
grant select on restores to atelier_projector;
grant select on retention_run_row to atelier_app;
grant delete, insert, select, truncate, update on retention_run_row to atelier_projector;
grant insert, select, update on retention_run_row to atelier_writer;
grant select on retention_schedule_row to atelier_app;
grant delete, insert, select, truncate, update on retention_schedule_row to atelier_projector;
grant insert, select, update on retention_schedule_row to atelier_writer;
grant insert, select, update on rma_reasons to atelier_app;
grant select on rma_reasons to atelier_projector;
grant insert, select, update on rma_reasons to atelier_writer;
grant select on rma_row to atelier_app;
grant delete, insert, select, truncate, update on rma_row to atelier_projector;
grant insert, select, update on rma_row to atelier_writer;
grant insert, select, update on rma_sub_reasons to atelier_app;
grant select on rma_sub_reasons to atelier_projector;
grant insert, select, update on rma_sub_reasons to atelier_writer;
grant select on roles to atelier_app;
grant delete, insert, select, update on roles to atelier_projector;
grant insert, select, update on roles to atelier_writer;
grant select on rule_decisions to atelier_app;
grant delete, insert, select, truncate, update on rule_decisions to atelier_projector;
grant insert, select, update on sales_orders to atelier_app;
grant select on sales_orders to atelier_projector;
grant delete, insert, select, update on saved_views to atelier_app;
grant delete, insert, select on sealed_blobs to atelier_app;
grant delete, insert, select, truncate, update on search_terms to atelier_projector;
grant delete, insert, select, update on second_factors to atelier_app;
grant select on second_factors to atelier_projector;
grant delete, insert, select, update on sessions to atelier_app;
grant select on sessions to atelier_projector;
grant select on shipment_row to atelier_app;
grant delete, insert, select, truncate, update on shipment_row to atelier_projector;
grant insert, select, update on shipment_row to atelier_writer;
grant insert, select, update on shipping_fees to atelier_app;
grant select on shipping_fees to atelier_projector;
grant insert, select, update on siem_delivery to atelier_app;
grant select on siem_delivery to atelier_projector;
grant delete, insert, select, update on sign_sessions to atelier_app;
grant delete, insert, select, update on site_networks to atelier_app;
grant insert, select, update on sites to atelier_app;
grant select on sites to atelier_projector;
grant delete, insert, select on sso_attempts to atelier_app;
grant select on stage_settings to atelier_app;
grant select on stage_settings to atelier_projector;
grant select on stage_stays to atelier_app;
grant delete, insert, select, truncate, update on stage_stays to atelier_projector;
grant select on status_counters to atelier_app;
grant delete, insert, select, truncate, update on status_counters to atelier_projector;
grant select on streams to atelier_app;
grant select on streams to atelier_projector;
grant insert, select, update on streams to atelier_writer;
grant insert, select on subject_keys to atelier_app;
grant insert, select on subject_keys to atelier_projector;
grant insert, select, update on subject_keys to atelier_writer;
grant select on unusual_review_row to atelier_app;
grant delete, insert, select, truncate, update on unusual_review_row to atelier_projector;
grant insert, select, update on unusual_review_row to atelier_writer;
grant delete, insert, select, update on user_credentials to atelier_app;
grant select on user_credentials to atelier_projector;
grant delete, insert, select on user_identities to atelier_app;
grant select on user_identities to atelier_projector;
grant select on users to atelier_app;
grant delete, insert, select, update on users to atelier_projector;
grant insert, select, update on users to atelier_writer;
grant insert, select, update on webhook_cursors to atelier_app;
grant select on webhook_cursors to atelier_projector;
grant delete, insert, select on webhook_deliveries to atelier_app;
grant select on webhook_deliveries to atelier_projector;
grant delete, insert, select on webhook_keys to atelier_app;
grant select, update on webhook_keys to atelier_projector;
grant select on webhook_row to atelier_app;
grant delete, insert, select, truncate, update on webhook_row to atelier_projector;
grant insert, select, update on webhook_row to atelier_writer;
grant select on weight_intervals to atelier_app;
grant delete, insert, select, truncate, update on weight_intervals to atelier_projector;
grant delete, insert, select, update on worker_badges to atelier_app;
grant select on worker_badges to atelier_projector;
grant delete, insert, select, update on worker_pin_attempts to atelier_app;
grant select on worker_role_row to atelier_app;
grant delete, insert, select, update on worker_role_row to atelier_projector;
grant insert, select, update on worker_role_row to atelier_writer;
grant select on worker_row to atelier_app;
grant delete, insert, select, update on worker_row to atelier_projector;
grant insert, select, update on worker_row to atelier_writer;
