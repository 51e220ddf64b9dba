import { withTimeout } from '@atelier/postgres/with-timeout.ts';
import { envelope } from '@atelier/contracts/contract/schema.ts';
import { backupHealth } from '@atelier/application/system/backups/backups.queries.ts';
import { backupReason, backupStanding } from '@atelier/contracts/system/backups/schema.ts';
import { SEALED_LATE_MS, unsealedForMs } from '@atelier/application/audit/unsealed.queries.ts';
import { projectionHealth } from '@atelier/application/projections/health.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { maySeeMetrics } from './metrics-route.ts';
import { UNREPLICATED_MS } from './commit-watch.ts';
import type { ApiDeps } from './deps.ts';
import { ok } from './envelope.ts';
import { ApiError } from './errors.ts';
import { defineRoute } from './route.ts';

const READY_WITHIN_MS = 2_000;

/** Whether this node wants traffic. Shutdown says no first, so that a proxy sends nothing new. */
export class Readiness {
  #draining = false;

  get draining(): boolean {
    return this.#draining;
  }

  drain(): void {
    this.#draining = true;
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    readiness: Readiness;
  }
}

const liveResponse = envelope(z.object({ uptime_s: z.number() }));
const projectionState = z.object({
  name: z.string(),
  /** Positions behind the horizon. */
  behind: z.number(),
  /** Events set aside: one could not be folded, and what came after it in its stream. */
  parked: z.number(),
  /** Number of the worker that leads it; `atelier_projection_leader` names its host and process. */
  leader: z.number().nullable(),
});
/** How the node stands, for who may see its metrics. Reported, not required. */
const standing = z.object({
  epoch: z.string(),
  position: z.number(),
  projections: z.array(projectionState),
  backups: backupStanding,
  /** Why, while they are late or failed. */
  backups_reason: backupReason.nullable(),
  /** `late` while an event waits for more than two minutes for a signed checkpoint; `unsealed_s` is how long. */
  sealing: z.enum(['current', 'late']),
  unsealed_s: z.number(),
  /** `not_replicated` while commits wait for a synchronous standby for more than a second; `unreplicated_s` is how long. */
  replication: z.enum(['current', 'not_replicated']),
  unreplicated_s: z.number(),
});
const readyResponse = envelope(z.object({ database: z.literal('up'), ...standing.partial().shape }));
type Standing = z.output<typeof standing>;

/**
 * `GET /api/health/live` is the event loop; `/ready` is PostgreSQL, the log's horizon, and not draining. How far the
 * projections are is reported, not required: what is late is shown late, by every node alike. So is a standby that is away: all nodes
 * have the same primary, and without them reads would stop too. Strangers learn that the node is
 * ready, and nothing about it.
 */
export function healthRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/health/live',
    permission: 'public',
    scope: 'none',
    summary: 'Whether this process is alive',
    response: liveResponse,
    handler: async () => ok({ uptime_s: Math.round(process.uptime()) }),
  });
  defineRoute(app, {
    method: 'GET',
    url: '/health/ready',
    permission: 'public',
    scope: 'none',
    summary: 'Whether this process is ready for traffic',
    response: readyResponse,
    handler: async ({ request }) => {
      if (app.readiness.draining) throw notReady('draining');
      const found = await withTimeout(checkDatabase(deps), READY_WITHIN_MS, () => notReady('database_slow'));
      return ok({ database: 'up', ...(maySeeMetrics(request, deps.config.metricsToken) && found) });
    },
  });
}

async function checkDatabase({ db, store, clock, ...deps }: ApiDeps): Promise<Standing> {
  await sql`select 1`.execute(db);
  const [{ epoch, position }, states, { standing: backups, reason }, unsealedMs, unreplicatedMs] =
    await Promise.all([
      store.readHorizon(),
      projectionHealth(db, store),
      backupHealth(db, clock.now()),
      unsealedForMs(db, clock.now()),
      deps.unconfirmedForMs(),
    ]);
  const projections = states.map(({ name, behind, parked, leader }) => ({
    name,
    behind,
    parked,
    leader: leader?.id ?? null,
  }));
  return {
    epoch,
    position,
    projections,
    backups,
    backups_reason: reason,
    sealing: unsealedMs > SEALED_LATE_MS ? 'late' : 'current',
    unsealed_s: Math.round(unsealedMs / 1_000),
    replication: unreplicatedMs > UNREPLICATED_MS ? 'not_replicated' : 'current',
    unreplicated_s: Math.round(unreplicatedMs / 1_000),
  };
}

const notReady = (code: string): ApiError => new ApiError(503, code, 'This node is not ready.');
