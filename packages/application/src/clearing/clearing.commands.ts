import type { ClearingFilter } from '@atelier/domain/clearing/events.ts';
import {
  clearItems,
  finishClearing,
  startClearing,
  undoClearing,
} from '@atelier/domain/processes/clear-orders.ts';
import { reject } from '@atelier/domain/decider.ts';
import { clearingRunStream, itemStream, type ClearingRunId, type ItemId } from '@atelier/domain/kernel.ts';
import { clearingRunAggregate, itemAggregate } from '../aggregates.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
  type States,
} from '../commands/run-command.ts';
import { listClearable } from './clearing.queries.ts';

/** `GET /tools/autoclientreceived`: opens a run; a worker clears its items (product/clearing.md §1). Answers `{run_id}`. */
export async function startClearingRun(
  services: CommandServices,
  caller: Caller,
  filter: ClearingFilter,
  scheduled: boolean,
): Promise<CommandOutcome> {
  const [runId = 0] = await services.store.nextIds(1);
  return runCommand(services, caller, {
    streams: [clearingRunStream(runId)],
    decide: (states, context) => {
      const decision = startClearing(
        runId,
        filter,
        scheduled,
        states.of(clearingRunAggregate, runId),
        context,
      );
      return decision.ok ? { ...decision, answer: { run_id: runId } } : decision;
    },
  });
}

/** How many items move in one append: large enough to be quick, small enough to show progress. */
const BATCH = 50;

/**
 * Clears what a run asked for, batch by batch, and finishes it. At-least-once: what the run cleared before is passed
 * over, so it may be killed and begun again anywhere. Progress is the events themselves.
 */
export async function executeClearingRun(
  services: CommandServices,
  caller: Caller,
  runId: ClearingRunId,
  onProgress: (done: number, total: number) => Promise<void>,
): Promise<CommandOutcome> {
  const { events } = await services.store.readStream(clearingRunStream(runId));
  const run = clearingRunAggregate.stateOf(events);
  if (run.kind === 'none') return reject('run_not_found');
  if (run.state !== 'running') return { ok: true, position: 0, versions: {} };
  const handled = run.cleared.length + run.skipped.length;
  const filter = { ...run.filter, limit: run.filter.limit - handled };
  const ids = filter.limit > 0 ? (await listClearable(services.db, filter)).map(({ id }) => id) : [];
  for (let from = 0; from < ids.length; from += BATCH) {
    const outcome = await clearBatch(services, caller, runId, ids.slice(from, from + BATCH));
    if (!outcome.ok) return outcome;
    await onProgress(handled + Math.min(from + BATCH, ids.length), handled + ids.length);
  }
  return onRun(services, caller, runId, [], (states, context) =>
    finishClearing(states.of(clearingRunAggregate, runId), context),
  );
}

function clearBatch(
  services: CommandServices,
  caller: Caller,
  runId: ClearingRunId,
  ids: readonly ItemId[],
): Promise<CommandOutcome> {
  return onRun(services, caller, runId, ids, (states, context) =>
    clearItems(states.of(clearingRunAggregate, runId), itemsOf(states, ids), context),
  );
}

/** Takes a whole run back; what was handed over or closed since stays, and is listed (product/clearing.md §3). */
export async function undoClearingRun(
  services: CommandServices,
  caller: Caller,
  runId: ClearingRunId,
  reason: string,
): Promise<CommandOutcome> {
  const { events } = await services.store.readStream(clearingRunStream(runId));
  const run = clearingRunAggregate.stateOf(events);
  if (run.kind === 'none') return reject('run_not_found');
  return onRun(services, caller, runId, run.cleared, (states, context) =>
    undoClearing(states.of(clearingRunAggregate, runId), reason, itemsOf(states, run.cleared), context),
  );
}

type Decide = Parameters<typeof runCommand>[2]['decide'];

function onRun(
  services: CommandServices,
  caller: Caller,
  runId: ClearingRunId,
  ids: readonly ItemId[],
  decide: Decide,
): Promise<CommandOutcome> {
  const streams = [clearingRunStream(runId), ...ids.map(itemStream)];
  return runCommand(services, caller, { streams, versioned: clearingRunStream(runId), decide });
}

function itemsOf(states: States, ids: readonly ItemId[]) {
  return new Map(ids.map((id) => [id, states.of(itemAggregate, id)]));
}
