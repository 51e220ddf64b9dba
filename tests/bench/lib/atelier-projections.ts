import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDatabase } from '@atelier/application/platform/database.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { dashboardProjection } from '@atelier/application/dashboard/dashboard.projection.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { startProjections } from '@atelier/event-store/projections/run.ts';
import { asRole } from '../../harness/as-role.ts';
import { eventMetadata } from './event.ts';
import { lifeEvent } from './life.ts';
import type { Projected } from './open-loop.ts';
import { readModelsOn } from '@atelier/application/projections/projection.ts';

const masterKey = masterKeyOf(Buffer.alloc(32, 1));

export interface AtelierProjections extends Projected {
  /** Rebuilds beside the live tables and swaps, in a separate process, which leaves its profile in a folder when asked to. */
  readonly rebuild: (name: string, profiles?: string) => Promise<RebuildRun>;
}

export interface RebuildRun {
  readonly seconds: number;
  /** Until the rows are written; then indexes, what came meanwhile, and the swap. 0 for an inline read model. */
  readonly bulkSeconds: number;
  /** Processor time of the rebuilding process. */
  readonly cpuMs: number;
}

/** The API's side and a worker's side of one database, with the dashboard's projection running. */
export async function openAtelierProjections(urls: {
  readonly url: string;
  readonly ownerUrl: string;
}): Promise<AtelierProjections> {
  const projectorUrl = asRole(urls.url.replace(/\?.*$/, ''), 'atelier_projector');
  const pool = createPool({ connectionString: urls.url, role: 'atelier_app', max: 16 });
  const projectors = createPool({ connectionString: projectorUrl, role: 'atelier_projector', max: 8 });
  const store = await openStore({ pool, masterKey, registry: EVENT_REGISTRY });
  const projecting = await openStore({ pool: projectors, masterKey, registry: EVENT_REGISTRY });
  const db = createDatabase(projectors);
  const running = startProjections({
    store: projecting,
    database: readModelsOn(projectors, projecting.sealing),
    projections: [dashboardProjection],
    onError: (error) => process.stderr.write(`${String(error)}\n`),
  });
  return {
    name: 'Atelier',
    append: async (item, version) => {
      const streams = [
        { streamId: `item-${item}`, expectedVersion: version, events: [lifeEvent(item, version)] },
      ];
      return (await store.append({ streams, metadata: eventMetadata })).position;
    },
    shownUpTo: async () => {
      const row = await db
        .selectFrom('projection_checkpoints')
        .select('position')
        .where('name', '=', 'dashboard')
        .executeTakeFirst();
      return row?.position ?? 0;
    },
    rebuild: async (name, profiles) => {
      const env = { ...process.env, OWNER_URL: urls.ownerUrl, PROJECTOR_URL: projectorUrl };
      const script = join(import.meta.dirname, 'rebuild-child.ts');
      const profiling = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`];
      const { stdout } = await promisify(execFile)(process.execPath, [...profiling, script, name], { env });
      const run: RebuildRun = JSON.parse(stdout);
      return run;
    },
    close: async () => {
      await running.stop();
      await Promise.all([store.close(), projecting.close()]);
      await Promise.all([pool.end(), projectors.end()]);
    },
  };
}
