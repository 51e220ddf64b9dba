import { setTimeout as sleep } from 'node:timers/promises';
import { APPEND_LIMIT_MS } from './append/append-alone.ts';
import type { Handle } from './command.ts';
import { AppendBusy, SubjectErased, WrongExpectedVersion } from './errors.ts';
import { isKeyHeld, withKeyedMutex } from '@atelier/postgres/keyed-mutex.ts';
import { withTimeout } from '@atelier/postgres/with-timeout.ts';

const attempts = 10;
const pauseMs = 4;

/**
 * Repeats a command that lost a race, up to ten times and 5 s, unless the caller named the version it saw. Commands that lose in one
 * process take turns on the stream. A command whose person was erased meanwhile is decided again without what is theirs.
 */
export function settleRaces(inner: Handle): Handle {
  return async (log, request) => {
    const until = performance.now() + APPEND_LIMIT_MS;
    const isLostRace = (error: unknown): error is WrongExpectedVersion =>
      error instanceof WrongExpectedVersion && request.expected === undefined;
    const handle = () => inner(log, { ...request, until });
    const repeat = async (tries: number): ReturnType<typeof handle> => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await handle();
        } catch (error) {
          const isOutrun = isLostRace(error) || error instanceof SubjectErased;
          if (!isOutrun || attempt === tries || performance.now() > until) throw error;
        }
        // Other nodes lose as well: spread, so that they do not meet again at once.
        await sleep(Math.random() * pauseMs * attempt);
      }
    };
    // A command that gives up has written nothing.
    const turn = (before: Promise<void>) =>
      withTimeout(before, until - performance.now(), () => new AppendBusy('stream_busy'));
    const contested = request.streams.find((stream) => isKeyHeld(log, stream));
    if (contested !== undefined) return withKeyedMutex(log, contested, () => repeat(attempts), turn);
    try {
      return await handle();
    } catch (error) {
      if (error instanceof SubjectErased) return repeat(attempts - 1);
      if (!isLostRace(error)) throw error;
      // Several people receive one package: the losers wait for each other instead of racing again.
      return withKeyedMutex(log, error.streamId, () => repeat(attempts - 1), turn);
    }
  };
}
