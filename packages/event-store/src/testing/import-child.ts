import { createPool } from '../pool.ts';
import { importEvents } from '../import/import-events.ts';
import { testMasterKey, testRegistry } from './test-registry.ts';
import { made, moved, testMetadata, to } from './test-store.ts';

// An import in a separate process, which a test kills. Prints its progress, and waits a while before its last step.
const [, , connectionString = '', streams = ''] = process.argv;
const owner = createPool({ connectionString, role: 'owner', copies: true, max: 3 });
const requests = Array.from({ length: Number(streams) }, (_, index) => ({
  streams: [to(`killed-${index}`, 0, made('ring'), moved(1), moved(2))],
  metadata: testMetadata,
}));
const say = (word: string): boolean => process.stdout.write(`${word}\n`);
await importEvents(
  {
    owner,
    registry: testRegistry,
    masterKey: testMasterKey,
    onProgress: () => say('copied'),
    alongside: async (client) => {
      say('almost');
      await client.query('select pg_sleep(0.5)');
    },
  },
  requests,
);
say('done');
process.exit();
