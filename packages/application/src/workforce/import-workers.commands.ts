import { randomInt } from 'node:crypto';
import type { Decision } from '@atelier/domain/decider.ts';
import { workerStream } from '@atelier/domain/workforce/events.ts';
import type { WorkerEvent } from '@atelier/domain/workforce/events.ts';
import { decideWorker, evolveWorker, initialWorker, toWorkerRow } from '@atelier/domain/workforce/worker.ts';
import type { WorkerCommand, WorkerFacts, WorkerState } from '@atelier/domain/workforce/worker.ts';
import type { StreamHistory } from '@atelier/event-store/types.ts';
import { eventsOf } from '../shared/planned-rows.ts';
import type { PlannedRow, RowDecision, RowIssue } from '../shared/planned-rows.ts';
import { clashOf, fitBadge } from './administer-workers.commands.ts';
import type { WorkforceServices } from './administer-workers.commands.ts';

/** The columns of the set `workers` as the tables hold them. */
interface WorkerValues {
  readonly work_id: string;
  readonly name: string;
  readonly department: string;
  readonly role_key: string;
  readonly site_id: number;
  readonly active: boolean;
}

/**
 * What rows of the set `workers` become: registrations with a new barcode each, and changes that leave barcode and PIN as they are. To be
 * run within `oneAtATime`.
 */
export async function decideWorkerRows(
  services: WorkforceServices,
  planned: readonly PlannedRow[],
  now: string,
): Promise<ReadonlyMap<number, RowDecision>> {
  const [benches, fresh] = await Promise.all([
    sitesWithBenches(services),
    services.store.nextIds(planned.length),
  ]);
  const ids = planned.map(({ existing }, at) => Number(existing?.['id'] ?? fresh[at]));
  const histories = await services.store.readStreams<WorkerEvent>(ids.map(workerStream));
  const decisions = new Map<number, RowDecision>();
  for (const [at, row] of planned.entries()) {
    const id = ids[at] ?? 0;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the set's columns, read and checked by their kinds
    const values = row.values as unknown as WorkerValues;
    const history = histories.get(workerStream(id));
    decisions.set(
      row.line,
      benches.has(values.site_id)
        ? await decideRow(services, id, values, history, now)
        : { issue: { column: 'store', code: 'unknown_reference' } },
    );
  }
  return decisions;
}

/** Stations stand in factories and warehouses, not in shops. */
async function sitesWithBenches({ db }: WorkforceServices): Promise<ReadonlySet<number>> {
  const sites = await db.selectFrom('sites').select('id').where('kind', '<>', 'shop').execute();
  return new Set(sites.map(({ id }) => id));
}

async function decideRow(
  services: WorkforceServices,
  workerId: number,
  values: WorkerValues,
  history: StreamHistory<WorkerEvent> | undefined,
  now: string,
): Promise<RowDecision> {
  const streamId = workerStream(workerId);
  const before = eventsOf(history).reduce(evolveWorker, initialWorker);
  const decided = decideAll(before, commandsFor(before, workerId, values), now);
  if (!decided.ok) return { issue: ISSUES[decided.rejection.code] ?? FROZEN };
  const after = decided.events.reduce(evolveWorker, before);
  if (after.kind === 'none' || decided.events.length === 0) return { streams: [] };
  const clash = await clashOf(services, after);
  if (clash !== undefined) return { issue: ISSUES[clash.code] ?? FROZEN };
  const row = { table: 'worker_row', values: toWorkerRow(after) };
  const expectedVersion = history?.version ?? 0;
  return { streams: [{ streamId, expectedVersion, events: decided.events, row }] };
}

/** A worker who was erased, or whose barcode belongs to another one by now. */
const FROZEN: RowIssue = { column: 'work_id', code: 'cannot_change' };
const ISSUES: Readonly<Record<string, RowIssue>> = {
  role_unknown: { column: 'role', code: 'unknown_reference' },
  work_id_used: { column: 'work_id', code: 'taken' },
};

function commandsFor(before: WorkerState, workerId: number, values: WorkerValues): readonly WorkerCommand[] {
  const { work_id: workId, name, department, role_key: roleKey, site_id: siteId, active } = values;
  const change = { type: 'ChangeWorker', workId, name, department, roleKey, siteId, active } as const;
  if (before.kind !== 'none') return [change];
  const facts: WorkerFacts = {
    workId,
    profile: { name, barcode: newBarcode() },
    department,
    roleKey,
    siteId,
  };
  return [{ type: 'RegisterWorker', workerId, ...facts }, change];
}

function decideAll(
  before: WorkerState,
  commands: readonly WorkerCommand[],
  now: string,
): Decision<WorkerEvent> {
  const events: WorkerEvent[] = [];
  let state = before;
  for (const command of commands) {
    const decision = decideWorker(command, state, { now });
    if (!decision.ok) return decision;
    events.push(...decision.events);
    state = decision.events.reduce(evolveWorker, state);
  }
  return { ok: true, events };
}

const DIGITS = 16;

/** Digits, so that any scanner reads it: a badge with it is printed on the workers' screen. */
const newBarcode = (): string => Array.from({ length: DIGITS }, () => randomInt(10)).join('');

/** Makes the badges of these workers known at the door, also where a crash has left one out. */
export async function fitBadges(
  services: WorkforceServices,
  workIds: readonly string[],
  now: string,
): Promise<void> {
  if (workIds.length === 0) return;
  const workers = await services.db
    .selectFrom('worker_row')
    .select('id')
    .where('work_id', 'in', [...workIds])
    .execute();
  for (const { id } of workers) await fitBadge(services, id, undefined, { occurredAt: now });
}
