// npm run bench -- insight [--items 1000000] [--rounds 40] [--only process,gold] [--when "at first"]
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { createDatabase } from '@atelier/application/platform/database.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import { loadReference } from '../../demo/reference/load.ts';
import { cpuMs } from './lib/cpu.ts';
import { fillInsight } from './lib/fill-insight.ts';
import { insightCalls, type InsightCall } from './lib/insight-calls.ts';
import { learnModels } from './lib/insight-models.ts';
import { startBenchServer } from './lib/server.ts';
import { sampleOf, type Sample } from './lib/stats.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '40' },
    only: { type: 'string', default: '' },
    when: { type: 'string', default: '' },
  },
});
const [items, rounds] = [Number(flags.items), Number(flags.rounds)];
const BAR_MS = 100;
/** A call that takes long is asked fewer times. */
const MOST_MS = 15_000;
const now = new Date();

const server = await startBenchServer({ shared_buffers: '2GB' });
try {
  const { url, ownerUrl } = await server.migratedDatabase('insight');
  const owner = createPool({ connectionString: ownerUrl, role: 'owner', max: 1 });
  await loadReference(createDatabase(owner), now, 7);
  await owner.end();
  const began = performance.now();
  await fillInsight(server.adminUrl('insight'), items, now);
  process.stderr.write(`filled in ${whole((performance.now() - began) / 1000)} s\n`);
  await measure(url);
} finally {
  await server.stop();
}

async function measure(url: string): Promise<void> {
  const pool = createPool({ connectionString: url, role: 'atelier_app', max: 4 });
  const store = await openStore({
    pool,
    masterKey: masterKeyOf(Buffer.alloc(32, 1)),
    registry: EVENT_REGISTRY,
  });
  const db = createDatabase(pool, store.sealing);
  const clock = { now: () => now };
  const blobs = createPostgresBlobStore(pool, store.files);
  await learnModels({ store, db, blobs, clock, policy: () => DEFAULT_POLICY });
  const calls = insightCalls({ db, store, now }).filter(isChosen);
  const results: { readonly call: InsightCall; readonly sample: Sample }[] = [];
  for (const call of calls) results.push({ call, sample: await sampled(call) });
  process.stderr.write('\n');
  await store.close();
  await pool.end();
  await report(results);
}

function isChosen({ name, when }: InsightCall): boolean {
  if (flags.when !== '' && flags.when !== when) return false;
  return flags.only === '' || flags.only.split(',').some((part) => name.startsWith(part));
}

/**
 * The first call warms what the server and the node read, and is not counted. Processor time says what a call takes where nothing
 * else runs; latencies of a busy machine are upper bounds.
 */
async function sampled({ run }: InsightCall): Promise<Sample> {
  const times: number[] = [];
  const began = performance.now();
  let used = 0;
  for (let round = 0; round <= rounds; round += 1) {
    if (round === 1) used = cpuMs(server.pid) ?? 0;
    const start = performance.now();
    await run();
    if (round > 0) times.push(performance.now() - start);
    if (round > 1 && performance.now() - began > MOST_MS) break;
  }
  process.stderr.write('.');
  const cpu = ((cpuMs(server.pid) ?? 0) - used) / times.length;
  return { ...sampleOf(times, 1, 0), cpu };
}

async function report(
  results: readonly { readonly call: InsightCall; readonly sample: Sample }[],
): Promise<void> {
  const whens = [...new Set(results.map(({ call }) => call.when))];
  const lines = Map.groupBy(results, ({ call }) => `${call.name}, ${call.scope}`);
  const rows = [...lines].map(([line, list]) => [
    line,
    ...whens.map((when) => {
      const found = list.find(({ call }) => call.when === when)?.sample;
      return found === undefined
        ? '–'
        : `${found.p50.toFixed(0)}, ${found.p99.toFixed(0)} (${found.cpu.toFixed(0)})`;
    }),
  ]);
  const above = results.filter(({ sample }) => sample.p99 > BAR_MS).length;
  const title = `Figures over ${whole(items)} pieces: p50, p99 and (processor time) in ms; ${above} of ${results.length} above ${BAR_MS} ms`;
  process.stdout.write(`\n${title}\n\n${markdownTable(['call, scope', ...whens], rows)}\n`);
  const folder = join(projectRoot, 'tests', 'results');
  await mkdir(folder, { recursive: true });
  const machine = { cpus: cpus().length, model: cpus()[0]?.model };
  const json = {
    machine,
    items,
    rounds,
    results: results.map(({ call: { run: _, ...call }, sample }) => ({ ...call, sample })),
  };
  await writeFile(join(folder, 'bench-insight.json'), `${JSON.stringify(json, null, 2)}\n`);
}
