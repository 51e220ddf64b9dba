import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { LogFault } from './fault-list.ts';
import { sealIn } from './seal-log.ts';
import { type SignerKey, signerKey } from './signed-note.ts';

/** One event as an attacker with all rights finds it. */
interface Target {
  readonly position: number;
  readonly stream_id: string;
  readonly version: number;
}

/** What a verification must say of a tampering. */
export interface Expected {
  /** Each of these positions or streams must be named by a fault. */
  readonly positions?: readonly number[];
  readonly streams?: readonly string[];
  /** A column that a fault at the first position must name. */
  readonly field?: string;
  /** Faults of other kinds than an event's. */
  readonly kinds?: readonly LogFault['kind'][];
}

export interface Tamperer {
  /** A superuser in a transaction that is undone after the verification. */
  readonly client: PoolClient;
  /** A number from 0 to below 1; the same for the same seed. */
  readonly random: () => number;
}

export type Tampering = (by: Tamperer) => Promise<Expected>;

async function sealedEvents({ client }: Tamperer): Promise<readonly Target[]> {
  const { rows } = await client.query<Target>(
    `select position, stream_id, version from events
      where position <= (select max(position) from log_checkpoints) order by position`,
  );
  return rows;
}

async function anyEvent(by: Tamperer, fits: (event: Target) => boolean = () => true): Promise<Target> {
  const events = (await sealedEvents(by)).filter(fits);
  const found = events[Math.floor(by.random() * events.length)];
  if (found === undefined) throw new Error('no event to tamper with');
  return found;
}

const FLIPS: readonly (readonly [string, string])[] = [
  ['data', `data = jsonb_set(data, '{name}', to_jsonb(random()::text))`],
  ['data', `data = data || '{"added": true}'`],
  ['metadata', `metadata = jsonb_set(metadata, '{actor,id}', '99')`],
  ['type', `type = case type when 'ThingMade' then 'ThingMoved' else 'ThingMade' end`],
  ['schema_version', 'schema_version = schema_version + 1'],
  ['event_id', 'event_id = gen_random_uuid()'],
  ['recorded_at', `recorded_at = recorded_at + interval '1 microsecond'`],
  ['version', 'version = version + 1000'],
  ['stream_id', `stream_id = 'thing-of-nobody'`],
  ['hash', 'hash = set_byte(hash, 7, get_byte(hash, 7) # 16)'],
];

/** One column of one event. */
const flip: Tampering = async (by) => {
  const [field, change] = FLIPS[Math.floor(by.random() * FLIPS.length)] ?? ['', ''];
  const { position } = await anyEvent(by);
  await by.client.query(`update events set ${change} where position = $1`, [position]);
  return { positions: [position], field };
};

const remove: Tampering = async (by) => {
  const { position } = await anyEvent(by);
  await by.client.query('delete from events where position = $1', [position]);
  return { positions: [position] };
};

/** The newest event of a stream, with the stream's row set back to the one before. */
const cutEnd: Tampering = async (by) => {
  const { stream_id: stream } = await anyEvent(by, ({ version }) => version > 1);
  const { rows } = await by.client.query<Target>(
    'delete from events where stream_id = $1 and version = (select version from streams where stream_id = $1) returning *',
    [stream],
  );
  await setStreamBack(by, stream);
  return { positions: rows.map(({ position }) => position) };
};

async function setStreamBack({ client }: Tamperer, stream: string): Promise<void> {
  await client.query(
    `update streams s set version = e.version, last_position = e.position, last_hash = e.hash
       from (select * from events where stream_id = $1 order by version desc limit 1) e where s.stream_id = $1`,
    [stream],
  );
}

/** A whole stream with its row. */
const removeStream: Tampering = async (by) => {
  const { stream_id: stream } = await anyEvent(by);
  const { rows } = await by.client.query<Target>('delete from events where stream_id = $1 returning *', [
    stream,
  ]);
  await by.client.query('delete from streams where stream_id = $1', [stream]);
  return { positions: rows.map(({ position }) => position) };
};

