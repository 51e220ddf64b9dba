import { createPool } from '@atelier/event-store/pool.ts';
import { EVENT_REGISTRY } from '../event-registry.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { rebuild } from './rebuild.ts';
import { readModelsOn } from '../projections/projection.ts';

// A separate process for tests that kill it: rebuilds what argv names, in small slow steps, one line per step.
const [, , name = ''] = process.argv;
const owner = createPool({ connectionString: process.env['OWNER_URL'] ?? '', role: 'owner', max: 2 });
const projector = createPool({
  connectionString: process.env['PROJECTOR_URL'] ?? '',
  role: 'atelier_projector',
  max: 5,
});
const store = await openStore({
  pool: projector,
  masterKey: masterKeyOf(Buffer.alloc(32, 7)),
  registry: EVENT_REGISTRY,
});
await rebuild(
  {
    owner,
    projector: readModelsOn(projector, store.sealing),
    store,
    batchSize: 23,
    onProgress: ({ phase, done }) => void process.stdout.write(`${phase} ${done}\n`),
  },
  name,
);
process.exit(0);
