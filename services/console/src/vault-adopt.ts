import { loadConfig } from '@atelier/api/config.ts';
import { adoptVault } from '@atelier/key-vault/adopt-vault.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { openDatabase } from './database.ts';
import { prepareDataFolder, runningSystem } from '@atelier/host/data-folder.ts';
import { Fault } from '@atelier/host/fault.ts';
import { runMain } from '@atelier/host/run-main.ts';
import { vaultPlace } from '@atelier/host/secrets.ts';
import { masterKeyFor } from './used-keys.ts';

const HELP = `npm run vault:adopt
  takes an older key vault, or a copy, for the one of the database, once the newest one is lost`;

/** Takes an older key vault, or a copy, for the one of the database, once the newest one is lost. */
await runMain(async () => {
  const config = loadConfig(process.env);
  const dataFolder = prepareDataFolder(config.dataDir);
  if (runningSystem(dataFolder) !== undefined)
    throw new Fault(`Atelier runs on ${dataFolder}: stop it first, and every other node.`);
  const masterKeyFile = await masterKeyFor(config, dataFolder);
  const database = await openDatabase(config, dataFolder);
  const pool = createPool({ connectionString: database.ownerUrl, role: 'owner', unattended: true, max: 1 });
  try {
    const { persons, files } = await adoptVault(pool, vaultPlace(masterKeyFile));
    console.log(
      `The key vault was adopted: ${persons} persons and ${files} numbers of files destroyed in it again.`,
    );
    return 0;
  } finally {
    await pool.end();
    await database.cluster?.stop();
  }
}, HELP);