/** A forged stream with valid hashes, at a position that was left out. */
const insert: Tampering = async (by) => {
  const events = await sealedEvents(by);
  const gaps = events.filter(({ position }, n) => n > 0 && (events[n - 1]?.position ?? 0) < position - 1);
  const gap = gaps[Math.floor(by.random() * gaps.length)];
  if (gap === undefined) throw new Error('the log has no gap');
  const position = gap.position - 1;
  const id = `thing-forged-${position}`;
  await by.client.query(
    `with made as (
       select $1::bigint as place, now() as at, gen_random_uuid() as id, '{"name": "gold"}'::jsonb as data, '{"actor": {"id": 1}}'::jsonb as meta
     ), written as (
       insert into events (position, recorded_at, version, schema_version, event_id, stream_id, type, data, metadata, hash)
       select place, at, 1, 1, id, $2, 'ThingMade', data, meta, event_hash('', place, at, 1, 1, id, $2, 'ThingMade', data, meta) from made
       returning *
     ) insert into streams (stream_id, version, first_position, last_position, last_hash)
       select stream_id, 1, position, position, hash from written`,
    [position, id],
  );
  return { positions: [position], streams: [id] };
};

/** Two events in each other's place. */
const swap: Tampering = async (by) => {
  const first = await anyEvent(by);
  const second = await anyEvent(by, ({ position }) => position !== first.position);
  const move = 'update events set position = $2 where position = $1';
  await by.client.query(move, [first.position, -1]);
  await by.client.query(move, [second.position, first.position]);
  await by.client.query(move, [-1, second.position]);
  return { positions: [first.position, second.position] };
};

/** Everything from a position on, streams set back, so that the log looks younger. */
async function cutLog(by: Tamperer, from: number): Promise<readonly number[]> {
  const { rows } = await by.client.query<Target>('delete from events where position >= $1 returning *', [
    from,
  ]);
  await by.client.query(
    'delete from streams s where not exists (select from events e where e.stream_id = s.stream_id)',
  );
  for (const stream of new Set(rows.map((row) => row.stream_id))) await setStreamBack(by, stream);
  return rows.map(({ position }) => position);
}

const truncate: Tampering = async (by) => {
  const { position } = await anyEvent(by);
  return { positions: await cutLog(by, position) };
};

/** Changes an event and makes all hashes after it in its stream again. */
async function rewrite(by: Tamperer): Promise<Target> {
  const target = await anyEvent(by);
  await by.client.query(
    `update events set data = data || jsonb_build_object('name', $2::text) where position = $1`,
    [target.position, `forged ${by.random()}`],
  );
  const { rows } = await by.client.query<Target>(
    'select position from events where stream_id = $1 order by version',
    [target.stream_id],
  );
  for (const { position } of rows)
    await by.client.query(
      `update events e set hash = event_hash(coalesce((select b.hash from events b
          where b.stream_id = e.stream_id and b.version = e.version - 1), ''), e.position, e.recorded_at, e.version,
          e.schema_version, e.event_id, e.stream_id, e.type, e.data, e.metadata)
        where e.position = $1`,
      [position],
    );
  await setStreamBack(by, target.stream_id);
  return target;
}

const rewriteStream: Tampering = async (by) => {
  const { position, stream_id: stream } = await rewrite(by);
  return { positions: [position], streams: [stream], field: 'data' };
};

/** The tree made to fit a rewritten stream; the signed checkpoints stay, since the attacker cannot sign. */
const rewriteWithTree: Tampering = async (by) => {
  const { position, stream_id: stream } = await rewrite(by);
  await by.client.query('create temp table kept_heads on commit drop as select * from log_checkpoints');
  await forgetTree(by, 0);
  const forger = signerKey('forger.test/log', 'log', generateKeyPairSync('ed25519').privateKey);
  await sealIn(by.client, { signer: forger });
  await by.client.query(`delete from log_checkpoints; delete from log_keys where verifier_key like 'forger%';
    insert into log_checkpoints select * from kept_heads`);
  return { positions: [position], streams: [stream], kinds: ['rewritten'] };
};

