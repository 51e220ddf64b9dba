import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { applyErasures } from './apply-erasures.commands.ts';

const RETRY_MS = 1_000;

export interface KeepErasedOptions {
  readonly services: Parameters<typeof applyErasures>[0];
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Applies the ledger before a process serves, and again in each epoch: the database of a restore or a failover may not hold the newest
 * erasures. Rejects when the first time fails; later it tries until it succeeds.
 */
export async function keepErased({
  services,
  log,
}: KeepErasedOptions): Promise<{ readonly stop: () => void }> {
  const stopping = new AbortController();
  let applying = Promise.resolve();
  const stopListening = services.store.onEpoch(() => {
    log.warn(
      { epoch: services.store.epoch() },
      'event log has a new epoch (restore or failover), readers continue from saved cursors',
    );
    applying = applying.then(() => applyUntilDone({ services, log }, stopping.signal));
  });
  await apply({ services, log });
  return {
    stop: () => {
      stopListening();
      stopping.abort();
    },
  };
}

async function apply({ services, log }: KeepErasedOptions): Promise<void> {
  const erased = await applyErasures(services);
  if (erased > 0) log.warn({ persons: erased }, 'erasures applied again, the database did not hold them');
}

async function applyUntilDone(options: KeepErasedOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      return await apply(options);
    } catch (err) {
      if (signal.aborted) return;
      options.log.warn({ err, retryInMs: RETRY_MS }, 'erasures not applied again, retrying');
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
