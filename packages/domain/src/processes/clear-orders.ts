import type { ClearingFilter, Skipped } from '../clearing/events.ts';
import { filterRefusal } from '../clearing/filter.ts';
import type { ClearingRunState } from '../clearing/run.ts';
import { acceptStreams, reject, type StreamEvents, type StreamsDecision } from '../decider.ts';
import { clearingRunStream, itemStream, type ClearingRunId, type ItemId } from '../kernel.ts';
import { stamp, statusChanged } from '../repair/item/build.ts';
import type { CommandContext } from '../repair/item/commands.ts';
import { heldRefusal, refuse, type Refusal } from '../repair/holds/guards.ts';
import type { Item, ItemState } from '../repair/item/item.ts';
import type { ProcessEvent } from './process-state.ts';
import { Status } from '../shared/status.ts';

/** `GET /tools/autoclientreceived`: opens a run. A preview decides nothing and has no stream. */
export function startClearing(
  runId: ClearingRunId,
  filter: ClearingFilter,
  scheduled: boolean,
  state: ClearingRunState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  if (state.kind !== 'none') return reject('already_exists');
  const refusal = filterRefusal(filter, MOST_AT_ONCE);
  if (refusal !== null) return { ok: false, rejection: refusal };
  const data = { runId, filter, scheduled, ...stamp(context) };
  return acceptStreams<ProcessEvent>([
    { streamId: clearingRunStream(runId), events: [{ type: 'ClearingRunStarted', data }] },
  ]);
}

const MOST_AT_ONCE = 10_000;

/**
 * Clears one batch of a run: 15 → 16, administrative, without signature or payment; custody stays with the shop
 * (product/clearing.md §2). What cannot be cleared is skipped and listed; what the run cleared before is passed over, so a
 * batch may be repeated.
 */
export function clearItems(
  run: ClearingRunState,
  items: ReadonlyMap<ItemId, ItemState>,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  if (run.kind === 'none') return reject('run_not_found');
  if (run.state !== 'running') return reject('run_undone', { state: run.state });
  const streams: StreamEvents<ProcessEvent>[] = [];
  const itemIds: ItemId[] = [];
  const skipped: Skipped[] = [];
  for (const [itemId, item] of items) {
    if (run.cleared.includes(itemId) || run.skipped.some((each) => each.itemId === itemId)) continue;
    const refusal = item.kind === 'none' ? refuse('not_found') : clearRefusal(item);
    if (refusal !== null || item.kind === 'none') {
      skipped.push({ itemId, because: refusal?.code ?? 'not_found' });
      continue;
    }
    itemIds.push(itemId);
    const moved = statusChanged(
      item,
      Status.TakenByClient,
      { move: 'administrative', runId: run.id },
      context,
    );
    streams.push({ streamId: itemStream(itemId), events: [moved] });
  }
  if (itemIds.length + skipped.length === 0) return acceptStreams<ProcessEvent>([]);
  const data = { itemIds, skipped, at: context.now };
  const own = {
    streamId: clearingRunStream(run.id),
    events: [{ type: 'ClearingRunItemsCleared' as const, data }],
  };
  return acceptStreams<ProcessEvent>([own, ...streams]);
}

/** Why an item at the counter is left alone: moved on meanwhile, held, packed, or not at a shop. */
function clearRefusal(item: Item): Refusal {
  if (item.status !== Status.ShopReceived) return refuse('illegal_transition');
  if (item.custody.kind !== 'site' || item.legs.current !== null) return refuse('custody_elsewhere');
  return heldRefusal(item, Status.TakenByClient);
}

/** Ends a run once its batches are through. */
export function finishClearing(
  run: ClearingRunState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  if (run.kind === 'none') return reject('run_not_found');
  if (run.state !== 'running') return acceptStreams<ProcessEvent>([]);
  return acceptStreams<ProcessEvent>([
    {
      streamId: clearingRunStream(run.id),
      events: [{ type: 'ClearingRunFinished', data: { at: context.now } }],
    },
  ]);
}

/**
 * Takes a whole run back: 16 → 15 with the waiting time each item had. Skips, and lists, what has been handed over or
 * closed since (product/clearing.md §3). `items` holds every item the run cleared.
 */
export function undoClearing(
  run: ClearingRunState,
  reason: string,
  items: ReadonlyMap<ItemId, ItemState>,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  if (run.kind === 'none') return reject('run_not_found');
  if (run.state === 'undone') return reject('run_undone');
  const streams: StreamEvents<ProcessEvent>[] = [];
  const restored: ItemId[] = [];
  const skipped: Skipped[] = [];
  for (const itemId of run.cleared) {
    const item = items.get(itemId);
    const back = item === undefined ? refuse('not_found') : restore(item, run.id, context);
    if ('code' in back) {
      skipped.push({ itemId, because: back.code });
      continue;
    }
    restored.push(itemId);
    streams.push({ streamId: itemStream(itemId), events: [back] });
  }
  const data = { restored, skipped, reason, ...stamp(context) };
  const own = { streamId: clearingRunStream(run.id), events: [{ type: 'ClearingRunUndone' as const, data }] };
  return acceptStreams<ProcessEvent>([own, ...streams]);
}

function restore(item: ItemState, runId: ClearingRunId, context: CommandContext) {
  if (item.kind === 'none') return refuse('not_found');
  if (item.state === 'ended' && item.handedOverAt !== null) return refuse('already_handed_over');
  if (item.status === Status.Closed) return refuse('item_closed');
  const ours =
    item.status === Status.TakenByClient &&
    item.taken?.runId === runId &&
    item.lastMove?.move === 'administrative';
  if (!ours) return refuse('not_administrative');
  if (item.holds.includes('missing')) return refuse('held_missing');
  const { previousEnteredAt: enteredAt } = item.lastMove;
  return statusChanged(item, Status.ShopReceived, { move: 'undo-administrative', enteredAt, runId }, context);
}
