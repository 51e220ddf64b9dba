import { existsSync, readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadConfig } from '@atelier/api/config.ts';
import { FILE_MESSAGES, lineMessage } from '@atelier/api/reference/import-errors.ts';
import { FileRefused } from '@atelier/api/reference/read-csv.ts';
import {
  ImportRefusedByTables,
  type ImportResult,
} from '@atelier/application/reference/import/reference-import.commands.ts';
import type { DataSet } from '@atelier/domain/reference/import/data-set.ts';
import { WrongExpectedVersion } from '@atelier/event-store/errors.ts';
import { openDatabase } from './database.ts';
import { prepareDataFolder, runningSystem } from '@atelier/host/data-folder.ts';
import { Fault } from '@atelier/host/fault.ts';
import {
  IMPORT_SETS,
  importFile,
  withImportServices,
  type ImportOrder,
  type ImportServices,
} from './import-file.ts';
import { fileIn, giveTemplate, giveTemplates } from './import-templates.ts';
import { masterKeyFor } from './used-keys.ts';
import { readSecrets } from '@atelier/host/secrets.ts';
import { runMain } from '@atelier/host/run-main.ts';

const MOST_PRINTED = 50;
/** In place of a set: every set that has a file in a folder. */
const ALL = 'all';

const USAGE = `Say what to import, npm run reference:import -- SET FILE.csv [--dry-run], or SET --template [FILE.csv] for a file to fill in; "${ALL} FOLDER" takes every set. Sets: ${IMPORT_SETS.map(({ name }) => name).join(', ')}.`;

interface Asked {
  /** Undefined: every set. */
  readonly set: DataSet | undefined;
  readonly path: string | undefined;
  readonly isTemplate: boolean;
  readonly isDryRun: boolean;
}

function asked(args: readonly string[]): Asked {
  const { values, positionals } = parsed(args);
  const [name, path, ...rest] = positionals;
  const set = IMPORT_SETS.find((each) => each.name === name);
  const [isTemplate, isDryRun] = [values.template === true, values['dry-run'] === true];
  const isKnown = set !== undefined || (name === ALL && path !== undefined && !isDryRun);
  if (!isKnown || rest.length > 0 || (path === undefined && !isTemplate)) throw new Fault(USAGE);
  return { set, path, isTemplate, isDryRun };
}

function parsed(args: readonly string[]) {
  try {
    const options = { template: { type: 'boolean' }, 'dry-run': { type: 'boolean' } } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch {
    throw new Fault(USAGE);
  }
}

function ordersOf({ set, path = '', isDryRun }: Asked): readonly ImportOrder[] {
  if (!existsSync(path)) throw new Fault(`There is no file ${path}.`);
  if (set !== undefined) return [{ set, file: path, isDryRun }];
  const names = readdirSync(path).filter((file) => file.endsWith('.csv'));
  const strange = names.find((file) => !IMPORT_SETS.some(({ name }) => file === `${name}.csv`));
  if (strange !== undefined) throw new Fault(`${strange} is named after no set. ${USAGE}`);
  if (names.length === 0) throw new Fault(`There is no file of a set in ${path}. ${USAGE}`);
  return IMPORT_SETS.filter(({ name }) => names.includes(`${name}.csv`)).map((each) => ({
    set: each,
    file: fileIn(path, each),
    isDryRun,
  }));
}

/** Until the first file that is refused: the later ones may name what it would have brought. */
async function importAll(services: ImportServices, orders: readonly ImportOrder[]): Promise<number> {
  for (const order of orders) {
    const prefix = orders.length > 1 ? `${order.set.name}: ` : '';
    const result = await importOne(services, order, prefix);
    print(result, order, prefix);
    if (result.counts.error > 0) return 1;
  }
  return 0;
}

async function importOne(
  services: ImportServices,
  order: ImportOrder,
  prefix: string,
): Promise<ImportResult> {
  try {
    return await importFile(services, order);
  } catch (error) {
    const sentence = refusalOf(error);
    throw sentence === undefined ? error : new Fault(`${prefix}${sentence}`);
  }
}

function refusalOf(error: unknown): string | undefined {
  if (error instanceof FileRefused) return sentenceOf(error);
  if (error instanceof ImportRefusedByTables) return 'The rows contradict each other. Nothing was imported.';
  if (error instanceof WrongExpectedVersion)
    return 'A record of the file changed at the same moment. Nothing was imported: run it again.';
  return undefined;
}

/** The lines that are wrong, at most fifty of their cells, and what came of the file as a whole. */
function print({ lines, counts, imported }: ImportResult, { isDryRun }: ImportOrder, prefix: string): void {
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
  console.log(`${prefix}${insert} new, ${update} changed, ${unchanged} unchanged, ${error} wrong: ${end}`);
}

async function runImports(orders: readonly ImportOrder[]): Promise<number> {
  const config = loadConfig(process.env);
  const dataFolder = prepareDataFolder(config.dataDir);
  const isRunning = runningSystem(dataFolder) !== undefined;
  const masterKeyFile = await masterKeyFor(config, dataFolder);
  const database = await openDatabase(config, dataFolder);
  try {
    const secrets = await readSecrets(masterKeyFile);
    return await withImportServices(database.serviceUrl, secrets, (services) => importAll(services, orders));
  } finally {
    // A running system's server was only borrowed.
    if (!isRunning) await database.cluster?.stop();
  }
}

/** `npm run reference:import`: files of reference data, roles and workers (product/reference.md §1), and templates of them. */
await runMain(async () => {
  const order = asked(process.argv.slice(2));
  if (!order.isTemplate) return runImports(ordersOf(order));
  if (order.set !== undefined) giveTemplate(order.set, order.path);
  else giveTemplates(IMPORT_SETS, order.path ?? '.');
  return 0;
}, USAGE);

function sentenceOf({ code, issues }: FileRefused): string {
  const columns = issues
    .filter((each) => each.code === code)
    .map(({ column }) => column)
    .join(', ');
  return columns === '' ? FILE_MESSAGES[code] : `${FILE_MESSAGES[code]} ${columns}`;
}
