import { HOUR_MS } from '@atelier/domain/kernel.ts';
import type { CommandServices } from '@atelier/store/commands/run-command.ts';
import { sweepUploads } from '@atelier/store/imaging/sweep-uploads.ts';

export interface SweepOptions {
  readonly services: Pick<CommandServices, 'db' | 'clock'>;
  readonly onError: (error: unknown) => void;
  /** An hour by default. */
  readonly everyMs?: number;
}

/**
 * Takes uploaded pictures away that no item has named for a week, now and every hour. Needs no queue: every process may do
 * it at any time, and what one misses the next one finds.
 */
export function startImageSweep({ services, onError, everyMs = HOUR_MS }: SweepOptions): {
  stop: () => Promise<void>;
} {
  let isStopped = false;
  let running = Promise.resolve();
  const sweep = async (): Promise<void> => {
    while (!isStopped && (await sweepUploads(services.db, services.clock.now())) > 0);
  };
  const begin = (): void => {
    running = running.then(sweep).catch(onError);
  };
  begin();
  const timer = setInterval(begin, everyMs);
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
