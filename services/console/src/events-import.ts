import { existsSync } from 'node:fs';
import { loadConfig } from '@atelier/api/config.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { readModelsOn } from '@atelier/application/projections/projection.ts';
import { rebuild, REBUILDABLE } from '@atelier/application/read-models/rebuild.ts';
import { requestsWithSubjects } from '@atelier/application/named-subjects.ts';
import { importEvents, ImportRefused, type ImportResult } from '@atelier/event-store/import/import-events.ts';
import { WrongExpectedVersion } from '@atelier/event-store/errors.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { createServiceLog } from '@atelier/application/platform/service-log.ts';
import { loadConfig as loadWorkersConfig } from '@atelier/workers/config.ts';
import type { Reaction } from '@atelier/workers/jobs/reaction.ts';
import { jobSlices } from '@atelier/workers/slices.ts';
import type { Pool, PoolClient } from 'pg';
import { openDatabase, type OpenDatabase } from './database.ts';
import { lockDataFolder, prepareDataFolder } from '@atelier/host/data-folder.ts';
import { readEventLines } from './event-lines.ts';
import { Fault } from '@atelier/host/fault.ts';
import { masterKeyFor } from './used-keys.ts';
import { readSecrets, type Secrets } from '@atelier/host/secrets.ts';
import { runMain } from '@atelier/host/run-main.ts';

const file = process.argv[2] ?? '';

/** Of all slices, as the workers start them. */
function reactionsOf(databaseUrl: string, masterKeyFile: string): readonly Reaction[] {
  const env = { ...process.env, DATABASE_URL: databaseUrl, MASTER_KEY_FILE: masterKeyFile };
  const { log, outages } = createServiceLog('events-import', 'warn');
  return jobSlices(loadWorkersConfig(env), log, outages).flatMap(({ reactions }) => reactions);
}

/** Reactions would do again what the imported events once asked for; running ones cannot be kept from it. */
async function refuseWhileRunning(owner: Pool, serviceUrl: string): Promise<void> {
  const { rows } = await owner.query<{ sessions: number }>(
    `select count(*) as sessions from pg_stat_activity where datname = current_database() and usename = $1`,
    [new URL(serviceUrl).username],
  );
  if ((rows[0]?.sessions ?? 0) > 0)
    throw new Fault('The system is running on this database: stop API and workers, then import.');
}

/** Open work must be done before the import: afterwards no job would do it. */
async function refuseOpenWork(owner: Pool, reactions: readonly Reaction[]): Promise<void> {
  for (const { name, types } of reactions) {
    const { rowCount } = await owner.query(
      `select from events where type = any($2)
          and position > coalesce((select position from policy_checkpoints where name = $1), 0) limit 1`,
      [name, types],
    );
    if (rowCount !== 0)
      throw new Fault(
        `Jobs of "${name}" are still to be made: start the system, stop it when they are done, then import.`,
      );
  }
}

/** Imported events ask for no jobs: mails were sent, documents were written when they happened. */
async function passReactions(
  client: PoolClient,
  reactions: readonly Reaction[],
  { last }: ImportResult,
): Promise<void> {
  await client.query(
    `insert into policy_checkpoints (name, position) select name, $2 from unnest($1::text[]) name
     on conflict (name) do update set position = excluded.position, updated_at = now()`,
    [reactions.map(({ name }) => name), last],
  );
}

async function importFile(owner: Pool, secrets: Secrets, reactions: readonly Reaction[]): Promise<void> {
  const began = performance.now();
  try {
    const { events, streams } = await importEvents(
      {
        owner,
        ...secrets,
        registry: EVENT_REGISTRY,
        alongside: (client, result) => passReactions(client, reactions, result),
      },
      requestsWithSubjects(readEventLines(file, EVENT_REGISTRY)),
    );
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${events} events of ${streams} streams imported in ${seconds} s`);
  } catch (error) {
    // One line is one request.
    if (error instanceof ImportRefused)
      throw new Fault(`Line ${error.request + 1}: ${reasonOf(error)}. Nothing was imported.`);
    if (error instanceof WrongExpectedVersion) throw new Fault(`The ${error.message}. Nothing was imported.`);
    throw error;
  }
}

const reasonOf = ({ cause }: ImportRefused): string => (cause instanceof Error ? cause.message : 'unknown');

async function rebuildAll(owner: Pool, serviceUrl: string, secrets: Secrets): Promise<void> {
  const began = performance.now();
  const projector = createPool({
    connectionString: serviceUrl,
    role: 'atelier_projector',
    unattended: true,
    max: 6,
  });
  const store = await openStore({ pool: projector, ...secrets, registry: EVENT_REGISTRY });
  try {
    for (const name of REBUILDABLE)
      await rebuild({ owner, projector: readModelsOn(projector, store.sealing), store }, name);
  } finally {
    await store.close();
    await projector.end();
  }
  console.log(`read models rebuilt in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function run(database: OpenDatabase, masterKeyFile: string): Promise<void> {
  const owner = createPool({
    connectionString: database.ownerUrl,
    role: 'owner',
    unattended: true,
    copies: true,
    max: 4,
  });
  try {
    const secrets = await readSecrets(masterKeyFile);
    await refuseWhileRunning(owner, database.serviceUrl);
    const reactions = reactionsOf(database.serviceUrl, masterKeyFile);
    await refuseOpenWork(owner, reactions);
    await importFile(owner, secrets, reactions);
    await rebuildAll(owner, database.serviceUrl, secrets);
  } finally {
    await owner.end();
  }
}

const HELP = `npm run events:import -- FILE.ndjson
  appends a file of events, one JSON object a line, all or nothing; the system is stopped`;

await runMain(async () => {
  if (!existsSync(file)) throw new Fault('Say which file to import, npm run events:import -- <file.ndjson>.');
  const config = loadConfig(process.env);
  const dataFolder = prepareDataFolder(config.dataDir);
  const lock = lockDataFolder(dataFolder);
  const masterKeyFile = await masterKeyFor(config, dataFolder);
  const database = await openDatabase(config, dataFolder);
  try {
    await run(database, masterKeyFile);
    return 0;
  } finally {
    await database.cluster?.stop();
    lock.release();
  }
}, HELP);
