import { parseArgs } from 'node:util';
import { loadConfig, type Config } from '@atelier/api/config.ts';
import { backupSettings, withTarget } from './backup-settings.ts';
import { chooseBackup } from './choose-backup.ts';
import { findArchive } from './open-archive.ts';
import { restoreAway, restoreInPlace } from './restore-work.ts';
import { lockDataFolder, prepareDataFolder } from '@atelier/host/data-folder.ts';
import { Fault } from '@atelier/host/fault.ts';
import { witnessesOf } from '@atelier/console/log-key.ts';
import { runMain } from '@atelier/host/run-main.ts';

const USAGE = `npm run restore --
  --from PLACE                a folder or s3://BUCKET/PREFIX, instead of BACKUP_TARGET
  --at 2026-11-23T10:15:00Z   the moment to go back to; the newest that there is when not given
  --into FOLDER               a new data folder for a PostgreSQL of your own, instead of the embedded one
  --replace                   put the present embedded database aside; without it a restore needs an empty data folder
  --accept                    take a log that is not the one this machine signed last
  --adopt-vault               take a key vault that is older than the backup, once the newest one is lost
  --backup NAME               begin with this backup
  --timeline N                follow this timeline instead of the one that was in use at the moment
  --server NUMBER             whose backups, when the place holds those of several servers`;

const options = {
  from: { type: 'string' },
  at: { type: 'string' },
  into: { type: 'string' },
  replace: { type: 'boolean', default: false },
  accept: { type: 'boolean', default: false },
  'adopt-vault': { type: 'boolean', default: false },
  backup: { type: 'string' },
  timeline: { type: 'string' },
  server: { type: 'string' },
} as const;

function readArguments() {
  try {
    return parseArgs({ options }).values;
  } catch {
    throw new Fault(`Say what to restore, ${USAGE}`);
  }
}

/** With its zone: a moment without one would be another on another machine. */
function momentIn(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(at.getTime())) return at;
  throw new Fault(`${text} is no moment, as 2026-11-23T10:15:00Z. Nothing was changed.`);
}

function timelineIn(text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,8}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new Fault(`${text} is no timeline: say --timeline with a whole number. Nothing was changed.`);
}

function refuseForeign(config: Config, into: string | undefined): void {
  if (config.databaseUrl !== undefined && into === undefined)
    throw new Fault(
      'DATABASE_URL names a server of your own: say --into with a new folder, then start that server on it (docs/operations/database.md).',
    );
}

await runMain(async () => {
  const given = readArguments();
  const at = momentIn(given.at);
  const config = loadConfig(process.env);
  refuseForeign(config, given.into);
  const dataFolder = prepareDataFolder(config.dataDir);
  const lock = lockDataFolder(dataFolder);
  try {
    const settings = backupSettings(
      withTarget(process.env, given.from),
      dataFolder,
      config.databaseUrl === undefined,
    );
    if (settings === undefined) throw new Fault('Say where the backups are: set BACKUP_TARGET.');
    const archive = await findArchive(settings, given.server);
    const timeline = timelineIn(given.timeline);
    const choice = await chooseBackup(archive, at, { backup: given.backup, timeline });
    const work = {
      archive,
      choice,
      config,
      dataFolder,
      witnesses: witnessesOf(config, dataFolder),
      acceptsAnother: given.accept,
      adoptsVault: given['adopt-vault'],
      report: (line: string) => console.log(line),
    };
    if (given.into === undefined) await restoreInPlace(work, given.replace);
    else await restoreAway(work, given.into);
    return 0;
  } finally {
    lock.release();
  }
}, USAGE);
