import type { Pool } from 'pg';
import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import { createDatabase } from '@atelier/application/platform/database.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { readSecrets, type Secrets } from '@atelier/host/secrets.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { beginRecords } from '@atelier/application/read-models/consistency/begin-records.commands.ts';
import { sealCustomers } from '@atelier/application/reference/seal-customers.commands.ts';
import { pieceFactsProjection } from '@atelier/application/insight/piece-facts.projection.ts';
import { PROJECTIONS } from '@atelier/application/read-models/all.ts';
import { catchUp } from '@atelier/event-store/projections/catch-up.ts';
import { generateHistory, type History } from '../history/generate.ts';
import { withReadyDates } from '../history/ready-dates.ts';
import type { DemoOptions } from '../load.ts';
import { demoPeople, type DemoPeople } from '../people.ts';
import { addMonths } from '../reference/calendar.ts';
import { DEMO_SEED, generateReference } from '../reference/generate.ts';
import { loadReference } from '../reference/load.ts';
import { writeHistory } from './append-history.ts';
import { hashPasswords, loadPeople } from './people.ts';
import { judgeDemoWeeks } from './radar.ts';
import { writeDemoMessages } from './messages.ts';
import { writeDemoTexts } from './texts.ts';
import { loadWorkers } from './workers.ts';
import { readModelsOn, type ReadModels } from '@atelier/application/projections/projection.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { waitForProjections } from '@atelier/event-store/projections/wait.ts';

const MONTHS = 19;
const READ_FIRST = [
  'streams',
  'item_row',
  'rma_row',
  'shipment_row',
  'item_census',
  'status_counters',
  'search_terms',
];

const NAV_IS_TOLD = `
  insert into policy_checkpoints (name, position) select name, coalesce(max(position), 0) from events, unnest(array['nav', 'messages']) name group by name
  on conflict (name) do update set position = excluded.position`;

/** Everything, into a database without a history. `owner` is a pool of the tables' owner. */
export async function loadWhole(options: DemoOptions, owner: Pool, hasReference: boolean): Promise<void> {
  const { connectionString, masterKeyFile, now, seed = DEMO_SEED } = options;
  const secrets = await readSecrets(masterKeyFile);
  const people = demoPeople(seed);
  const hashes = hashPasswords(people);
  const reference = generateReference(now, seed);
  if (!hasReference) await loadReference(createDatabase(owner), now, seed);
  const history = generateHistory({ seed, now, people, reference });
  await owner.query(`select setval('entity_id_seq', greatest($1, last_value), true) from entity_id_seq`, [
    history.endId,
  ]);
  const pool = createPool({
    connectionString,
    role: 'atelier_app',
    unattended: true,
    max: 2,
    applicationName: 'atelier-demo',
  });
  try {
    await loadWith(pool, secrets, { people, hashes, history, since: sinceOf(now) });
    const commands = await withReadyDates(history.commands, reference, now.getTime());
    await writeHistory({ owner, ...secrets }, commands, `demo ${seed}`);
    // The demo's invoices count as sent to NAV: only what leaves from now on is sent there.
    await owner.query(NAV_IS_TOLD);
    await switchMessagesOn(pool, secrets);
    await showHistory(pool, connectionString, secrets, { people, now });
    // No node of another release writes here: what the demo brought is recorded at once.
    await beginRecords(createDatabase(pool), new Date(), true);
  } finally {
    await pool.end();
  }
  // The planner learns what the first screens will ask for, without waiting for autovacuum.
  await owner.query(`analyze ${READ_FIRST.join(', ')}`);
}

/** Everybody was there before the first deposit. */
const sinceOf = (now: Date): Date => new Date(addMonths(now.toISOString().slice(0, 10), -MONTHS));

interface Beginning {
  readonly people: DemoPeople;
  readonly hashes: ReturnType<typeof hashPasswords>;
  readonly history: History;
  readonly since: Date;
}

/** Accounts, and the files that events will name: both may be there already. */
async function loadWith(
  pool: Pool,
  secrets: Secrets,
  { people, hashes, history, since }: Beginning,
): Promise<void> {
  const store = await openStore({ pool, ...secrets, registry: EVENT_REGISTRY });
  const blobs = createPostgresBlobStore(pool, store.files);
  try {
    const db = createDatabase(pool, store.sealing);
    await loadPeople({ store, db }, people, hashes, since);
    await loadWorkers({ store, db, masterKey: secrets.masterKey }, people.workers, since);
    // One after the other: a queue at the pool would time out on a busy machine.
    for (const bytes of history.files.values()) await blobs.put(bytes, 'image/png');
  } finally {
    await store.close();
  }
}

/** From now on customers of the demo are written to: its mail server keeps everything on this machine. Two of them have written. */
async function switchMessagesOn(pool: Pool, secrets: Secrets): Promise<void> {
  const store = await openStore({ pool, ...secrets, registry: EVENT_REGISTRY });
  try {
    await writeDemoMessages(store);
    await writeDemoTexts(store, createDatabase(pool, store.sealing));
  } finally {
    await store.close();
  }
}

/** Folds what was appended into the figures; the horizon may follow the newest append a moment later. */
async function showFigures(pool: Pool, db: ReadModels, store: EventStore): Promise<void> {
  do {
    await store.advanceHorizon();
    await catchUp(db, store, pieceFactsProjection);
  } while (!(await waitForProjections(pool, [pieceFactsProjection.name], 'newest', 100)));
}

/** Folds the history into dashboards and search, so that the first screens are right, judges its weeks, and seals the register. */
async function showHistory(
  pool: Pool,
  connectionString: string,
  secrets: Secrets,
  { people, now }: { readonly people: DemoPeople; readonly now: Date },
): Promise<void> {
  const projector = createPool({
    connectionString,
    role: 'atelier_projector',
    unattended: true,
    max: 3,
    applicationName: 'atelier-demo',
  });
  const store = await openStore({ pool, ...secrets, registry: EVENT_REGISTRY });
  try {
    const db = readModelsOn(projector, store.sealing);
    await Promise.all(PROJECTIONS.map((projection) => catchUp(db, store, projection, { batchSize: 4_000 })));
    const adminId = people.users.find(({ email }) => email.startsWith('admin@'))?.id ?? 0;
    const show = () => showFigures(pool, db, store);
    await judgeDemoWeeks({ pool, store, now, adminId, show });
    // The register of customers was loaded in clear: the workers would warn of backups that hold it so.
    await sealCustomers(createDatabase(projector, store.sealing), () => false);
  } finally {
    await store.close();
    await projector.end();
  }
}
