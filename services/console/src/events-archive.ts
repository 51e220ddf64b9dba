import { loadConfig } from '@atelier/api/config.ts';
import { OTHER_READERS } from '@atelier/application/platform/log-readers.queries.ts';
import { ENDED_STREAMS } from '@atelier/application/repair/ended-streams.queries.ts';
import { attachEvents } from '@atelier/event-store/archive/attach-events.ts';
import { detachEvents, DetachRefused, endBefore } from '@atelier/event-store/archive/detach-events.ts';
import { BadArchive } from '@atelier/transparency-log/archive/manifest.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import type { Pool } from 'pg';
import { openDatabase } from './database.ts';
import { prepareDataFolder, runningSystem } from '@atelier/host/data-folder.ts';
import { Fault } from '@atelier/host/fault.ts';
import { runMain } from '@atelier/host/run-main.ts';

const USAGE = `Say what to do, npm run events:archive --
  detach FOLDER 2025-01-01   moves what ended before that day into a file in the folder
  attach FOLDER NAME         puts the events of an archive back`;

async function detach(owner: Pool, folder: string, day: string): Promise<void> {
  const moment = new Date(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(moment.getTime()))
    throw new Fault(`${day} is no day, as 2025-01-01. Nothing was changed.`);
  const upper = await endBefore(owner, moment);
  if (upper === undefined)
    throw new Fault(`No whole partition of the log is older than ${day}. Nothing was changed.`);
  const manifest = await detachEvents(
    { owner, folder, endedStreams: ENDED_STREAMS, readers: OTHER_READERS },
    upper,
  );
  console.log(
    manifest === undefined
      ? `no item ended before position ${upper}: nothing was changed`
      : `${manifest.name}: ${manifest.events} events of ${manifest.streams} items moved to ${folder}`,
  );
}

async function attach(owner: Pool, folder: string, name: string): Promise<void> {
  const { events, streams } = await attachEvents({ owner, folder }, name);
  console.log(
    `${name}: ${events} events of ${streams} items are in the log again, every hash chain is whole`,
  );
}

async function run(owner: Pool, args: readonly string[]): Promise<void> {
  const [verb, folder, what] = args;
  const work = { detach, attach }[verb ?? ''];
  if (work === undefined || folder === undefined || what === undefined || args.length > 3)
    throw new Fault(USAGE);
  try {
    await work(owner, folder, what);
  } catch (error) {
    if (error instanceof DetachRefused || error instanceof BadArchive)
      throw new Fault(`${error.message}. Nothing was changed.`);
    throw error;
  }
}

await runMain(async () => {
  const config = loadConfig(process.env);
  const dataFolder = prepareDataFolder(config.dataDir);
  const isRunning = runningSystem(dataFolder) !== undefined;
  const database = await openDatabase(config, dataFolder);
  const owner = createPool({ connectionString: database.ownerUrl, role: 'owner', unattended: true, max: 2 });
  try {
    await run(owner, process.argv.slice(2));
    return 0;
  } finally {
    await owner.end();
    // A running system's server was only borrowed.
    if (!isRunning) await database.cluster?.stop();
  }
}, USAGE);
