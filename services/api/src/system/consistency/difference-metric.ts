import { countDifferences } from '@atelier/application/system/consistency/consistency.queries.ts';
import type { Database } from '@atelier/application/platform/database.ts';
import type { Kysely } from 'kysely';
import { Gauge, type Registry } from 'prom-client';

/**
 * `atelier_consistency_differences{table,stage}`: differences between read models and the log, from the database at each
 * scrape, so that every node says the same. Labels are names of tables and two stages.
 */
export function measureDifferences(registry: Registry, db: Kysely<Database>): void {
  const gauge = new Gauge({
    name: 'atelier_consistency_differences',
    help: 'Rows that did not fit the log, by table: open, or repaired since',
    labelNames: ['table', 'stage'],
    registers: [registry],
    collect: async () => {
      // Without a database the other metrics are still exported.
      const counts = await countDifferences(db).catch(() => []);
      gauge.reset();
      for (const { table_name: table, stage, total } of counts) gauge.set({ table, stage }, total);
    },
  });
}
