import { anyEvent, anyRow, pick, type Tampering } from './tamperer.ts';

const CHANGES = [
  `data = data || '{"added": true}'`,
  `data = jsonb_set(data, '{at}', '"2020-01-01T00:00:00.000Z"')`,
  `metadata = jsonb_set(metadata, '{actor,id}', '99')`,
  `type = type || 'Not'`,
  'schema_version = schema_version + 1',
  'event_id = gen_random_uuid()',
  `recorded_at = recorded_at + interval '1 microsecond'`,
  'hash = set_byte(hash, 7, get_byte(hash, 7) # 16)',
];

export const changed: Tampering = async (by) => {
  const { position } = await anyEvent(by);
  await by.client.query(`update events set ${pick(by, CHANGES)} where position = ${position}`);
  return [`position ${position}`];
};

export const removed: Tampering = async (by) => {
  const { position, stream_id: stream } = await anyEvent(by);
  await by.client.query(`delete from events where position = ${position}`);
  return [`position ${position}`, String(stream)];
};

/** An event that never was, at a position that nothing holds, also below the first. */
export const added: Tampering = async (by) => {
  const { position, stream_id: stream } = await anyEvent(by);
  const { rows } = await by.client.query<{ free: string }>(
    `select p::text as free from generate_series(-3, (select max(position) from events)) p
      where not exists (select from events where position = p) order by random() limit 1`,
  );
  const free = rows[0]?.free ?? '-1';
  if (Number(free) < 1) await by.client.query(`alter table events disable trigger all`);
  await by.client.query(
    `insert into events select ${free}, recorded_at, version + 500, schema_version, gen_random_uuid(), stream_id, type, data, metadata, hash
       from events where position = ${position}`,
  );
  return [`position ${free}`, String(stream)];
};

/** A value of an event changed, and every hash of its stream made again to fit. */
export const rechained: Tampering = async (by) => {
  const { position, stream_id: stream } = await anyEvent(by);
  await by.client.query(`update events set data = data || '{"forged": 1}' where position = ${position}`);
  await by.client.query(`
    do $$ declare e record; held bytea := ''; begin
      for e in select * from events where stream_id = '${stream}' order by version loop
        held := event_hash(held, e.position, e.recorded_at, e.version, e.schema_version, e.event_id, e.stream_id, e.type, e.data, e.metadata);
        update events set hash = held where position = e.position;
      end loop;
      update streams set last_hash = held where stream_id = '${stream}';
    end $$`);
  return [`position ${position}`];
};

/** The function that hashes events answers what is stored, and an event is changed. */
export const lyingFunction: Tampering = async (by) => {
  await by.client
    .query(`create or replace function event_hash(previous_hash bytea, place bigint, moment timestamptz, stream_version integer,
    data_version integer, id uuid, stream text, event_type text, event_data jsonb, envelope jsonb) returns bytea language sql
    as 'select hash from public.events where position = place'`);
  const { position } = await anyEvent(by);
  await by.client.query(`update events set data = data || '{"forged": 1}' where position = ${position}`);
  return [`position ${position}`];
};

const READ = ['events', 'log_tile_parts', 'log_checkpoints', 'streams', 'log_entry_parts'];

/** Another table's rows stand where a table is read: a view of its name. */
export const viewInPlace: Tampering = async (by) => {
  const table = pick(by, READ);
  await by.client.query(`alter table ${table} rename to ${table}_true`);
  await by.client.query(`create view ${table} as select * from ${table}_true`);
  await by.client.query(`grant select on ${table} to public`);
  return [table];
};

/** Events that are gone, with their stream said to lie in an archive. */
export const saidArchived: Tampering = async (by) => {
  const { stream_id: stream } = await anyEvent(by);
  const { name } = await anyRow(by, 'select name from event_archives');
  await by.client.query('delete from events where stream_id = $1', [stream]);
  await by.client.query('update streams set archive = $1, version = -version where stream_id = $2', [
    name,
    stream,
  ]);
  return [String(stream), 'archive', String(name)];
};

/** An archive that never was, for the streams of it. */
export const forgedArchive: Tampering = async (by) => {
  const { name } = await anyRow(by, 'select name from event_archives');
  const column = pick(by, ['sha256', 'events']);
  await by.client.query(
    column === 'events'
      ? 'update event_archives set events = events + 1 where name = $1'
      : `update event_archives set sha256 = sha256('other') where name = $1`,
    [name],
  );
  return ['archive', String(name)];
};

export const horizonMoved: Tampering = async (by) => {
  const steps = 1 + Math.floor(by.random() * 30);
  await by.client.query(`update log_horizon set position = position - ${steps}`);
  return ['horizon'];
};

export const checkpointMoved: Tampering = async (by) => {
  const { size } = await anyRow(by, 'select size::text from log_checkpoints');
  const steps = pick(by, [-3, -1, 1, 2, 5]);
  await by.client.query(
    pick(by, [
      `update log_checkpoints set position = position + ${steps} where size = ${size}`,
      `update log_checkpoints set root = sha256(root) where size = ${size}`,
      `update log_checkpoints set note = replace(note, '— ', '— x') where size = ${size}`,
    ]),
  );
  return ['checkpoint', `size ${size}`];
};

export const treeChanged: Tampering = async (by) => {
  const { level, tile } = await anyRow(by, 'select level::text, tile::text from log_tile_parts');
  await by.client.query(
    pick(by, [
      `update log_tile_parts set hashes = set_byte(hashes, 3, get_byte(hashes, 3) # 8) where level = ${level} and tile = ${tile}`,
      `delete from log_tile_parts where level = ${level} and tile = ${tile}`,
    ]),
  );
  return ['tree', 'tile', `position`];
};

export const keysOfTheLog: Tampering = async (by) => {
  await by.client.query(
    pick(by, [
      `update log_keys set verifier_key = reverse(verifier_key)`,
      `update log_keys set verifier_key = replace(verifier_key, '+', '+0')`,
      `insert into log_keys (verifier_key) values ('other+11111111+AAAA')`,
      'delete from log_keys',
    ]),
  );
  return ['key'];
};
