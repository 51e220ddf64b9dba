import type { Database } from '@atelier/application/platform/database.ts';
import type { CommandResult } from '@atelier/event-store/command.ts';
import type { MasterKey } from '@atelier/key-vault/master-key.ts';
import type { EventMetadata, EventStore } from '@atelier/event-store/types.ts';
import { storeBadge } from '@atelier/application/workforce/badges.commands.ts';
import { defineWorkerRole } from '@atelier/application/workforce/worker-roles.commands.ts';
import { changeWorker } from '@atelier/application/workforce/workers.commands.ts';
import type { Kysely } from 'kysely';
import { SITES } from '../reference/places.ts';
import { WORKER_ROLES } from '../reference/worker-roles.ts';
import type { WorkerSeed } from '../reference/workers.ts';

export interface WorkersTarget {
  readonly store: EventStore;
  readonly db: Kysely<Database>;
  /** Badges are recognised by digests under a key drawn from it. */
  readonly masterKey: MasterKey;
}

/** Roles and factory hands with their badges, as events of `since`. What is there already stays as it is. */
export async function loadWorkers(
  target: WorkersTarget,
  workers: readonly WorkerSeed[],
  since: Date,
): Promise<void> {
  for (const [index, { key, name, permissions }] of WORKER_ROLES.entries()) {
    // Below the first id of the sequence: only roles of workers use it.
    const roleId = index + 1;
    const role = { roleId, key, name, permissions };
    expectDone(await defineWorkerRole(target.store, role, metadata(`demo-worker-role-${key}`, since)));
  }
  for (const worker of workers) await registerWorker(target, worker, since);
}

async function registerWorker(target: WorkersTarget, worker: WorkerSeed, since: Date): Promise<void> {
  const { id: workerId, WorkerID: workId, name, barcode, department, roleKey } = worker;
  const siteId = SITES.find((site) => site.code === worker.siteCode)?.id ?? 0;
  const post = { department, roleKey, siteId };
  const command = { type: 'RegisterWorker', workerId, workId, profile: { name, barcode }, ...post } as const;
  expectDone(await changeWorker(target.store, workerId, command, metadata(`demo-worker-${workerId}`, since)));
  await storeBadge(target, { workerId, barcode, pinHash: null }, since);
}

/** An interrupted load is completed: an existing worker needs nothing. */
function expectDone(result: CommandResult<{ readonly code: string }>): void {
  if (result.ok || result.rejection.code === 'already_exists') return;
  throw new Error(`a worker of the demo was refused: ${result.rejection.code}`);
}

const metadata = (commandId: string, since: Date): EventMetadata => ({
  actor: { id: 'demo', kind: 'system' },
  commandId,
  occurredAt: since.toISOString(),
});