/** Takes the tree back to a size that was signed. */
async function forgetTree({ client }: Tamperer, size: number): Promise<void> {
  await client.query('delete from log_checkpoints where size > $1', [size]);
  await client.query('delete from log_entry_parts where tile * 256 + start >= $1', [size]);
  await client.query(
    'delete from log_tile_parts where (tile * 256 + start + 1) * (256 ^ level)::bigint > $1',
    [size],
  );
}

/** A rewritten stream, the tree taken back before it; the log's own node then signs what it finds. */
function fork(signer: SignerKey): Tampering {
  return async (by) => {
    const { position, stream_id: stream } = await rewrite(by);
    const { rows } = await by.client.query<{ size: string | null }>(
      `select max(size) as size from log_checkpoints where position < $1
          and position < (select min(position) from events where stream_id = $2)`,
      [position, stream],
    );
    await forgetTree(by, Number(rows[0]?.size ?? 0));
    await sealIn(by.client, { signer });
    return { positions: [position], streams: [stream], kinds: ['rewritten'] };
  };
}

/** Log and tree as they were at an older checkpoint: an old backup in the place of the database. */
const rollBack: Tampering = async (by) => {
  const { rows } = await by.client.query<{ size: string; position: string }>(
    'select size, position from log_checkpoints order by size desc offset 1',
  );
  const head = rows[Math.floor(by.random() * rows.length)];
  if (head === undefined) throw new Error('no older checkpoint');
  await cutLog(by, Number(head.position) + 1);
  await forgetTree(by, Number(head.size));
  return { positions: [Number(head.position)], kinds: ['rolled_back'] };
};

/** One byte of what was sealed. */
const flipTree: Tampering = async (by) => {
  const table = by.random() < 0.5 ? ['log_tile_parts', 'hashes'] : ['log_entry_parts', 'entries'];
  const { rows } = await by.client.query<{ ctid: string; length: number }>(
    `select ctid, length(${table[1]}) as length from ${table[0]} order by tile, start`,
  );
  const row = rows[Math.floor(by.random() * rows.length)];
  await by.client.query(
    `update ${table[0]} set ${table[1]} = set_byte(${table[1]}, $2, get_byte(${table[1]}, $2) # 1) where ctid = $1`,
    [row?.ctid, Math.floor(by.random() * (row?.length ?? 1))],
  );
  return { kinds: ['tree'] };
};

/** A checkpoint that the log did not sign, or none where one was. */
const forgeHead: Tampering = async (by) => {
  if (by.random() < 0.5) {
    await by.client.query('delete from log_checkpoints where size = (select max(size) from log_checkpoints)');
    return { kinds: ['checkpoint'] };
  }
  await by.client.query(
    'update log_checkpoints set root = $1, note = replace(note, encode(root, $2), encode($1, $2))',
    [randomBytes(32), 'base64'],
  );
  return { kinds: ['checkpoint'] };
};

/** Every way, by name; `needsCopy` says that nothing in the database alone shows it, or not where. */
export const tamperings = (
  signer: SignerKey,
): Readonly<Record<string, { readonly tamper: Tampering; readonly needsCopy: boolean }>> => ({
  flip: { tamper: flip, needsCopy: false },
  delete: { tamper: remove, needsCopy: false },
  'cut the end of a stream': { tamper: cutEnd, needsCopy: false },
  'delete a stream': { tamper: removeStream, needsCopy: false },
  insert: { tamper: insert, needsCopy: false },
  swap: { tamper: swap, needsCopy: false },
  truncate: { tamper: truncate, needsCopy: false },
  'rewrite a stream': { tamper: rewriteStream, needsCopy: false },
  'rewrite a stream and the tree': { tamper: rewriteWithTree, needsCopy: true },
  fork: { tamper: fork(signer), needsCopy: true },
  'roll back': { tamper: rollBack, needsCopy: true },
  'flip in the tree': { tamper: flipTree, needsCopy: false },
  'forge a checkpoint': { tamper: forgeHead, needsCopy: false },
});
