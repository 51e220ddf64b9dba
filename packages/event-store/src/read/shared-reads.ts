import type { LogBatch, ReadLogRequest } from '../types.ts';

type ReadLog = (request: ReadLogRequest) => Promise<LogBatch>;

/**
 * The news of a log, read once for all tails of this process that stand at the same position, whatever types each asks for. For
 * tails at the end of the log: far behind it, most of what is read would be passed over.
 */
export function shareReads(readLog: ReadLog): ReadLog {
  const underWay = new Map<string, Promise<LogBatch>>();
  const readAll = (after: number, limit: number): Promise<LogBatch> => {
    const place = `${after}/${limit}`;
    const reading =
      underWay.get(place) ?? readLog({ after, limit }).finally(() => void underWay.delete(place));
    underWay.set(place, reading);
    return reading;
  };
  return async ({ after, limit, types }) => {
    const batch = await readAll(after, limit);
    if (types === undefined) return batch;
    return { ...batch, events: batch.events.filter(({ type }) => types.includes(type)) };
  };
}
