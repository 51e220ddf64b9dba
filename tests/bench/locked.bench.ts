// npm run bench -- locked [--locked 0,24,200] [--crowd 1500] [--seconds 10] [--rate 50]
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { projectRoot } from '@atelier/host/files.ts';
import { openAtelier } from './lib/atelier.ts';
import type { Contestant } from './lib/contestant.ts';
import { startBenchServer } from './lib/server.ts';
import { sampleOf } from './lib/stats.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: {
    locked: { type: 'string', default: '0,24,200' },
    crowd: { type: 'string', default: '1500' },
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '50' },
  },
});
const seconds = Number(flags.seconds);
const rate = Number(flags.rate);

/** Streams that a foreign transaction holds, and how many callers want each of them all the time. */
interface Load {
  readonly name: string;
  readonly streams: number;
  readonly callersOfEach: number;
}

const loads: readonly Load[] = [
  ...flags.locked.split(',').map((count) => ({
    name: `${count} locked streams, a caller each`,
    streams: Number(count),
    callersOfEach: 1,
  })),
  { name: `1 locked stream, ${flags.crowd} callers`, streams: 1, callersOfEach: Number(flags.crowd) },
];

const server = await startBenchServer();
try {
  const { url } = await server.migratedDatabase('atelier');
  const rows: string[][] = [];
  for (const [round, load] of loads.entries()) {
    rows.push(await measure(round, load, url));
    process.stdout.write(`${rows.at(-1)?.join('  ')}\n`);
  }
  const head = ['', 'free appends', 'answered', 'p50 ms', 'p99 ms'];
  process.stdout.write(`\n${markdownTable(head, rows)}\n`);
  const output = join(projectRoot, 'tests', 'results');
  await mkdir(output, { recursive: true });
  const machine = { cpus: cpus().length, model: cpus()[0]?.model };
  await writeFile(join(output, 'bench-locked.json'), `${JSON.stringify({ machine, rows }, null, 2)}\n`);
} finally {
  await server.stop();
}
// Callers that are never answered would keep the process alive.
process.exit(0);

async function measure(round: number, load: Load, url: string): Promise<string[]> {
  const node = await openAtelier({ name: 'Atelier', url });
  const ids = Array.from({ length: load.streams }, (_, index) => `locked-${round}-${index}`);
  for (const id of ids) await node.append(id, 0);
  const holder = new Client({ connectionString: server.adminUrl('atelier') });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from streams where stream_id = any($1) for update', [ids]);
  const stop = new AbortController();
  for (const id of ids)
    for (let caller = 0; caller < load.callersOfEach; caller += 1) void insist(node, id, stop.signal);
  await sleep(1_000);
  const { sent, latencies } = await appendFreely(node, round);
  stop.abort();
  await holder.query('rollback');
  await holder.end();
  const { p50, p99 } = sampleOf(latencies, seconds, 0);
  return [load.name, whole(sent), whole(latencies.length), p50.toFixed(1), p99.toFixed(1)];
}

/** Sends again whenever it is refused, as a client does; one caller after the other begins. */
async function insist(node: Contestant, streamId: string, signal: AbortSignal): Promise<void> {
  await sleep(Math.random() * 1_000);
  while (!signal.aborted) {
    await node.append(streamId, 1).catch(() => undefined);
    await sleep(50);
  }
}

/** At a steady rate, whatever is answered; waits five more seconds for answers. */
async function appendFreely(
  node: Contestant,
  round: number,
): Promise<{ readonly sent: number; readonly latencies: readonly number[] }> {
  const sent = seconds * rate;
  const latencies: number[] = [];
  for (let index = 0; index < sent; index += 1) {
    const began = performance.now();
    void node.append(`free-${round}-${index}`, 0).then(
      () => latencies.push(performance.now() - began),
      () => undefined,
    );
    await sleep(1_000 / rate);
  }
  const deadline = performance.now() + 5_000;
  while (latencies.length < sent && performance.now() < deadline) await sleep(20);
  return { sent, latencies: [...latencies] };
}
