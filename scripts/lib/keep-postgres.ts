import { setTimeout as sleep } from 'node:timers/promises';
import { BackOff, startsAgain } from './back-off.ts';
import { describeError } from './fault.ts';
import { startEmbedded } from './database.ts';
import type { Cluster } from './postgres/cluster.ts';

/** The embedded server, started again on the same port when it dies. */
export interface KeptPostgres {
  pid(): number;
  readonly logFile: string;
  stop(): Promise<void>;
}

/**
 * Watches the embedded server. Its log brings back everything committed, so the answer to its death is a new
 * start on the port that the services know; they connect again by themselves.
 */
export function keepPostgres(
  first: Cluster,
  dataFolder: string,
  report: (line: string) => void,
): KeptPostgres {
  const now = { cluster: Promise.resolve(first), pid: first.pid, stopping: false };

  const watch = async (): Promise<void> => {
    while (!now.stopping) {
      await (
        await now.cluster
      ).ended;
      if (now.stopping) return;
      report('PostgreSQL died, starting it again');
      await startAgain();
    }
  };

  /** A full disk passes: until then the services are there and not ready. */
  const startAgain = async (): Promise<void> => {
    const backOff = new BackOff();
    while (!now.stopping) {
      now.cluster = startEmbedded(dataFolder, first.port);
      try {
        now.pid = (await now.cluster).pid;
        return;
      } catch (error) {
        const pauseMs = backOff.afterEnd(0);
        report(`PostgreSQL did not start (${describeError(error)}), ${startsAgain(pauseMs)}`);
        await sleep(pauseMs);
      }
    }
  };

  void watch();
  return {
    pid: () => now.pid,
    logFile: first.logFile,
    stop: async () => {
      now.stopping = true;
      // It may be starting again just now: what was started must be stopped.
      const cluster = await now.cluster.catch(() => undefined);
      await cluster?.stop();
    },
  };
}
