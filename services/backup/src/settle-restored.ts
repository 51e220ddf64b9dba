import { adoptVault } from '@atelier/key-vault/adopt-vault.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { catchUp } from '@atelier/event-store/projections/catch-up.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import { createDatabase } from '@atelier/application/platform/database.ts';
import { applyErasures } from '@atelier/application/privacy/apply-erasures.commands.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { checkEverything } from '@atelier/application/read-models/consistency/check-everything.ts';
import { readModelsOn } from '@atelier/application/projections/projection.ts';
import { PROJECTIONS } from '@atelier/application/read-models/all.ts';
import { rebuild, REBUILDABLE, tablesOf } from '@atelier/application/read-models/rebuild.ts';
import type { Pool } from 'pg';
import { Fault } from '@atelier/host/fault.ts';
import { readSecrets, type Secrets } from '@atelier/host/secrets.ts';
import { checkLog, type CheckedLog } from './check-log.ts';
import type { LogWitnesses } from '@atelier/console/log-key.ts';
import type { Manifest } from './manifest.ts';
import type { RestoredServer } from './recover.ts';

/** How the read models stood to the log. */
export interface ComparedReadModels {
  /** Streams compared with every read model, and rows that differed at first. */
  readonly streams: number;
  /** Streams that were not compared in every table. */
  readonly skipped: number;
  readonly differences: number;
  /** Read models that were rebuilt. */
  readonly rebuilt: readonly string[];
  /** Tables that differ and cannot be rebuilt, accounts and their rights: the standing audit repairs them. */
  readonly left: readonly string[];
}

/** What a restored log was found to be. */
export interface Checked extends ComparedReadModels {
  readonly log: CheckedLog;
  /** Persons whom the ledger named and the log still held; undefined when it was not applied. */
  readonly erased: number | undefined;
}

export interface CheckOptions {
  readonly server: RestoredServer;
  readonly database: string;
  /** The login that owns the tables. */
  readonly owner: string;
  readonly masterKeyFile: string;
  readonly manifest: Manifest;
  readonly witnesses: LogWitnesses;
  /** Take a log that is not the one this machine signed last. */
  readonly acceptsAnother: boolean;
  /** Take an older key vault, or a copy, for the one of this database. */
  readonly adoptsVault: boolean;
  /** Erase again the persons that the key vault's ledger names; not for an unused copy. */
  readonly appliesErasures: boolean;
  readonly report: (line: string) => void;
}

/**
 * Verifies the log's chain, tree and checkpoints, erases again whom the ledger names, brings the read models up to its end, compares
 * each row with the log, and builds again those that differ.
 *
 * @throws Fault when the log is not whole or not the one that was signed here, or a read model differs after it was rebuilt
 */
export async function checkRestored(options: CheckOptions): Promise<Checked> {
  const { server, database, owner, report } = options;
  const pools = {
    projector: createPool({
      connectionString: server.url(server.superuser, database),
      role: 'atelier_projector',
      unattended: true,
      max: 6,
    }),
    owner: createPool({
      connectionString: server.url(owner, database),
      role: 'owner',
      unattended: true,
      max: 4,
    }),
  };
  const secrets = await readSecrets(options.masterKeyFile);
  if (options.adoptsVault) await adoptVault(pools.owner, secrets.vault);
  const store = await openStore({
    pool: pools.projector,
    ...secrets,
    isVaultReadOnly: !options.appliesErasures,
    registry: EVENT_REGISTRY,
  });
  try {
    const log = await checkLog(pools.projector, options.manifest, options.witnesses, report);
    refuseAnother(log, options);
    const erased = options.appliesErasures ? await eraseAgain(options, secrets) : undefined;
    if (erased !== undefined) report(`ledger of erasures applied: ${erased} persons`);
    return { log, erased, ...(await checkReadModels(pools, store, report)) };
  } finally {
    await store.close();
    await Promise.all([pools.projector.end(), pools.owner.end()]);
  }
}

/** As every start does, before it serves requests. */
async function eraseAgain({ server, database }: CheckOptions, secrets: Secrets): Promise<number> {
  const pool = createPool({
    connectionString: server.url(server.superuser, database),
    role: 'atelier_app',
    unattended: true,
    max: 4,
  });
  const store = await openStore({ pool, ...secrets, registry: EVENT_REGISTRY });
  try {
    const blobs = createPostgresBlobStore(pool, store.files);
    return await applyErasures({
      store,
      db: createDatabase(pool, store.sealing),
      blobs,
      clock: { now: () => new Date() },
    });
  } finally {
    await store.close();
    await pool.end();
  }
}

/** A log that ends before what was signed is an earlier one; one that differs from it was led another way, or rewritten. */
function refuseAnother({ signedLast }: CheckedLog, { witnesses, acceptsAnother }: CheckOptions): void {
  if (signedLast?.standing !== 'another' || acceptsAnother) return;
  throw new Fault(
    `The restored log is not the one whose ${signedLast.size} events this machine signed (${witnesses.signedLastFile}): it was rewritten before the backup, or an earlier restore led it another way. Find out which; --accept takes it as it is.`,
  );
}

interface Pools {
  readonly projector: Pool;
  readonly owner: Pool;
}

async function checkReadModels(
  { projector, owner }: Pools,
  store: EventStore,
  report: (line: string) => void,
): Promise<ComparedReadModels> {
  const readModels = readModelsOn(projector, store.sealing);
  for (const projection of PROJECTIONS) await catchUp(readModels, store, projection);
  const found = await compareReadModels(projector, store);
  const { streams, skipped, differences } = found;
  report(`read models compared with the log: ${comparedInWords(found)}`);
  const rebuilt = REBUILDABLE.filter((name) => tablesOf(name).some((table) => found.tables.has(table)));
  if (rebuilt.length === 0) return { streams, skipped, differences, rebuilt, left: [...found.tables] };
  for (const name of rebuilt) await rebuild({ owner, projector: readModels, store }, name);
  const again = await compareReadModels(projector, store);
  const wrong = rebuilt.filter((name) => tablesOf(name).some((table) => again.tables.has(table)));
  if (wrong.length > 0)
    throw new Fault(`Read models differ from the log after they were built anew: ${wrong.join(', ')}.`);
  report(`read models built anew (${rebuilt.join(', ')}): ${again.differences} differences`);
  return { streams, skipped, differences, rebuilt, left: [...again.tables] };
}

/** At once as many as the projector's sessions allow. The log's hashes were all computed before. */
async function compareReadModels(pool: Pool, store: EventStore) {
  const tables = new Set<string>();
  const began = performance.now();
  const result = await checkEverything({ pool, store, isChainVerified: true }, ({ table }) =>
    tables.add(table),
  );
  return { ...result, tables, seconds: (performance.now() - began) / 1_000 };
}

/** Some are left out while the words of search get a new key, which workers do after their start. */
function comparedInWords({
  streams,
  skipped,
  differences,
  seconds,
}: Awaited<ReturnType<typeof compareReadModels>>): string {
  const partly = skipped === 0 ? '' : `, ${skipped} not in every table`;
  return `${streams} streams${partly}, ${differences} differences, ${seconds.toFixed(1)} s`;
}
