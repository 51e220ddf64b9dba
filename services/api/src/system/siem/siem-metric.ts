import { siemHealth } from '@atelier/application/exports/siem/siem.queries.ts';
import { Gauge, type Registry } from 'prom-client';
import type { ApiDeps } from '../../http/deps.ts';

/**
 * `atelier_siem_standing{standing}`: 1 for how the sending to a SIEM stands. `atelier_siem_behind_seconds`: age of the oldest
 * security event that was not sent, 0 without one; no line while nothing is sent. From the database at each scrape.
 */
export function measureSiem(
  registry: Registry,
  { db, store, clock }: Pick<ApiDeps, 'db' | 'store' | 'clock'>,
): void {
  // Without a database the other metrics are still exported.
  const read = () => siemHealth(db, store, clock.now()).catch(() => undefined);
  const standing = new Gauge({
    name: 'atelier_siem_standing',
    help: '1 for how the sending to a SIEM stands: off, current, late or failed',
    labelNames: ['standing'],
    registers: [registry],
    collect: async () => {
      const health = await read();
      standing.reset();
      if (health !== undefined) standing.set({ standing: health.standing }, 1);
    },
  });
  const behind = new Gauge({
    name: 'atelier_siem_behind_seconds',
    help: 'Age of the oldest security event that was not sent to the SIEM',
    labelNames: [],
    registers: [registry],
    collect: async () => {
      const health = await read();
      behind.reset();
      if (health === undefined || health.standing === 'off') behind.remove();
      else behind.set(health.behindMs / 1_000);
    },
  });
}
