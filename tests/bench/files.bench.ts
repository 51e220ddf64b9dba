// npm run bench -- files [--pairs 200] [--bytes 300000] [--keys 100000]
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { makeFileVault, openFileVault } from '@atelier/event-store/keys/file-vault.ts';
import { masterKeyOf } from '@atelier/event-store/keys/master-key.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { projectRoot } from '../../scripts/lib/files.ts';
import { startBenchServer } from './lib/server.ts';
import { median } from './lib/stats.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: {
    pairs: { type: 'string', default: '200' },
    bytes: { type: 'string', default: '300000' },
    keys: { type: 'string', default: '100000' },
  },
});
const [pairs, bytes, keys] = [Number(flags.pairs), Number(flags.bytes), Number(flags.keys)];
const masterKey = masterKeyOf(Buffer.alloc(32, 1));

const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-files-'));
const vault = { vault: join(folder, 'key-vault.json'), ledger: join(folder, 'erasures.jsonl') };
const server = await startBenchServer();
try {
  const { url } = await server.migratedDatabase('files');
  const results = { photographs: await comparePhotographs(url), vault: await measureVault() };
  const output = join(projectRoot, 'tests', 'results');
  await mkdir(output, { recursive: true });
  const machine = { cpus: cpus().length, model: cpus()[0]?.model };
  await writeFile(
    join(output, 'bench-files.json'),
    `${JSON.stringify({ machine, pairs, bytes, keys, ...results }, null, 2)}\n`,
  );
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

interface Pair {
  readonly clear: number;
  readonly sealed: number;
}

/** One after the other, either of them first in turn. */
async function pair(
  round: number,
  clear: () => Promise<unknown>,
  sealed: () => Promise<unknown>,
): Promise<Pair> {
  if (round % 2 === 0) {
    const first = await timed(clear);
    return { clear: first, sealed: await timed(sealed) };
  }
  const first = await timed(sealed);
  return { sealed: first, clear: await timed(clear) };
}

/** Against the statements by which the release before kept and read them. */
async function comparePhotographs(url: string) {
  const pool = createPool({ connectionString: url, role: 'atelier_app', max: 4 });
  const store = await openStore({ pool, masterKey, registry: EVENT_REGISTRY, vault });
  const blobs = createPostgresBlobStore(pool, store.files);
  const writes: Pair[] = [];
  const reads: Pair[] = [];
  for (let round = -10; round < pairs; round += 1) {
    const [one, other] = [randomBytes(bytes), randomBytes(bytes)];
    const hash = createHash('sha256').update(one).digest();
    const name = createHash('sha256').update(other).digest('hex');
    const putClear = () => {
      createHash('sha256').update(one).digest();
      return pool.query(
        'insert into blobs (hash, media_type, size, bytes) values ($1, $2, $3, $4) on conflict do nothing',
        [hash, 'image/jpeg', bytes, one],
      );
    };
    const getClear = () => pool.query('select media_type, size, bytes from blobs where hash = $1', [hash]);
    const write = await pair(round, putClear, () => blobs.put(other, 'image/jpeg'));
    const read = await pair(round, getClear, () => blobs.get(name));
    // The first ones open connections and reserve numbers.
    if (round < 0) continue;
    writes.push(write);
    reads.push(read);
  }
  await store.close();
  await pool.end();
  const row = (title: string, all: readonly Pair[]): string[] => [
    title,
    median(all.map(({ clear }) => clear)).toFixed(2),
    median(all.map(({ sealed }) => sealed)).toFixed(2),
    median(all.map(({ clear, sealed }) => sealed / clear)).toFixed(2),
  ];
  const rows = [row('write', writes), row('read', reads)];
  const head = ['', 'in clear, ms', 'sealed, ms', 'ratio, median of pairs'];
  process.stdout.write(`\nA file of ${whole(bytes)} bytes, ${pairs} pairs\n\n${markdownTable(head, rows)}\n`);
  return rows;
}

/** What the vault costs with many files. */
async function measureVault() {
  const files = { vault: join(folder, 'many.json'), ledger: join(folder, 'many.jsonl') };
  await makeFileVault(files.vault);
  const many = await openFileVault(files, masterKey);
  const rows: string[][] = [];
  const note = async (what: string, ms: number, count: number): Promise<void> => {
    const { size } = await stat(files.vault);
    rows.push([what, ms.toFixed(1), ((1_000 * ms) / count).toFixed(0), (size / 1_000).toFixed(1)]);
  };
  const reserving = await timed(async () => {
    for (let at = 0; at < keys; at += 256) await many.files.reserve('lasting', 256, null);
  });
  await note(`${whole(keys)} numbers, 256 at a time`, reserving, keys);
  const key = randomBytes(32);
  const all = Array.from({ length: keys }, (_, index) => index);
  const wrapping = await timed(() => many.files.wrap(all.map((file) => ({ subject: String(file), key }))));
  await note(`${whole(keys)} keys wrapped`, wrapping, keys);
  const destroy = async (what: string, gone: readonly number[]): Promise<void> => {
    const ms = await timed(() => many.files.destroy(gone));
    await note(what, ms, gone.length);
  };
  await destroy('one destroyed', [777]);
  await destroy(
    'ten beside each other',
    Array.from({ length: 10 }, (_, index) => 5_000 + index),
  );
  await destroy(
    'a tenth, scattered, in one call',
    all.filter((file) => file % 10 === 3),
  );
  await destroy('one more then', [12_345]);
  await destroy(
    'half, every other one',
    all.filter((file) => file % 2 === 0),
  );
  await destroy('one more then ', [54_321]);
  await destroy('all that are left', all);
  const head = ['', 'ms', 'µs each', 'vault, kB'];
  process.stdout.write(`\nThe vault with ${whole(keys)} files\n\n${markdownTable(head, rows)}\n`);
  return rows;
}
