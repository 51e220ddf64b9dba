import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { loadConfig } from '@atelier/api/config.ts';
import { FILE_MESSAGES, lineMessage } from '@atelier/api/reference/import-errors.ts';
import { FileRefused, readCsv } from '@atelier/api/reference/read-csv.ts';
import type { DataSet } from '@atelier/domain/reference/import/data-set.ts';
import { findReferenceSet, REFERENCE_SETS } from '@atelier/domain/reference/import/sets.ts';
import { createDatabase } from '@atelier/application/database.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import {
  importReference,
  ImportRefusedByTables,
} from '@atelier/application/reference/import/reference-import.commands.ts';
import type { ImportResult } from '@atelier/application/reference/import/reference-import.commands.ts';
import { openDatabase, type OpenDatabase } from './lib/database.ts';
import { prepareDataFolder, runningSystem } from './lib/data-folder.ts';
import { Fault } from './lib/fault.ts';
import { masterKeyFor } from './lib/used-keys.ts';
import { readSecrets } from './lib/secrets.ts';
import { runMain } from './lib/run-main.ts';

interface Asked {
  readonly set: DataSet;
  readonly file: string;
  readonly isDryRun: boolean;
}

const MOST_PRINTED = 50;

function asked(args: readonly string[]): Asked {
  const [name = '', file = '', ...rest] = args.filter((arg) => arg !== '--dry-run');
  const set = findReferenceSet(name);
  if (set === undefined || file === '' || rest.length > 0) {
    throw new Fault(
      `Say what to import, npm run reference:import -- <set> <file.csv> [--dry-run]. Sets: ${REFERENCE_SETS.map((it) => it.name).join(', ')}.`,
    );
  }
  if (!existsSync(file)) throw new Fault(`There is no file ${file}.`);
  return { set, file, isDryRun: args.includes('--dry-run') };
}

async function importFile(
  { set, file, isDryRun }: Asked,
  database: OpenDatabase,
  masterKeyFile: string,
): Promise<ImportResult> {
  const csv = await readCsv(set, createReadStream(file));
  const pool = createPool({
    connectionString: database.serviceUrl,
    role: 'atelier_app',
    unattended: true,
    max: 4,
  });
  const secrets = await readSecrets(masterKeyFile);
  const store = await openStore({ pool, ...secrets, registry: EVENT_REGISTRY });
  const clock = { now: () => new Date() };
  const metadata = {
    actor: { id: 'reference:import', kind: 'system' },
    commandId: randomUUID(),
    occurredAt: clock.now().toISOString(),
  } as const;
  try {
    const services = { db: createDatabase(pool, store.sealing), store, clock };
    return await importReference(services, { set, ...csv, isDryRun, metadata, by: null });
  } finally {
    await store.close();
    await pool.end();
  }
}

/** The lines that are wrong, at most fifty of their cells, and what came of the file as a whole. */
function print({ lines, counts, imported }: ImportResult, isDryRun: boolean): void {
  const issues = lines.flatMap(({ line, sku, errors }) =>
    errors.map((issue) => {
      const place = [
        `line ${line}`,
        ...(sku === null ? [] : [sku]),
        issue.column === '' ? 'row' : issue.column,
      ];
      return `${place.join(', ')}: ${lineMessage(issue)}`;
    }),
  );
  for (const issue of issues.slice(0, MOST_PRINTED)) console.log(issue);
  if (issues.length > MOST_PRINTED) console.log(`… and ${issues.length - MOST_PRINTED} more`);
  const { insert, update, unchanged, error } = counts;
  const end = imported
    ? 'imported'
    : isDryRun && error === 0
      ? 'dry run, nothing changed'
      : 'nothing changed';
  console.log(`${insert} new, ${update} changed, ${unchanged} unchanged, ${error} wrong: ${end}`);
}

await runMain(async () => {
  const order = asked(process.argv.slice(2));
  const config = loadConfig(process.env);
  const dataFolder = prepareDataFolder(config.dataDir);
  const isRunning = runningSystem(dataFolder) !== undefined;
  const masterKeyFile = await masterKeyFor(config, dataFolder);
  const database = await openDatabase(config, dataFolder);
  try {
    const result = await importFile(order, database, masterKeyFile);
    print(result, order.isDryRun);
    return result.counts.error === 0 ? 0 : 1;
  } catch (error) {
    if (error instanceof FileRefused) throw new Fault(sentenceOf(error));
    if (error instanceof ImportRefusedByTables) {
      throw new Fault('The rows contradict each other. Nothing was imported.');
    }
    throw error;
  } finally {
    // A running system's server was only borrowed.
    if (!isRunning) await database.cluster?.stop();
  }
});

function sentenceOf({ code, issues }: FileRefused): string {
  const columns = issues
    .filter((each) => each.code === code)
    .map(({ column }) => column)
    .join(', ');
  return columns === '' ? FILE_MESSAGES[code] : `${FILE_MESSAGES[code]} ${columns}`;
}
