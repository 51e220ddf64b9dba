import type { WorkerBadge } from '@atelier/domain/documents/paper.ts';
import { findWorker } from '@atelier/application/workforce/worker-list.queries.ts';
import { changeWorker, readWorker } from '@atelier/application/workforce/workers.commands.ts';
import { accepted, type CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { notFound } from '../http/errors.ts';

export interface RevealedBadge {
  readonly badge: WorkerBadge;
  readonly position: number;
}

/** A badge in full, for a worker in the caller's view. Who looked, or printed it, is an event before it is shown. */
export async function revealBadge(
  deps: ApiDeps,
  { scope, command }: CommandInput,
  workerId: number,
  how: 'shown' | 'printed',
): Promise<RevealedBadge> {
  const view = await findWorker(deps.db, deps.store, scope, workerId);
  if (view === undefined) throw notFound();
  const { metadata, idempotency } = command();
  const reveal = { type: 'RevealWorkerBadge', how } as const;
  const { position } = accepted(await changeWorker(deps.store, workerId, reveal, metadata, { idempotency }));
  const worker = await readWorker(deps.store, workerId);
  if (worker.kind === 'none' || worker.profile === null) throw notFound();
  const { workId, department, profile } = worker;
  return { badge: { ...profile, workId, department, site: view.store.name }, position };
}
