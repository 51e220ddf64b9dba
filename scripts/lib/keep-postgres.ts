import { describeError } from './fault.ts';
import { startEmbedded } from './database.ts';
import type { Cluster } from './postgres/cluster.ts';

/** The embedded server, started again on the same port when it dies. */
export interface KeptPostgres {
  readonly gaveUp: Promise<string>;
  pid(): number;
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
  const gaveUp = Promise.withResolvers<string>();
  const now = { cluster: Promise.resolve(first), pid: first.pid, stopping: false };

  const watch = async (): Promise<void> => {
    while (!now.stopping) {
      await (
        await now.cluster
      ).ended;
      if (now.stopping) return;
      report('PostgreSQL died, starting it again');
      now.cluster = startEmbedded(dataFolder, first.port);
      now.pid = (await now.cluster).pid;
    }
  };

  watch().catch((error: unknown) => gaveUp.resolve(describeError(error)));
  return {
    gaveUp: gaveUp.promise,
    pid: () => now.pid,
    stop: async () => {
      now.stopping = true;
      // It may be starting again just now: what was started must be stopped.
      const cluster = await now.cluster.catch(() => undefined);
      await cluster?.stop();
    },
  };
}
