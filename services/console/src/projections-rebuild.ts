import { loadConfig } from '@atelier/api/config.ts';
import { escapeIdentifier, type Pool } from 'pg';
import { createPool } from '@atelier/event-store/pool.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { rebuild, REBUILDABLE, tablesOf } from '@atelier/application/read-models/rebuild.ts';
import { openDatabase, type OpenDatabase } from './database.ts';
import { prepareDataFolder, runningSystem } from '@atelier/host/data-folder.ts';
import { Fault } from '@atelier/host/fault.ts';
import { masterKeyFor } from './used-keys.ts';
import { readSecrets } from '@atelier/host/secrets.ts';
import { runMain } from '@atelier/host/run-main.ts';
import { readModelsOn } from '@atelier/application/projections/projection.ts';

/** The names given, each of them known; "all" stands for every one. */
function chosenNames(args: readonly string[]): readonly string[] {
  if (args.length === 1 && args[0] === 'all') return REBUILDABLE;
  const unknown = args.filter((name) => !REBUILDABLE.includes(name));
  if (args.length > 0 && unknown.length === 0) return args;
  throw new Fault(
    `Say what to build anew, npm run projections:rebuild -- <name>: all, ${REBUILDABLE.join(', ')}.`,
  );
}

async function rebuildAll(
  names: readonly string[],
  database: OpenDatabase,
  masterKeyFile: string,
): Promise<void> {
  const owner = createPool({ connectionString: database.ownerUrl, role: 'owner', unattended: true, max: 4 });
  const projector = createPool({
    connectionString: database.serviceUrl,
    role: 'atelier_projector',
    unattended: true,
    max: 6,
  });
  const secrets = await readSecrets(masterKeyFile);
  const store = await openStore({ pool: projector, ...secrets, registry: EVENT_REGISTRY });
  try {
    for (const name of names)
      await rebuildOne({ owner, projector: readModelsOn(projector, store.sealing), store }, name);
  } finally {
    await store.close();
    await Promise.all([owner.end(), projector.end()]);
  }
}

async function rebuildOne(tools: Parameters<typeof rebuild>[0], name: string): Promise<void> {
  const began = performance.now();
  try {
    await rebuild(tools, name);
  } catch (error) {
    if (!(error instanceof ArchivedHistory)) throw error;
    throw new Fault(`The ${error.message}: put them back with npm run events:archive, then build anew.`);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${name}: ${await rowsOf(tools.owner, tablesOf(name))} rows in ${seconds} s`);
}

/** Of all tables together. */
async function rowsOf(owner: Pool, tables: readonly string[]): Promise<number> {
  const counts = tables.map((table) => `(select count(*) from ${escapeIdentifier(table)})`);
  const { rows } = await owner.query<{ rows: number }>(`select (${counts.join(' + ')}) as rows`);
  return rows[0]?.rows ?? 0;
}

const HELP = `npm run projections:rebuild -- NAME …
  builds read models again beside the live ones, then swaps: all, ${REBUILDABLE.join(', ')}`;

await runMain(async () => {
  const names = chosenNames(process.argv.slice(2));
  const config = loadConfig(process.env);
  const dataFolder = prepareDataFolder(config.dataDir);
  const isRunning = runningSystem(dataFolder) !== undefined;
  const masterKeyFile = await masterKeyFor(config, dataFolder);
  const database = await openDatabase(config, dataFolder);
  try {
    await rebuildAll(names, database, masterKeyFile);
    return 0;
  } finally {
    // A running system's server was only borrowed.
    if (!isRunning) await database.cluster?.stop();
  }
}, HELP);
