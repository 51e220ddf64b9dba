// A process that tails the log into `seen`, made to be killed: events and checkpoint move in one transaction.
import { createPool } from '../pool.ts';
import { openStore } from '../open-store.ts';
import type { LogCursor } from '../log-requests.ts';
import { testMasterKey, testRegistry } from './test-registry.ts';

const pool = createPool({ connectionString: process.argv[2] ?? '', role: 'atelier_app', max: 4 });
const store = await openStore({ pool, masterKey: testMasterKey, registry: testRegistry });
const { rows } = await pool.query<LogCursor>(
  'select h.epoch, c.position from seen_checkpoint c, log_horizon h',
);
let checkpoint: LogCursor = rows[0] ?? { epoch: '', position: 0 };

const keep = `with moved as (update seen_checkpoint set position = $2 where position = $1 returning 1)
  insert into seen (position) select p from unnest($3::bigint[]) with ordinality u (p, n), moved order by n`;

await store.tail({
  after: checkpoint,
  limit: 20,
  signal: new AbortController().signal,
  onBatch: async ({ events, next }) => {
    const result = await pool.query(keep, [
      checkpoint.position,
      next.position,
      events.map(({ position }) => position),
    ]);
    if (result.rowCount !== events.length) throw new Error('another reader moved the checkpoint');
    checkpoint = next;
  },
});
