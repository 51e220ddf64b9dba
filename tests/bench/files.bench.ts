// npm run bench -- files [--pairs 200] [--bytes 300000]
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { vaultPlaceOf } from '@atelier/key-vault/vault-place.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { startBenchServer } from './lib/server.ts';
import { median } from './lib/stats.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: {
    pairs: { type: 'string', default: '200' },
    bytes: { type: 'string', default: '300000' },
  },
});
const [pairs, bytes] = [Number(flags.pairs), Number(flags.bytes)];
const masterKey = masterKeyOf(Buffer.alloc(32, 1));

const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-files-'));
const vault = vaultPlaceOf({}, join(folder, 'master.key'));
const server = await startBenchServer();
try {
  const { url } = await server.migratedDatabase('files');
  const results = { photographs: await comparePhotographs(url) };
  const output = join(projectRoot, 'tests', 'results');
  await mkdir(output, { recursive: true });
  const machine = { cpus: cpus().length, model: cpus()[0]?.model };
  await writeFile(
    join(output, 'bench-files.json'),
    `${JSON.stringify({ machine, pairs, bytes, ...results }, null, 2)}\n`,
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
