// npm run bench -- exports [--events 100000]: the log in each open format, then checked against the schema of its standard
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import {
  epcisFaults,
  ocelFaults,
  ocsfFaults,
} from '@atelier/application/exports/log/testing-json-schemas.ts';
import { linesOf } from '@atelier/application/exports/log/testing-ocsf-reader.ts';
import { writeSecurityEvents } from '@atelier/application/exports/log/testing-security-events.ts';
import { writeWalks } from '@atelier/application/exports/log/testing-walks.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { startBenchServer } from './lib/server.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({ options: { events: { type: 'string', default: '100000' } } });
const events = Number(flags.events);

interface Run {
  readonly seconds: number;
  readonly bytes: number;
  /** The most that the exporting process took, bytes. */
  readonly memory: number;
}

interface Exported extends Run {
  readonly format: string;
  readonly faults: readonly string[];
}

const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-exports-'));
const server = await startBenchServer();
try {
  const pieces = await filled('pieces', (store) => writeWalks(store, { seed: 61, events }));
  // A line of OCSF is an event of accounts and rights: pieces have none.
  const accounts = await filled('accounts', (store) => writeSecurityEvents(store, events));
  const results = [
    await exported('events', pieces, () => []),
    await exported('ocel', pieces, (text) => ocelFaults(JSON.parse(text))),
    await exported('epcis', pieces, (text) => epcisFaults(JSON.parse(text))),
    await exported('ocsf', accounts, (text) => linesOf(text).flatMap(ocsfFaults)),
  ];
  print(results);
  const output = join(projectRoot, 'tests', 'results');
  await mkdir(output, { recursive: true });
  await writeFile(join(output, 'bench-exports.json'), `${JSON.stringify({ events, results }, null, 2)}\n`);
  if (results.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}

/** The address of a database with so many events, all below the horizon. */
async function filled(name: string, fill: (store: EventStore) => Promise<unknown>): Promise<string> {
  const { url } = await server.migratedDatabase(name);
  const pool = createPool({ connectionString: url, role: 'atelier_app', max: 4 });
  const masterKey = masterKeyOf(Buffer.alloc(32, 1));
  const store = await openStore({ pool, masterKey, registry: EVENT_REGISTRY });
  await fill(store);
  await settleHorizon(pool, store);
  await store.close();
  await pool.end();
  return url;
}

async function exported(
  format: string,
  url: string,
  faultsIn: (text: string) => readonly string[],
): Promise<Exported> {
  const file = join(folder, format);
  const script = join(import.meta.dirname, 'lib', 'export-child.ts');
  const env = { ...process.env, APP_URL: url };
  const { stdout } = await promisify(execFile)(process.execPath, [script, format, file], { env });
  const run: Run = JSON.parse(stdout);
  return { format, ...run, faults: faultsIn(await readFile(file, 'utf8')).slice(0, 10) };
}

function print(results: readonly Exported[]): void {
  const rows = results.map(({ format, seconds, bytes, memory, faults }) => [
    format,
    seconds.toFixed(1),
    whole(events / seconds),
    (bytes / 1e6).toFixed(1),
    (memory / 1e6).toFixed(0),
    format === 'events' ? 'CSV has none' : faults.join('; ') || 'none',
  ]);
  const head = ['format', 'seconds', 'events/s', 'file, MB', 'process, MB', 'faults by the schema'];
  process.stdout.write(`\n${whole(events)} events in each open format\n\n${markdownTable(head, rows)}\n`);
}
