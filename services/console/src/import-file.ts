import { createReadStream } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { readCsv } from '@atelier/api/reference/read-csv.ts';
import { createDatabase } from '@atelier/application/platform/database.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { decideRoleRows } from '@atelier/application/identity/import-roles.commands.ts';
import { defineStandardRoles } from '@atelier/application/identity/standard-roles.commands.ts';
import {
  importAsEvents,
  type EventImport,
} from '@atelier/application/reference/import/event-import.commands.ts';
import {
  importReference,
  type ImportResult,
} from '@atelier/application/reference/import/reference-import.commands.ts';
import {
  oneAtATime,
  type WorkforceServices,
} from '@atelier/application/workforce/administer-workers.commands.ts';
import { decideWorkerRoleRows } from '@atelier/application/workforce/import-worker-roles.commands.ts';
import { decideWorkerRows, fitBadges } from '@atelier/application/workforce/import-workers.commands.ts';
import { CONSOLE_SETS } from '@atelier/domain/processes/console-sets.ts';
import type { DataSet } from '@atelier/domain/reference/import/data-set.ts';
import { REFERENCE_SETS } from '@atelier/domain/reference/import/sets.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { Fault } from '@atelier/host/fault.ts';
import type { Secrets } from '@atelier/host/secrets.ts';

/** Every set that the console imports, in the order in which a new house brings them. */
export const IMPORT_SETS: readonly DataSet[] = [...REFERENCE_SETS, ...CONSOLE_SETS];

export interface ImportOrder {
  readonly set: DataSet;
  readonly file: string;
  readonly isDryRun: boolean;
}

export interface ImportServices extends WorkforceServices {
  readonly clock: { readonly now: () => Date };
}

/** One append holds the whole file, and every reader of the log waits for it. */
const MOST_EVENT_ROWS = 2_000;

/** Opens the services that imports need, for the time of `work`. */
export async function withImportServices<T>(
  serviceUrl: string,
  secrets: Secrets,
  work: (services: ImportServices) => Promise<T>,
): Promise<T> {
  const pool = createPool({ connectionString: serviceUrl, role: 'atelier_app', unattended: true, max: 6 });
  const store = await openStore({ pool, ...secrets, registry: EVENT_REGISTRY });
  try {
    const clock = { now: () => new Date() };
    return await work({
      db: createDatabase(pool, store.sealing),
      store,
      masterKey: secrets.masterKey,
      clock,
    });
  } finally {
    await store.close();
    await pool.end();
  }
}

/** Imports one file: all of it or nothing, as an act of the operator. */
export async function importFile(
  services: ImportServices,
  { set, file, isDryRun }: ImportOrder,
): Promise<ImportResult> {
  const csv = await readCsv(set, createReadStream(file));
  const occurredAt = services.clock.now().toISOString();
  const metadata = {
    actor: { id: 'reference:import', kind: 'system', name: 'operator' },
    commandId: randomUUID(),
    occurredAt,
  } as const;
  const request = { set, ...csv, isDryRun, metadata };
  const decide = DECIDE[set.name];
  if (decide === undefined) return importReference(services, { ...request, by: null });
  if (csv.rows.length > MOST_EVENT_ROWS)
    throw new Fault(`A file of ${set.name} has at most ${MOST_EVENT_ROWS} rows: split it.`);
  // Before a file can take their names.
  if (!isDryRun) await defineStandardRoles(services);
  const run = async () => {
    const result = await importAsEvents(services, {
      ...request,
      decide: (planned) => decide(services, planned, occurredAt),
    });
    if (result.imported && set.name === 'workers') await fitBadges(services, workIdsIn(csv), occurredAt);
    return result;
  };
  return oneAtATime(services.db, run);
}

const workIdsIn = ({ rows }: Pick<EventImport, 'rows'>): readonly string[] =>
  rows.map(({ cellOf }) => cellOf('work_id').trim());

type Decide = (
  services: ImportServices,
  planned: Parameters<EventImport['decide']>[0],
  now: string,
) => ReturnType<EventImport['decide']>;

const DECIDE: Readonly<Record<string, Decide>> = {
  roles: decideRoleRows,
  worker_roles: decideWorkerRoleRows,
  workers: decideWorkerRows,
};
