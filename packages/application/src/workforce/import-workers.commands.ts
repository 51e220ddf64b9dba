import { randomInt } from 'node:crypto';
import type { Decision } from '@atelier/domain/decider.ts';
import { workerStream, type WorkerEvent } from '@atelier/domain/workforce/events.ts';
import {
  decideWorker,
  evolveWorker,
  initialWorker,
  toWorkerRow,
  type WorkerCommand,
  type WorkerFacts,
  type WorkerState,
} from '@atelier/domain/workforce/worker.ts';
import type { StreamHistory } from '@atelier/event-store/types.ts';
import { eventsOf, type PlannedRow, type RowDecision, type RowIssue } from '../shared/planned-rows.ts';
import { clashOf, fitBadge, type WorkforceServices } from './administer-workers.commands.ts';

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
  const posts = await openPosts(services);
  const fresh = await services.store.nextIds(planned.length);
  const ids = planned.map(({ existing }, at) => Number(existing?.['id'] ?? fresh[at]));
  const histories = await services.store.readStreams<WorkerEvent>(ids.map(workerStream));
  const decisions = new Map<number, RowDecision>();
  for (const [at, row] of planned.entries()) {
    const id = ids[at] ?? 0;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the set's columns, read and checked by their kinds
    const values = row.values as unknown as WorkerValues;
    const history = histories.get(workerStream(id));
    const refused = postIssue(posts, values);
    decisions.set(
      row.line,
      refused === undefined ? await decideRow(services, id, values, history, now) : { issue: refused },
    );
  }
  return decisions;
}

interface Posts {
  readonly sites: ReadonlySet<number>;
  readonly roles: ReadonlySet<string>;
}

/** Stations stand in factories and warehouses, not in shops; a deleted role cannot be given. */
async function openPosts({ db }: WorkforceServices): Promise<Posts> {
  const [sites, roles] = await Promise.all([
    db.selectFrom('sites').select('id').where('kind', '<>', 'shop').execute(),
    db.selectFrom('worker_role_row').select('key').where('deleted', '=', false).execute(),
  ]);
  return { sites: new Set(sites.map(({ id }) => id)), roles: new Set(roles.map(({ key }) => key)) };
}

function postIssue({ sites, roles }: Posts, values: WorkerValues): RowIssue | undefined {
  if (!sites.has(values.site_id)) return { column: 'store', code: 'unknown_reference' };
  return roles.has(values.role_key) ? undefined : { column: 'role', code: 'unknown_reference' };
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
  if (!decided.ok) return { issue: FROZEN };
  const after = decided.events.reduce(evolveWorker, before);
  if (after.kind === 'none' || decided.events.length === 0) return { streams: [] };
  // A new worker's work id is new, and so is the barcode.
  const clash = before.kind === 'none' ? undefined : await clashOf(services, after);
  if (clash !== undefined) return { issue: clash.code === 'work_id_used' ? TAKEN : FROZEN };
  const row = { table: 'worker_row', values: toWorkerRow(after) };
  const expectedVersion = history?.version ?? 0;
  return { streams: [{ streamId, expectedVersion, events: decided.events, row }] };
}

/** A worker who was erased, or whose barcode belongs to another one by now. */
const FROZEN: RowIssue = { column: 'work_id', code: 'cannot_change' };
const TAKEN: RowIssue = { column: 'work_id', code: 'taken' };

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
  const streams = workers.map(({ id }) => workerStream(id));
  const histories = await services.store.readStreams<WorkerEvent>(streams);
  for (const { id } of workers) {
    const worker = eventsOf(histories.get(workerStream(id))).reduce(evolveWorker, initialWorker);
    await fitBadge(services, worker, undefined, { occurredAt: now });
  }
}
