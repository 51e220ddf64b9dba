import { examplePasswordFault } from '@atelier/application/shared/example-passwords.ts';
import { loadConfig } from '@atelier/api/config.ts';
import { openVaultFor } from '@atelier/key-vault/open-vault.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { readSecrets } from '@atelier/host/secrets.ts';
import { prepareDataFolder, runningSystem } from '@atelier/host/data-folder.ts';
import { openDatabase } from './database.ts';
import { loadDemo } from '../../../demo/demo.ts';
import { logKeyFor, masterKeyFor } from './used-keys.ts';
import { Fault } from '@atelier/host/fault.ts';
import { runMain } from '@atelier/host/run-main.ts';

const report = (line: string): void => console.error(line);

const HELP = `npm run migrate -- [--demo]
  brings the database up to date and makes missing keys
  --demo   also loads the demo when DEMO says so`;

/** Makes the key vault, or carries that of a former release over: nodes with fewer rights find it ready. */
async function prepareVault(ownerUrl: string, masterKeyFile: string): Promise<void> {
  const pool = createPool({ connectionString: ownerUrl, role: 'owner', unattended: true, max: 2 });
  try {
    const { masterKey, vault: place } = await readSecrets(masterKeyFile);
    const { vault, carriedOver } = await openVaultFor(pool, place, masterKey);
    await vault.close();
    if (carriedOver !== undefined)
      report(
        `key vault carried over from ${carriedOver.from}: ${carriedOver.erasures} erasures, ${carriedOver.unreadable} lines unreadable`,
      );
  } finally {
    await pool.end();
  }
}

/**
 * Brings the database up to date, and makes the key and the services' login where they are missing.
 * `--demo` also loads the demo when DEMO says so: that is the job that runs before the services of
 * docker-compose.yml, with the password in SERVICE_PASSWORD that they connect with.
 */
await runMain(async () => {
  const config = loadConfig(process.env);
  const fault = config.demo
    ? undefined
    : examplePasswordFault({ SERVICE_PASSWORD: process.env['SERVICE_PASSWORD'] });
  if (fault !== undefined) throw new Fault(fault);
  const dataFolder = prepareDataFolder(config.dataDir);
  const isRunning = runningSystem(dataFolder) !== undefined;
  const masterKeyFile = await masterKeyFor(config, dataFolder);
  await logKeyFor(config, dataFolder);
  const database = await openDatabase(config, dataFolder, { forServices: true });
  try {
    await prepareVault(database.ownerUrl, masterKeyFile);
    if (config.demo && process.argv.includes('--demo')) {
      const { ownerUrl, serviceUrl: connectionString } = database;
      await loadDemo({ connectionString, ownerUrl, masterKeyFile, now: new Date(), log: report });
    }
    console.log('the database is up to date');
    return 0;
  } finally {
    // A running system's server was only borrowed.
    if (!isRunning) await database.cluster?.stop();
  }
}, HELP);
