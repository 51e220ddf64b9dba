import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { z } from 'zod';
import { createDatabase } from '@atelier/application/platform/database.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { logText } from '@atelier/application/exports/log/log-text.queries.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';

// One export of the whole log into a file, in a separate process, so that its memory is its own. Prints what it took.
const [, , given, file = ''] = process.argv;
const format = z.enum(['events', 'ocel', 'epcis', 'ocsf']).parse(given);
const pool = createPool({ connectionString: process.env['APP_URL'] ?? '', role: 'atelier_app', max: 4 });
const store = await openStore({
  pool,
  masterKey: masterKeyOf(Buffer.alloc(32, 1)),
  registry: EVENT_REGISTRY,
});
const services = { store, db: createDatabase(pool, store.sealing), clock: { now: () => new Date() } };
const output = createWriteStream(file);
const started = performance.now();
for await (const { text } of logText(services, format, { from: null, to: null, after: 0 }))
  if (!output.write(text)) await once(output, 'drain');
output.end();
await once(output, 'finish');
const seconds = (performance.now() - started) / 1_000;
process.stdout.write(
  JSON.stringify({ seconds, bytes: output.bytesWritten, memory: process.resourceUsage().maxRSS * 1_024 }),
);
process.exit(0);
