import { loadConfig } from '@atelier/api/config.ts';
import { checkEverything } from '@atelier/application/read-models/consistency/check-everything.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { checkStoredFiles } from './check-stored-files.ts';
import { openDatabase, type OpenDatabase } from './database.ts';
import { prepareDataFolder, runningSystem } from '@atelier/host/data-folder.ts';
import { masterKeyFor } from './used-keys.ts';
import { readSecrets } from '@atelier/host/secrets.ts';
import { runMain } from '@atelier/host/run-main.ts';

/** Prints every difference: names and ids, never what stands in a row. Answers how many there are. */
async function checkAll(database: OpenDatabase, masterKeyFile: string): Promise<number> {
  const pool = createPool({
    connectionString: database.serviceUrl,
    role: 'atelier_projector',
    unattended: true,
    max: 4,
  });
  const secrets = await readSecrets(masterKeyFile);
  const store = await openStore({ pool, ...secrets, registry: EVENT_REGISTRY });
  const began = performance.now();
  try {
    const { streams, skipped, differences } = await checkEverything({ pool, store }, (found) =>
      console.log([found.table, found.key, found.kind, found.columns.join(',')].join('  ').trimEnd()),
    );
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
      `${streams} streams compared in ${seconds} s, ${skipped} left out: ${differences} differences`,
    );
    return differences;
  } finally {
    await store.close();
    await pool.end();
  }
}

const HELP = `npm run consistency
  compares every row of the read models with the log and prints each difference; 1 = something differs`;

await runMain(async () => {
  const config = loadConfig(process.env);
  const dataFolder = prepareDataFolder(config.dataDir);
  const isRunning = runningSystem(dataFolder) !== undefined;
  const masterKeyFile = await masterKeyFor(config, dataFolder);
  const database = await openDatabase(config, dataFolder);
  try {
    const differences = await checkAll(database, masterKeyFile);
    const { faultCount } = await checkStoredFiles(database.serviceUrl, masterKeyFile);
    return differences + faultCount === 0 ? 0 : 1;
  } finally {
    // A running system's server was only borrowed.
    if (!isRunning) await database.cluster?.stop();
  }
}, HELP);
