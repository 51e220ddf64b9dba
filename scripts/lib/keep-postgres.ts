import { setTimeout as sleep } from 'node:timers/promises';
import { BackOff } from './back-off.ts';
import { describeError, type Fault } from '@atelier/host/fault.ts';
import { startEmbedded } from '@atelier/console/database.ts';
import type { Cluster } from '@atelier/host/postgres/cluster.ts';
import { signal } from '@atelier/host/processes.ts';

/** The embedded server, started again on the same port when it dies. */
export interface KeptPostgres {
  pid(): number;
  readonly logFile: string;
  stop(): Promise<void>;
  /** Settles with a sentence when it died of a named trouble before `settled()` was called. */
  readonly gaveUp: Promise<string>;
  /** From now on a death is answered by a new start, whatever it died of. */
  settled(): void;
  /** Why it ended or ends, when it names a trouble. */
  trouble(): Fault | undefined;
  /** Ends it without its own shutdown: its log brings back everything committed. */
  kill(): void;
}

const inBrackets = (reason: string | undefined): string =>
  reason === undefined ? '' : ` (${reason.replace(/\.$/, '')})`;

/**
 * Watches the embedded server. Its log brings back everything committed, so the answer to its death is a new
 * start on the port that the services know; they reconnect automatically.
 */
export function keepPostgres(
  first: Cluster,
  dataFolder: string,
  report: (line: string) => void,
): KeptPostgres {
  const now = { cluster: Promise.resolve(first), running: first, stopping: false, isSettled: false };
  const { promise: gaveUp, resolve: giveUp } = Promise.withResolvers<string>();

  const watch = async (): Promise<void> => {
    while (!now.stopping) {
      await (
        await now.cluster
      ).ended;
      if (now.stopping) return;
      const trouble = now.running.trouble()?.message;
      if (!now.isSettled && trouble !== undefined) return giveUp(trouble);
      report(`PostgreSQL died${inBrackets(trouble)}, starting it again until it stays`);
      await startAgain();
      if (!now.stopping) report('PostgreSQL runs again');
    }
  };

  /** A full disk passes: until then the services are there and not ready. */
  const startAgain = async (): Promise<void> => {
    const backOff = new BackOff();
    while (!now.stopping) {
      now.cluster = startEmbedded(dataFolder, first.port);
      try {
        now.running = await now.cluster;
        return;
      } catch (error) {
        if (backOff.inARow === 0)
          report(`PostgreSQL did not start${inBrackets(describeError(error))}, starting it again`);
        await sleep(backOff.afterEnd(0));
      }
    }
  };

  void watch();
  return {
    gaveUp,
    settled: () => (now.isSettled = true),
    pid: () => now.running.pid,
    trouble: () => now.running.trouble(),
    logFile: first.logFile,
    kill: () => {
      now.stopping = true;
      signal(now.running.pid, 'SIGQUIT');
    },
    stop: async () => {
      now.stopping = true;
      // It may be starting again just now: what was started must be stopped.
      const cluster = await now.cluster.catch(() => undefined);
      await cluster?.stop();
    },
  };
}
