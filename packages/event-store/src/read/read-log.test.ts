import { describe, expect, it } from 'vitest';
import type { LogBatch, LogEvent } from '../types.ts';
import type { LogCursor, ReadLogRequest } from '../log-requests.ts';
import { shareReads } from './read-log.ts';

function eventOf(position: number, type: string): LogEvent {
  return {
    position,
    type,
    schemaVersion: 1,
    streamId: `thing-${position}`,
    version: 1,
    eventId: `event-${position}`,
    data: {},
    metadata: { actor: { id: 1, kind: 'user' }, commandId: 'c', occurredAt: '2026-01-01T00:00:00.000Z' },
    recordedAt: '2026-01-01T00:00:00.000Z',
    hash: '',
  };
}

const at = (position: number): LogCursor => ({ epoch: 'e', position });

const news: LogBatch = {
  events: [eventOf(8, 'Made'), eventOf(9, 'Moved')],
  horizon: { epoch: 'e', position: 9 },
  next: at(9),
};

/** A log whose reads are answered when the test says so. */
function heldLog() {
  const asked: ReadLogRequest[] = [];
  let gate = Promise.withResolvers<LogBatch>();
  const read = shareReads((request) => {
    asked.push(request);
    return gate.promise;
  });
  const answer = (with_: LogBatch | Error): void => {
    if (with_ instanceof Error) gate.reject(with_);
    else gate.resolve(with_);
    gate = Promise.withResolvers<LogBatch>();
  };
  return { asked, read, answer };
}

describe('tails of a process that stand at the same position', () => {
  it('read new events once, and each receives its types', async () => {
    const { asked, read, answer } = heldLog();
    const all = read({ after: at(7), limit: 500 });
    const moved = read({ after: at(7), limit: 500, types: ['Moved'] });
    const none = read({ after: at(7), limit: 500, types: ['Ended'] });
    answer(news);
    expect(await all).toEqual(news);
    expect(await moved).toEqual({ ...news, events: news.events.slice(1) });
    expect(await none).toEqual({ ...news, events: [] });
    expect(asked).toEqual([{ after: at(7), limit: 500 }]);
  });

  it('read apart at another position, and again when the reading has ended', async () => {
    const { asked, read, answer } = heldLog();
    const both = [read({ after: at(7), limit: 500 }), read({ after: at(8), limit: 500 })];
    answer(news);
    await Promise.all(both);
    const later = read({ after: at(7), limit: 500 });
    answer(news);
    await later;
    expect(asked.map(({ after }) => after)).toEqual([7, 8, 7].map(at));
  });

  it('fail together, and read again', async () => {
    const { asked, read, answer } = heldLog();
    const both = Promise.allSettled([read({ after: at(7), limit: 500 }), read({ after: at(7), limit: 500 })]);
    answer(new Error('the database is away'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = read({ after: at(7), limit: 500 });
    answer(news);
    expect(await again).toEqual(news);
    expect(asked).toHaveLength(2);
  });
});
