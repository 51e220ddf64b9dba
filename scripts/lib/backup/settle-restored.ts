import { createPool } from '@atelier/event-store/pool.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { catchUp } from '@atelier/event-store/projections/catch-up.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import { createDatabase } from '@atelier/application/database.ts';
import { applyErasures } from '@atelier/application/privacy/apply-erasures.commands.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { checkEverything } from '@atelier/application/consistency/check-everything.ts';
import { readModelsOn } from '@atelier/application/projections/projection.ts';
import { PROJECTIONS } from '@atelier/application/read-models/all.ts';
import { rebuild, REBUILDABLE } from '@atelier/application/read-models/rebuild.ts';
import type { Pool } from 'pg';
import { Fault } from '../fault.ts';
import { readSecrets } from '../secrets.ts';
import type { Secrets } from '../secrets.ts';
import type { RestoredServer } from './recover.ts';

/** What a restored log was found to be. */
export interface Checked {
  /** Events whose hash was computed again. */
  readonly events: number;
  /** Streams compared with every read model, and rows that differed at first. */
  readonly streams: number;
  readonly differences: number;
  readonly rebuilt: boolean;
}

export interface CheckOptions {
  readonly server: RestoredServer;
  readonly database: string;
  /** The login that owns the tables. */
  readonly owner: string;
  readonly masterKeyFile: string;
  /** Erase again whom the ledger beside the key vault names: not for a copy that nobody works on. */
  readonly appliesErasures: boolean;
  readonly report: (line: string) => void;
}

/**
 * Verifies every hash of the log, erases again whom the ledger names, brings the read models up to its end, compares each row with the log, and builds them anew when
 * one differs.
 *
 * @throws Fault when the log itself is not whole, or the read models differ after they were built anew
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
  const store = await openStore({ pool: pools.projector, ...secrets, registry: EVENT_REGISTRY });
  try {
    const events = await verifyLog(store, report);
    if (options.appliesErasures) {
      const erased = await eraseAgain(options, secrets);
      report(`ledger of erasures applied: ${erased} persons`);
    }
    return { events, ...(await checkReadModels(pools, store, report)) };
  } finally {
    await store.close();
    await Promise.all([pools.projector.end(), pools.owner.end()]);
  }
}

/** As every start does, before anybody is served. */
async function eraseAgain({ server, database }: CheckOptions, secrets: Secrets): Promise<number> {
  const pool = createPool({
    connectionString: server.url(server.superuser, database),
    role: 'atelier_app',
    unattended: true,
    max: 4,
  });
  const store = await openStore({ pool, ...secrets, registry: EVENT_REGISTRY });
  try {
    const blobs = createPostgresBlobStore(pool);
    return await applyErasures({ store, db: createDatabase(pool), blobs, clock: { now: () => new Date() } });
  } finally {
    await store.close();
    await pool.end();
  }
}

async function verifyLog(store: EventStore, report: (line: string) => void): Promise<number> {
  const chain = await store.verifyChain('all');
  if (!chain.ok)
    throw new Fault(
      `The log is not whole: ${chain.streamId} at position ${chain.position}, ${chain.reason}.`,
    );
  report(`log verified: the hashes of ${chain.events} events in ${chain.streams} streams are right`);
  return chain.events;
}

interface Pools {
  readonly projector: Pool;
  readonly owner: Pool;
}

async function checkReadModels(
  { projector, owner }: Pools,
  store: EventStore,
  report: (line: string) => void,
): Promise<Omit<Checked, 'events'>> {
  const readModels = readModelsOn(projector);
  for (const projection of PROJECTIONS) await catchUp(readModels, store, projection);
  const compare = () => checkEverything({ pool: projector, store }, () => undefined);
  const { streams, differences } = await compare();
  report(`read models compared with the log: ${streams} streams, ${differences} differences`);
  if (differences === 0) return { streams, differences, rebuilt: false };
  for (const name of REBUILDABLE) await rebuild({ owner, projector: readModels, store }, name);
  const left = (await compare()).differences;
  if (left > 0)
    throw new Fault(`The read models differ from the log in ${left} rows after they were built anew.`);
  report('read models built anew: 0 differences');
  return { streams, differences, rebuilt: true };
}
