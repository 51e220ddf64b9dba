import type { LogBatch, TailRequest } from '../types.ts';
import type { LogCursor, ReadLogRequest } from '../log-requests.ts';
import type { HorizonAdvancer } from './horizon-advancer.ts';

const batchSize = 500;
// A tail of rare types still gets now and then how far it is, so that its checkpoint does not fall behind.
const silentPositions = 10_000;

interface TailSources {
  readonly readLog: (request: ReadLogRequest) => Promise<LogBatch>;
  /** The same for who waited at the end: shared by the tails of a process. */
  readonly readAtEnd: (request: ReadLogRequest) => Promise<LogBatch>;
}

/**
 * Everything after a cursor, then what comes, in order, each event once. `onBatch` is also called without events when a long part
 * of the log held nothing of interest.
 * @throws EpochChanged as soon as another epoch begins, or where the cursor lies beyond the log
 */
export async function tailLog(
  { readLog, readAtEnd }: TailSources,
  advancer: Pick<HorizonAdvancer, 'changed'>,
  request: TailRequest,
): Promise<void> {
  const { signal, onBatch, types, limit = batchSize, everyMove = false } = request;
  const silence = everyMove ? 0 : silentPositions;
  let cursor: LogCursor | 0 = request.after;
  let reported = cursor === 0 ? 0 : cursor.position;
  let isAtEnd = false;
  while (!signal.aborted) {
    const asked = { after: cursor, limit, ...(types && { types }) };
    const batch: LogBatch = await (isAtEnd
      ? readAtEnd({ ...asked, limit: Math.min(limit, batchSize) })
      : readLog(asked));
    cursor = batch.next;
    if (batch.events.length > 0 || cursor.position - reported > silence) {
      await onBatch(batch);
      reported = cursor.position;
    }
    isAtEnd = cursor.position >= batch.horizon.position;
    if (isAtEnd) await advancer.changed(batch.horizon, signal);
  }
}
