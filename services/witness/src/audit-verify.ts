import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '@atelier/api/config.ts';
import { earlierValuesIn } from '@atelier/application/audit/verification/earlier-values.queries.ts';
import { findStreamNames, type StreamNames } from '@atelier/application/audit/subject-names.queries.ts';
import { createDatabase } from '@atelier/application/platform/database.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { readSignerKey, trustedKeys } from '@atelier/transparency-log/proof/log-key.ts';
import { ownCopy } from '@atelier/transparency-log/proof/own-head.ts';
import { BadNote, parseVerifierKey, type VerifierKey } from '@atelier/transparency-log/proof/signed-note.ts';
import {
  verifyLog,
  type LogVerdict,
  type VerifyOptions,
} from '@atelier/transparency-log/proof/verify-log.ts';
import type { WitnessCopy } from '@atelier/transparency-log/proof/witness-copy.ts';
import type { Pool } from 'pg';
import { checkStoredFiles } from '@atelier/console/check-stored-files.ts';
import { openDatabase } from '@atelier/console/database.ts';
import { prepareDataFolder, runningSystem } from '@atelier/host/data-folder.ts';
import { Fault } from '@atelier/host/fault.ts';
import { faultLine } from '@atelier/console/fault-line.ts';
import { witnessesOf } from '@atelier/console/log-key.ts';
import { runMain } from '@atelier/host/run-main.ts';
import { WitnessStore } from './witness-store.ts';

const USAGE = `npm run audit:verify -- [options], each as often as needed
  --key NAME+ID+KEY         public key of the log; that of the key file when left out
  --checkpoint FILE         a checkpoint that was kept elsewhere
  --witness FOLDER          a copy of the folder of a witness: names what was rewritten with the tree
  --archives FOLDER         where files of events:archive lie: an archive whose file is in none counts as missing`;

interface Order {
  readonly keys: readonly string[];
  readonly checkpoints: readonly string[];
  readonly witnesses: readonly string[];
  readonly archives: readonly string[];
}

function readOrder(): Order {
  try {
    const list = { type: 'string', multiple: true, default: [] as string[] } as const;
    const { values } = parseArgs({ options: { key: list, checkpoint: list, witness: list, archives: list } });
    return {
      keys: values.key,
      checkpoints: values.checkpoint,
      witnesses: values.witness,
      archives: values.archives,
    };
  } catch {
    throw new Fault(USAGE);
  }
}

/** The keys that are given, else the public half of the one that signs here. */
async function givenKeys(order: Order, keyFile: string, origin: string): Promise<readonly VerifierKey[]> {
  if (order.keys.length > 0) return order.keys.map(parseVerifierKey);
  if (!existsSync(keyFile)) throw new Fault(`${keyFile} is not there: name the log's public key with --key.`);
  return [(await readSignerKey(keyFile, origin, 'log')).verifier];
}

/** Checkpoints by file; the one that this machine signed last is among them, unless its leaves are there to compare with. */
function keptCheckpoints(order: Order, own: readonly string[]): NonNullable<VerifyOptions['kept']> {
  return [...order.checkpoints, ...own.filter(existsSync)].map((file) => ({
    note: readFileSync(file, 'utf8'),
    from: `kept in ${file}`,
  }));
}

function witnessCopies({ witnesses }: Order, keys: readonly VerifierKey[]): readonly WitnessCopy[] {
  return witnesses.map((folder) => {
    const copies = keys.map(({ name }) => new WitnessStore(folder, name).asCopy(`the witness of ${folder}`));
    const copy = copies.find((found) => found !== undefined);
    if (copy === undefined) throw new Fault(`${folder} holds no copy of this log.`);
    return copy;
  });
}

