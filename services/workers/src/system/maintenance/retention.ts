import { HOUR_MS } from '@atelier/domain/kernel.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { RETENTION_TASKS, type RetentionTask } from '@atelier/application/retention.ts';

export interface RetentionOptions {
  readonly services: Pick<CommandServices, 'db' | 'blobs' | 'clock'>;
  readonly onError: (error: unknown) => void;
  /** An hour by default. */
  readonly everyMs?: number;
}

/**
 * Takes away what is kept for a time only, now and every hour. Needs no queue: every process may do it at any time, and
 * what one misses the next one finds. A task that fails is reported and does not keep the others from theirs.
 */
export function startRetention({ services, onError, everyMs = HOUR_MS }: RetentionOptions): {
  stop: () => Promise<void>;
} {
  let isStopped = false;
  let running: Promise<void> | undefined;
  const perform = async ({ run }: RetentionTask): Promise<void> => {
    try {
      while (!isStopped && (await run(services, services.clock.now())) > 0);
    } catch (error) {
      onError(error);
    }
  };
  const performAll = async (): Promise<void> => {
    for (const task of RETENTION_TASKS) await perform(task);
    running = undefined;
  };
  // What is still under way is not begun a second time.
  const begin = (): void => {
    running ??= performAll();
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
