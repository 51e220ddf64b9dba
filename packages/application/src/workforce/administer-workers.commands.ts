import type { Rejection } from '@atelier/domain/rejection.ts';
import type { Worker, WorkerCommand, WorkerState } from '@atelier/domain/workforce/worker.ts';
import type { Kysely } from 'kysely';
import type { AppDb, Database } from '../platform/database.ts';
import { inTurn } from '../platform/in-turn.ts';
import type { CommandResult } from '@atelier/event-store/command.ts';
import type { EventMetadata, EventStore } from '@atelier/event-store/types.ts';
import { badgeDigest, type BadgeServices } from './badge.table.ts';
import { dropBadge, storeBadge } from './badges.commands.ts';
import { changeWorker, readWorker, type WorkforceExtras } from './workers.commands.ts';

export interface WorkforceServices extends BadgeServices {
  readonly store: EventStore;
}

export interface WorkerOrder extends WorkforceExtras {
  readonly workerId: number;
  readonly command: WorkerCommand;
  readonly metadata: EventMetadata;
  /** As in `Badge`. */
  readonly pinHash?: string | null | undefined;
}

/**
 * Registers, changes or deactivates a worker, and keeps the badge at the door in step. Work id and barcode are unique
 * among active workers, a role must be there (product/workforce.md §2).
 */
export function administerWorker(
  services: WorkforceServices,
  { workerId, command, metadata, pinHash, ...extras }: WorkerOrder,
): Promise<CommandResult<Rejection>> {
  return oneAtATime(services.db, async () => {
    const check = (after: Worker) => clashOf(services, after);
    const outcome = await changeWorker(services.store, workerId, command, metadata, { ...extras, check });
    if (outcome.ok) {
      const worker = await readWorker(services.store, Number(outcome.answer?.['worker_id']));
      await fitBadge(services, worker, pinHash, metadata);
    }
    return outcome;
  });
}

/** Serialises changes of workers and roles over all nodes, so that unique values stay unique. */
export const oneAtATime = <T>(db: AppDb, work: () => Promise<T>): Promise<T> => inTurn(db, 'workforce', work);

/** Also repairs what a crash between event and badge left behind, when the command comes again. */
export async function fitBadge(
  services: WorkforceServices,
  worker: WorkerState,
  pinHash: string | null | undefined,
  { occurredAt }: Pick<EventMetadata, 'occurredAt'>,
): Promise<void> {
  if (worker.kind === 'none' || worker.profile === null) return;
  const { workerId, active, profile } = worker;
  const now = new Date(occurredAt);
  if (!active) return dropBadge(services, workerId, now);
  await storeBadge(services, { workerId, barcode: profile.barcode, pinHash }, now);
}

export async function clashOf(services: WorkforceServices, worker: Worker): Promise<Rejection | undefined> {
  if (!worker.active || worker.profile === null) return undefined;
  if (!(await isRole(services.db, worker.roleKey))) return { code: 'role_unknown' };
  if (await isWorkIdTaken(services.db, worker)) return { code: 'work_id_used' };
  return (await isBarcodeTaken(services, worker, worker.profile.barcode))
    ? { code: 'barcode_used' }
    : undefined;
}

async function isRole(db: Kysely<Database>, key: string): Promise<boolean> {
  const role = await db
    .selectFrom('worker_role_row')
    .select('id')
    .where('key', '=', key)
    .where('deleted', '=', false)
    .executeTakeFirst();
  return role !== undefined;
}

async function isWorkIdTaken(db: Kysely<Database>, { workerId, workId }: Worker): Promise<boolean> {
  const other = await db
    .selectFrom('worker_row')
    .select('id')
    .where('work_id', '=', workId)
    .where('active', '=', true)
    .where('id', '<>', workerId)
    .executeTakeFirst();
  return other !== undefined;
}

async function isBarcodeTaken(
  { db, masterKey }: BadgeServices,
  { workerId }: Worker,
  barcode: string,
): Promise<boolean> {
  const other = await db
    .selectFrom('worker_badges as b')
    .innerJoin('worker_row as w', 'w.id', 'b.worker_id')
    .select('w.id')
    .where('b.barcode_digest', '=', badgeDigest(masterKey, barcode))
    .where('w.active', '=', true)
    .where('w.id', '<>', workerId)
    .executeTakeFirst();
  return other !== undefined;
}

/** Active workers who hold a role now. */
export async function countHolders(db: Kysely<Database>, roleId: number): Promise<number> {
  const { holders } = await db
    .selectFrom('worker_row as w')
    .innerJoin('worker_role_row as r', 'r.key', 'w.role_key')
    .select((select) => select.fn.countAll<number>().as('holders'))
    .where('r.id', '=', roleId)
    .where('w.active', '=', true)
    .executeTakeFirstOrThrow();
  return holders;
}
