import { anyRow, pick, type Tampering } from './tamperer.ts';

const PICTURES = `select image_id, encode(hash, 'hex') as hash from image_uploads`;

/** Another picture's hash, other bytes, or no row. */
export const pictures: Tampering = async (by) => {
  await by.client.query('alter table image_uploads drop constraint if exists image_uploads_hash_fkey');
  const { image_id: id, hash } = await anyRow(by, PICTURES);
  const change = pick(by, [
    `update image_uploads set hash = sha256('other') where image_id = '${id}'`,
    `delete from image_uploads where image_id = '${id}'`,
    `delete from sealed_blobs where hash = decode('${hash}', 'hex');
     update blobs set bytes = 'other' where hash = decode('${hash}', 'hex')`,
    `delete from blobs where hash = decode('${hash}', 'hex')`,
  ]);
  await by.client.query(change);
  return ['file'];
};

export const keysOfPersons: Tampering = async (by) => {
  const { subject } = await anyRow(
    by,
    // Of a person in archives alone the ledger says whether they were erased: what is written there by hand is not found.
    `select customer_ref as subject from rma_row r join streams s on s.stream_id = 'rma-' || r.id and s.archive is null`,
  );
  const { other } = await anyRow(
    by,
    `select subject as other from subject_keys where subject <> '${subject}'`,
  );
  await by.client.query(
    pick(by, [
      `update subject_keys set wrapped_key = (select wrapped_key from subject_keys where subject = '${other}') where subject = '${subject}'`,
      `update subject_keys set wrapped_key = null, erased_at = now() where subject = '${subject}'`,
      `delete from subject_keys where subject = '${subject}'`,
      `insert into erasures (subject, reason, erased_at, applied_at) values ('${subject}', '-', now(), now());
       update subject_keys set wrapped_key = null, erased_at = now() where subject = '${subject}'`,
    ]),
  );
  return [`subject=${subject}`];
};

const CREDENTIALS: readonly (readonly [change: string, table: string])[] = [
  [`update user_credentials set password_hash = '$argon2id$other'`, 'user_credentials'],
  [
    `insert into user_credentials (user_id, password_hash, changed_at) values (99, '$argon2id$x', now())`,
    'user_credentials',
  ],
  [`delete from user_credentials`, 'user_credentials'],
  [`update worker_badges set barcode_digest = md5(barcode_digest)`, 'worker_badges'],
  [`delete from second_factors`, 'second_factors'],
  [`update second_factors set secret = 'other'`, 'second_factors'],
  [`update sessions set token_hash = sha256('mine')`, 'sessions'],
  [
    `insert into sessions (id, token_hash, user_id, kind, rights, created_at, last_seen_at, ends_at)
      values (gen_random_uuid(), sha256('x'), 7, 'password', '', now(), now(), now() + interval '1 hour')`,
    'sessions',
  ],
];

export const credentials: Tampering = async (by) => {
  const [change, table] = pick(by, CREDENTIALS);
  await by.client.query(change);
  return [table];
};

const REFERENCE: readonly (readonly [change: string, table: string])[] = [
  ['update prices set amount = amount - 1 where sku = (select min(sku) from prices)', 'prices'],
  [`update sites set address = 'elsewhere' where id = (select min(id) from sites)`, 'sites'],
  [
    'update customers set home_site_id = 2 where id = (select min(id) from customers where home_site_id <> 2)',
    'customers',
  ],
  ['insert into customer_sites select id, 1 from customers on conflict do nothing', 'customer_sites'],
  ['update repair_fees set amount = 1', 'repair_fees'],
  [`delete from prices where currency = 'JPY'`, 'prices'],
  [`update rma_sub_reasons set is_under_warranty = not is_under_warranty`, 'rma_sub_reasons'],
  [`update products set name = '{}'`, 'products'],
];

export const reference: Tampering = async (by) => {
  const [change, table] = pick(by, REFERENCE);
  await by.client.query(`set app.scope_kind = 'all'`);
  await by.client.query(change);
  return [table];
};

const ROWS: readonly (readonly [change: string, table: string])[] = [
  ['update item_row set status = status + 1 where id = (select max(id) from item_row)', 'item_row'],
  [`update rma_row set number = 'X' where id = (select max(id) from rma_row)`, 'rma_row'],
  ['delete from item_census where item_id = (select max(item_id) from item_census)', 'item_census'],
  ['delete from custody_spans', 'custody_spans'],
  [`update users set site_id = 31 - coalesce(site_id, 0) where id = 7`, 'users'],
  ['update status_counters set total = total + 1', 'status_counters'],
];

export const readModels: Tampering = async (by) => {
  const [change, table] = pick(by, ROWS);
  await by.client.query(change);
  return [table];
};
