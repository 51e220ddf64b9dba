import { readHealth } from '@atelier/application/read-models/health/health.queries.ts';
import { healthResponse, type HealthView } from '@atelier/contracts/system/health/schema.ts';
import { parseVerifierKey } from '@atelier/transparency-log/proof/signed-note.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../../http/deps.ts';
import { ok } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';

/** Every open home screen asks again and again; thirty days are counted once for all of them. */
const KEPT_MS = 5_000;

/** The house's health in sentences (product/system.md §6). */
export function healthOfHouseRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const read = keepFor(KEPT_MS, () => readNow(deps));
  defineRoute(app, {
    method: 'GET',
    url: '/system/health',
    permission: 'view system config',
    scope: 'house',
    summary: 'Backups, restores, verification, witnesses, NAV, messages, webhooks and keys: one line each',
    response: healthResponse,
    handler: async () => ok(await read()),
  });
}

function readNow({ db, clock, config, policy }: ApiDeps): Promise<HealthView> {
  const witnesses = config.witnessKeys.map(parseVerifierKey).map(({ name, id }) => `${name}+${id}`);
  return readHealth(db, { now: clock.now(), witnesses, messagesOn: policy().messagesOn });
}

/** Calls of this time share one result; a failure is not kept. */
function keepFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly at: number; readonly result: Promise<T> } | undefined;
  return () => {
    if (kept !== undefined && performance.now() - kept.at < ms) return kept.result;
    const result = read();
    kept = { at: performance.now(), result };
    result.catch(() => (kept = undefined));
    return result;
  };
}
