import type { StreamEvents, StreamsDecision } from '../decider.ts';
import { itemStream, type ItemId } from '../kernel.ts';
import {
  applyTo,
  mergeStreams,
  processStreamsOf,
  StreamsNotRead,
  type ProcessEvent,
  type ProcessState,
} from './process-state.ts';

export interface DecidedItem<Decided> {
  readonly itemId: ItemId;
  /** Without streams where the row of another item wrote to this one: its package was sent whole. */
  readonly decision: Decided | { readonly ok: true; readonly streams: readonly [] };
}

export interface BulkDecision<Decided> {
  /** The events of every item that was accepted, a stream at most once. */
  readonly streams: readonly StreamEvents<ProcessEvent>[];
  /** In the order of the items, each of them once. */
  readonly rows: readonly DecidedItem<Decided>[];
}

/**
 * Decides several items one after the other, each on the states as the ones before it left them: what is refused does not
 * stop the rest. Throws `StreamsNotRead` for the streams that all of them miss.
 */
export function decideInTurn<Decided extends StreamsDecision<ProcessEvent>>(
  itemIds: readonly ItemId[],
  decide: (itemId: ItemId, processState: ProcessState) => Decided,
  processState: ProcessState,
): BulkDecision<Decided> {
  let now = processState;
  const streams: StreamEvents<ProcessEvent>[] = [];
  const rows: DecidedItem<Decided>[] = [];
  const written = new Set<string>();
  const missing = new Set<string>();
  for (const itemId of new Set(itemIds)) {
    const isTakenAlong = written.has(itemStream(itemId));
    const decision = isTakenAlong ? NOTHING_MORE : readable(() => decide(itemId, now), missing);
    if (decision === undefined) continue;
    rows.push({ itemId, decision });
    if (!decision.ok || decision.streams.length === 0) continue;
    streams.push(...decision.streams);
    for (const { streamId } of decision.streams) written.add(streamId);
    // No other item reads this one's state.
    const shared = decision.streams.filter(({ streamId }) => streamId !== itemStream(itemId));
    if (shared.length > 0) now = applyTo(now, processStreamsOf(shared));
  }
  if (missing.size > 0) throw new StreamsNotRead([...missing]);
  return { streams: mergeStreams<ProcessEvent>(streams), rows };
}

const NOTHING_MORE = { ok: true, streams: [] } as const;

function readable<Decided>(decide: () => Decided, missing: Set<string>): Decided | undefined {
  try {
    return decide();
  } catch (error) {
    if (!(error instanceof StreamsNotRead)) throw error;
    for (const streamId of error.streamIds) missing.add(streamId);
    return undefined;
  }
}
