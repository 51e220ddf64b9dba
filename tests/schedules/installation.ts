import { randomUUID } from 'node:crypto';
import { createMetrics } from '@atelier/api/http/metrics.ts';
import { openApiWorld, type ApiWorld, type PersonName } from '@atelier/api/testing/testing-api.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { findAccountForSignIn } from '@atelier/application/identity/account.queries.ts';
import { insertSession } from '@atelier/application/identity/sessions.commands.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import type { Pool } from 'pg';
import { connectCounter } from './counter.ts';
import { VirtualTime } from './lib/virtual-time.ts';
import type { Piece } from './pieces.ts';

/** The people whose screens are open. */
export const VIEWERS = ['paris', 'tokyo', 'factory', 'admin'] as const satisfies readonly PersonName[];
export type Viewer = (typeof VIEWERS)[number];

/** What all schedules of a process share: a database, people with sessions, connections, and virtual time. */
export interface Installation {
  readonly api: ApiWorld;
  /** Connections of the API's role, of the projectors' role, of the owner, and of a superuser who only looks. */
  readonly app: Pool;
  readonly projector: Pool;
  readonly owner: Pool;
  readonly admin: Pool;
  readonly metrics: ReturnType<typeof createMetrics>;
  readonly sessions: ReadonlyMap<Viewer, string>;
  readonly site: (code: string) => number;
  /** Deposited items that no schedule has taken yet, by shop. */
  readonly stock: Map<string, Piece[]>;
  readonly close: () => Promise<void>;
}

const CONNECTIONS = 40;
const HOUR_MS = 3_600_000;

/** Opens a database with reference data and people. `ATELIER_TEST_POSTGRES` must name a server: see `startPostgres`. */
export async function openInstallation(): Promise<Installation> {
  const api = await openApiWorld();
  const { database } = api.world;
  await settleHorizon(api.world.pool, api.world.store);
  await connectCounter(api);
  // It appends still, but moves the horizon no more in its own time: what others find would not depend on the seed alone.
  await api.world.store.close();
  const owner = createPool({ connectionString: database.connectionString, role: 'owner', max: 4 });
  const admin = createPool({ connectionString: database.adminUrl, role: 'owner', max: 4 });
  await forbidVacuum(admin);
  // Ids of one length: streams are locked in the order of their names.
  await admin.query("select setval('entity_id_seq', 1000000)");
  const app = createPool({ connectionString: database.appUrl, role: 'atelier_app', max: CONNECTIONS });
  const projector = createPool({
    connectionString: database.projectorUrl,
    role: 'atelier_projector',
    max: CONNECTIONS,
  });
  return {
    api,
    app,
    projector,
    owner,
    admin,
    metrics: createMetrics(),
    sessions: await openSessions(api),
    site: (code) => api.sites.get(code) ?? 0,
    stock: new Map(),
    close: async () => {
      await Promise.all([owner, admin, app, projector].map((pool) => pool.end()));
      await api.close();
    },
  };
}

/** Vacuum takes locks whenever it likes: who waits would not depend on the seed alone. */
async function forbidVacuum(admin: Pool): Promise<void> {
  await admin.query(`do $$ declare each regclass; begin
    for each in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('alter table %s set (autovacuum_enabled = false, toast.autovacuum_enabled = false)', each);
    end loop; end $$`);
}

async function openSessions({ world }: ApiWorld): Promise<ReadonlyMap<Viewer, string>> {
  const sessions = new Map<Viewer, string>();
  // Seen last long after every schedule's end: no session is signed out for being idle.
  const now = new Date(new VirtualTime().now().getTime() + 10 * HOUR_MS);
  for (const viewer of VIEWERS) {
    const account = await findAccountForSignIn(world.db, `${viewer}@demo.test`);
    if (account === undefined) throw new Error(`there is no account ${viewer}`);
    const id = randomUUID();
    const endsAt = new Date(now.getTime() + HOUR_MS);
    await insertSession(world.db, { id, token: randomUUID(), kind: 'password', account, now, endsAt });
    sessions.set(viewer, id);
  }
  return sessions;
}
