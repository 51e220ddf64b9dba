import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { connectionTo } from '@atelier/postgres/connection/connection-to.ts';
import { listWal, once, putSealed, readSealed, walName, type Archive } from './archive.ts';
import { readWhole, type BackupServer } from './server.ts';
import { BackupFault } from './trouble.ts';

/** Keeps what the server has not handed over yet; see `holdWal`. */
const SLOT = 'atelier_backup';

export interface Shipped {
  /** Segments written now. */
  readonly count: number;
  /** The newest that the archive holds of this timeline. */
  readonly newest: string | undefined;
  /** The archive lacks segments before the first one written now: a new backup must be taken. */
  readonly hasGap: boolean;
}

/** Writes the server's complete segments into the archive. Two processes may do so at once: they write the same. */
export interface WalShipper {
  readonly ship: () => Promise<Shipped>;
}

/**
 * @param releases the server may forget what is archived here: not for a second archive beside the one that is kept all the time,
 *   which would lose what only this one has
 */
export function createWalShipper(server: BackupServer, archive: Archive, releases: boolean): WalShipper {
  const known = new Set<string>();
  let timelineKnown = '';
  const learn = async (timeline: string): Promise<void> => {
    if (timeline === timelineKnown) return;
    for (const { file } of await listWal(archive, timeline)) known.add(file);
    timelineKnown = timeline;
  };
  // One after the other: a backup under way and the archive of every second ask for the same segments.
  let before: Promise<unknown> = Promise.resolve();
  const shipNow = async (): Promise<Shipped> => {
    const { complete, timeline, open, histories } = await completeWal(server);
    await learn(timeline);
    for (const file of histories) await shipFile(server, archive, known, file);
    const last = newestOf(known, timeline);
    const due = complete.filter(({ name }) => !known.has(name));
    for (const file of due) await shipFile(server, archive, known, file);
    if (releases) await releaseWal(server, open);
    const [first] = due;
    const hasGap = first !== undefined && last !== undefined && segmentAfter(last, server) < first.name;
    return { count: due.length, newest: newestOf(known, timeline), hasGap };
  };
  return {
    ship: () => {
      const shipping = before.then(shipNow, shipNow);
      before = shipping.catch(() => undefined);
      return shipping;
    },
  };
}

interface WalFile {
  readonly name: string;
  readonly size: number;
}

interface CompleteWal {
  readonly timeline: string;
  /** The segment that the server writes to. */
  readonly open: string;
  readonly complete: readonly WalFile[];
  readonly histories: readonly WalFile[];
}

/** Segments before the one that is written to, by the flushed end of the log; and the timelines' histories. */
async function completeWal({ client, segmentBytes }: BackupServer): Promise<CompleteWal> {
  const { rows } = await client.query<{ name: string; size: string; open: string }>(
    `with flushed as (select pg_walfile_name(pg_current_wal_flush_lsn()) as open)
     select name, size::text, open from flushed left join pg_ls_waldir() on true order by name`,
  );
  const open = rows[0]?.open ?? '';
  const timeline = open.slice(0, 8);
  const files = rows.map(({ name, size }) => ({ name: name ?? '', size: Number(size) }));
  return {
    timeline,
    open,
    complete: files.filter(
      ({ name, size }) =>
        name.length === 24 && name.startsWith(timeline) && name < open && size === segmentBytes,
    ),
    histories: files.filter(({ name }) => /^[0-9A-F]{8}\.history$/.test(name)),
  };
}

async function shipFile(
  { client }: BackupServer,
  archive: Archive,
  known: Set<string>,
  { name, size }: WalFile,
): Promise<void> {
  if (known.has(name)) return;
  const chunks: Uint8Array[] = [];
  for await (const chunk of readWhole(client, `pg_wal/${name}`, size)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const [there] = await listWal(archive, name);
  if (there === undefined)
    await putSealed(archive, walName(archive, name, await serverTime(client)), once(bytes));
  else await refuseAnother(archive, there.name, bytes);
  known.add(name);
}

async function serverTime(client: Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now ?? new Date();
}

/** Two servers that were copied from one another would spoil each other's backups. */
async function refuseAnother(archive: Archive, name: string, bytes: Buffer): Promise<void> {
  const digest = (data: Buffer): string => createHash('sha256').update(data).digest('hex');
  if (digest(await readSealed(archive, name)) === digest(bytes)) return;
  throw new BackupFault(
    'other_server',
    `Another server writes into these backups (${name} is not ours): name another place in BACKUP_TARGET.`,
  );
}

function newestOf(known: ReadonlySet<string>, timeline: string): string | undefined {
  return [...known]
    .filter((name) => name.length === 24 && name.startsWith(timeline))
    .toSorted()
    .at(-1);
}

const segmentsPerHalf = ({ segmentBytes }: Pick<BackupServer, 'segmentBytes'>): number =>
  2 ** 32 / segmentBytes;

/** A segment's name is its timeline, then its number in two halves. */
function segmentNumber(name: string, server: Pick<BackupServer, 'segmentBytes'>): number {
  return (
    Number.parseInt(name.slice(8, 16), 16) * segmentsPerHalf(server) + Number.parseInt(name.slice(16), 16)
  );
}

/** The name of the segment so many after this one, on the same timeline. */
export function segmentAfter(name: string, server: Pick<BackupServer, 'segmentBytes'>, count = 1): string {
  const number = segmentNumber(name, server) + count;
  const perHalf = segmentsPerHalf(server);
  const half = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');
  return name.slice(0, 8) + half(Math.floor(number / perHalf)) + half(number % perHalf);
}

/**
 * Makes the server keep what was not archived yet, also while archiving is stopped. Where the server sets no
 * bound to what it keeps so (`max_slot_wal_keep_size`), a forgotten archive would fill its disk: then it is not
 * asked to, and a pause longer than its log reaches back needs a new backup.
 */
export async function holdWal(client: Client): Promise<void> {
  const { rows } = await client.query<{ bounded: boolean; status: string | null }>(
    `select current_setting('max_slot_wal_keep_size') <> '-1' as bounded,
            (select wal_status from pg_replication_slots where slot_name = $1) as status`,
    [SLOT],
  );
  const { bounded, status } = rows[0] ?? { bounded: false, status: null };
  if (status === 'lost' || (status !== null && !bounded)) await dropHold(client);
  if (bounded && (status === null || status === 'lost'))
    await client.query('select pg_create_physical_replication_slot($1, true)', [SLOT]);
}

/** Of a server that is no longer backed up: it keeps nothing for backups, and no screen shows old ones. */
export async function forgetBackups(url: string): Promise<void> {
  const client = new Client(connectionTo(url));
  client.on('error', () => undefined);
  await client.connect();
  try {
    await dropHold(client);
    await client.query('delete from backup_state');
  } finally {
    await client.end();
  }
}

async function dropHold(client: Client): Promise<void> {
  await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
    [SLOT],
  );
}

/** What is archived needs to be kept no longer: all up to the beginning of the segment that was open. */
async function releaseWal(server: BackupServer, open: string): Promise<void> {
  await server.client.query(
    `select pg_replication_slot_advance(slot_name, '0/0'::pg_lsn + $2::numeric) from pg_replication_slots
      where slot_name = $1 and wal_status <> 'lost' and restart_lsn < '0/0'::pg_lsn + $2::numeric`,
    [SLOT, segmentNumber(open, server) * server.segmentBytes],
  );
}

/** Closes the segment that is written to, so that it can be archived. */
export async function closeSegment(client: Client): Promise<void> {
  await client.query('select pg_switch_wal()');
}
