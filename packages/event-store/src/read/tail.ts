import type { HorizonAdvancer } from '../horizon/horizon-advancer.ts';
import type { LogBatch, ReadLogRequest, TailRequest } from '../types.ts';

const batchSize = 500;
// A tail of rare types still gets now and then how far it is, so that its checkpoint does not fall behind.
const silentPositions = 10_000;

/**
 * Everything after a position, then what comes, in order, each event once. `onBatch` is also called without
 * events: when the epoch has changed, and when a long part of the log held nothing of interest.
 */
export async function tailLog(
  readLog: (request: ReadLogRequest) => Promise<LogBatch>,
  advancer: HorizonAdvancer,
  request: TailRequest,
): Promise<void> {
  const { signal, onBatch, types, limit = batchSize, everyMove = false } = request;
  const silence = everyMove ? 0 : silentPositions;
  let cursor = request.after;
  let reported = cursor;
  let epoch: string | undefined;
  while (!signal.aborted) {
    const batch = await readLog({ after: cursor, limit, ...(types && { types }) });
    const renewed = epoch !== undefined && epoch !== batch.horizon.epoch;
    epoch = batch.horizon.epoch;
    cursor = batch.next;
    if (batch.events.length > 0 || renewed || cursor - reported > silence) {
      await onBatch(batch);
      reported = cursor;
    }
    if (cursor >= batch.horizon.position) await advancer.changed(batch.horizon, signal);
  }
}
