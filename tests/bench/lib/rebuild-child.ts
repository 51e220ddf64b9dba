import { createPool } from '@atelier/event-store/pool.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { rebuild } from '@atelier/application/read-models/rebuild.ts';
import type { RebuildProgress } from '@atelier/event-store/projections/rebuild-state.ts';
import { readModelsOn } from '@atelier/application/projections/projection.ts';

// A rebuild in a separate process, as `npm run projections:rebuild` is. Prints how long it took.
const [, , name = ''] = process.argv;
const owner = createPool({ connectionString: process.env['OWNER_URL'] ?? '', role: 'owner', max: 2 });
const projectorUrl = process.env['PROJECTOR_URL'] ?? '';
const projector = createPool({ connectionString: projectorUrl, role: 'atelier_projector', max: 6 });
const masterKey = masterKeyOf(Buffer.alloc(32, 1));
const store = await openStore({ pool: projector, masterKey, registry: EVENT_REGISTRY });
const started = performance.now();
let bulkMs = 0;
const onProgress = ({ phase }: RebuildProgress): void => {
  if (phase === 'index') bulkMs = performance.now() - started;
};
await rebuild({ owner, projector: readModelsOn(projector, store.sealing), store, onProgress }, name);
const { user, system } = process.cpuUsage();
const seconds = (performance.now() - started) / 1_000;
process.stdout.write(
  JSON.stringify({ seconds, bulkSeconds: bulkMs / 1_000, cpuMs: (user + system) / 1_000 }),
);
process.exit(0);