async function verify(serviceUrl: string, options: Omit<VerifyOptions, 'db'>): Promise<LogVerdict> {
  const pool = createPool({
    connectionString: serviceUrl,
    role: 'atelier_projector',
    unattended: true,
    max: 2,
  });
  const began = performance.now();
  try {
    const logKeys = await trustedKeys(pool, options.logKeys ?? []);
    const earlier = earlierValuesIn(pool);
    const verdict = await verifyLog({ ...options, db: pool, logKeys, earlier });
    const names = await namesIn(pool, verdict);
    for (const fault of verdict.faults) console.log(faultLine(fault, names));
    console.log(countsOf(verdict, (performance.now() - began) / 1000));
    return verdict;
  } finally {
    await pool.end();
  }
}

/** Faults of the files that events name. A machine without the keys cannot open them: it says so. */
async function verifyFiles(
  serviceUrl: string,
  masterKeyFile: string | undefined,
  dataFolder: string,
): Promise<number> {
  const file = masterKeyFile ?? join(dataFolder, 'master.key');
  if (existsSync(file)) return (await checkStoredFiles(serviceUrl, file)).faultCount;
  console.log(`pictures and signatures not compared: ${file} is not there`);
  return 0;
}

/** Numbers of the pieces, RMAs and packages that faults are about. */
async function namesIn(pool: Pool, { faults }: LogVerdict): Promise<StreamNames> {
  const streams = new Set(faults.flatMap(({ streamId }) => streamId ?? []));
  // A removed table has no names.
  return findStreamNames(createDatabase(pool), [...streams]).catch(() => new Map());
}

function countsOf(counts: LogVerdict, seconds: number): string {
  return `${counts.sealed} sealed events (${counts.archived} of them in archives), ${counts.checkpoints} checkpoints, ${counts.cosignatures} cosignatures and ${counts.outside} heads kept elsewhere verified in ${seconds.toFixed(1)} s`;
}

/** The last line of every run: whether the log and the files that it names are as they were recorded. */
function verdictOf({ sealed, faultCount, faultStreams }: LogVerdict, altered: number): string {
  if (faultCount === 0 && altered > 0)
    return `The log is whole, its files are NOT: ${counted(altered, 'fault')} in pictures and signatures. ${TO_DO}`;
  if (faultCount === 0)
    return `The log is whole: ${sealed} events are as they were sealed, and those after them fit their chains.`;
  const inStreams = faultStreams === 0 ? 'in no one stream' : `in ${counted(faultStreams, 'stream')}`;
  return `The log is NOT whole: ${counted(faultCount, 'fault')} ${inStreams}. ${TO_DO}`;
}

const TO_DO =
  'Keep the database as it is, do not restore over it, and follow docs/runbook.md, "log verified, it is not what was recorded".';

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

await runMain(async () => {
  const order = readOrder();
  const config = loadConfig(process.env);
  const dataFolder = prepareDataFolder(config.dataDir);
  const isRunning = runningSystem(dataFolder) !== undefined;
  const { logKeyFile, logOrigin, signedLastFile } = witnessesOf(config, dataFolder);
  const database = await openDatabase(config, dataFolder);
  try {
    const logKeys = await givenKeys(order, logKeyFile, logOrigin);
    const own = await ownCopy(signedLastFile);
    const kept = keptCheckpoints(order, own === undefined ? [signedLastFile] : []);
    const copies = [...witnessCopies(order, logKeys), ...(own === undefined ? [] : [own])];
    const witnesses = config.witnessKeys.map(parseVerifierKey);
    const options = { logKeys, kept, copies, witnesses, archives: order.archives };
    const verdict = await verify(database.serviceUrl, options);
    const altered = await verifyFiles(database.serviceUrl, config.masterKeyFile, dataFolder);
    console.log(verdictOf(verdict, altered));
    return verdict.faultCount + altered === 0 ? 0 : 1;
  } catch (error) {
    throw error instanceof BadNote ? new Fault(`${error.message}.`) : error;
  } finally {
    // A running system's server was only borrowed.
    if (!isRunning) await database.cluster?.stop();
  }
}, USAGE);
