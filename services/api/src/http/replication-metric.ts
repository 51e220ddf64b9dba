import { Gauge, type Registry } from 'prom-client';
import type { ApiDeps } from './deps.ts';

/** `atelier_commits_unreplicated_seconds`: how long the oldest commit waits for a synchronous standby. From the database at each scrape. */
export function measureReplication(
  registry: Registry,
  { unconfirmedForMs }: Pick<ApiDeps, 'unconfirmedForMs'>,
): void {
  const unreplicated = new Gauge({
    name: 'atelier_commits_unreplicated_seconds',
    help: 'How long the oldest commit waits for a synchronous standby, 0 while none waits',
    labelNames: [],
    registers: [registry],
    collect: async () => {
      unreplicated.reset();
      // Without a database the other metrics are still exported.
      const ms = await unconfirmedForMs().catch(() => undefined);
      if (ms === undefined) unreplicated.remove();
      else unreplicated.set(ms / 1_000);
    },
  });
}
