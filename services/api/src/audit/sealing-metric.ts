import { unsealedForMs } from '@atelier/application/audit/unsealed.queries.ts';
import { Gauge, type Registry } from 'prom-client';
import type { ApiDeps } from '../http/deps.ts';

/** `atelier_log_unsealed_seconds`: how long the oldest event without a checkpoint has waited for one. From the database at each scrape. */
export function measureSealing(registry: Registry, { db, clock }: Pick<ApiDeps, 'db' | 'clock'>): void {
  const unsealed = new Gauge({
    name: 'atelier_log_unsealed_seconds',
    help: 'Age of the oldest event of the log that no signed checkpoint covers, 0 without one',
    labelNames: [],
    registers: [registry],
    collect: async () => {
      unsealed.reset();
      // Without a database the other metrics are still exported.
      const ms = await unsealedForMs(db, clock.now()).catch(() => undefined);
      if (ms === undefined) unsealed.remove();
      else unsealed.set(ms / 1_000);
    },
  });
}
