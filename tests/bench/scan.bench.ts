// npm run bench -- scan [--rounds 5] [--seconds 4] [--clients 16] [--items 1200]
import { mkdir, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from '@atelier/api/app.ts';
import { SLICES } from '@atelier/api/slices.ts';
import { createMetrics } from '@atelier/api/metrics.ts';
import { openApiWorld, signInAs } from '@atelier/api/testing-api.ts';
import type { ApiWorld } from '@atelier/api/testing-api.ts';
import {
  deposit,
  newDeposit,
  sendToWarehouse,
  servicesOf,
} from '@atelier/application/commands/testing-journey.ts';
import { projectRoot } from '../../scripts/lib/files.ts';
import { runSql } from '../../scripts/lib/postgres/database.ts';
import { startPostgres } from '../harness/postgres.ts';
import { plainScanSlice, plainScanSql } from './lib/plain-scan.ts';
import { median, sampleOf } from './lib/stats.ts';
import type { Sample } from './lib/stats.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    clients: { type: 'string', default: '16' },
    items: { type: 'string', default: '1200' },
  },
});
const rounds = Number(flags.rounds);
const seconds = Number(flags.seconds);
const clients = Number(flags.clients);
/** Pieces in a package. */
const PER_PACKAGE = 60;

/** Scans over HTTP, our way and the plain way in turn, in one process, on one durable PostgreSQL (W1 of product/performance.md §3). */
const postgres = await startPostgres({ durable: true });
try {
  const api = await openApiWorld();
  const itemIds = await itemsUnderWay(api, Number(flags.items));
  await copyPlain(api, itemIds);
  const node = await api.node();
  // Measures of its own: the node's are registered already.
  const deps = { ...node.deps, metrics: createMetrics() };
  const app = await buildApp(deps, [...SLICES, plainScanSlice(node.deps.pool)]);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const token = await signInAs(app, 'warehouse');
  const runners = [
    { name: 'Atelier: POST /scan', url: `${address}/api/scan` },
    { name: 'plain UPDATE + audit row', url: `${address}/api/bench/plain-scan` },
  ];
  const results = await interleave(runners, (url) => load(url, token, itemIds));
  print(results);
  await app.close();
  await api.close();
  const folder = join(projectRoot, 'tests', 'results');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'bench-scan.json'),
    `${JSON.stringify({ rounds, seconds, clients, results }, null, 2)}\n`,
  );
} finally {
  await postgres.stop();
}

/**
 * Pieces in packages on their way to the warehouse, scanned in turn. There are enough of them that no stream grows beyond
 * what a piece lives through: some dozens of events.
 */
async function itemsUnderWay(api: ApiWorld, count: number): Promise<readonly number[]> {
  const services = servicesOf(api.world, { now: () => new Date(), advance: () => undefined });
  const ids: number[] = [];
  for (let first = 0; first < count; first += PER_PACKAGE) {
    const ready = Array.from({ length: Math.min(PER_PACKAGE, count - first) }, async () =>
      deposit(services, await newDeposit(api.world)),
    );
    const pieces = (await Promise.all(ready)).map(({ itemId }) => itemId);
    await sendToWarehouse(services, pieces, `BENCH-${first}`);
    ids.push(...pieces);
  }
  return ids;
}

async function copyPlain(api: ApiWorld, ids: readonly number[]): Promise<void> {
  const { connectionString } = api.world.database;
  const rows = ids.map((id) => `(${id}, 1, '{1,20}', 2, 1)`).join(', ');
  await runSql(
    connectionString,
    plainScanSql,
    `insert into plain_item (id, store_id, visible_sites, status, version) values ${rows}`,
  );
}

interface Measured {
  readonly name: string;
  readonly samples: readonly Sample[];
}

/** A B A B …, so that a machine that slows down slows both; the first round warms up and is not counted. */
async function interleave(
  runners: readonly { readonly name: string; readonly url: string }[],
  run: (url: string) => Promise<Sample>,
): Promise<readonly Measured[]> {
  const samples = new Map<string, Sample[]>(runners.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, url } of runners) {
      const sample = await run(url);
      if (round > 0) samples.get(name)?.push(sample);
    }
  }
  return [...samples].map(([name, list]) => ({ name, samples: list }));
}

async function load(url: string, token: string, itemIds: readonly number[]): Promise<Sample> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const until = performance.now() + seconds * 1_000;
  const latencies: number[] = [];
  const cpu = process.cpuUsage();
  let failed = 0;
  let next = 0;
  const client = async () => {
    while (performance.now() < until) {
      const itemId = itemIds[(next += 1) % itemIds.length] ?? 0;
      const began = performance.now();
      const status = await post(agent, url, token, { code: String(itemId), target: 3 });
      if (status === 200) latencies.push(performance.now() - began);
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  const { user, system } = process.cpuUsage(cpu);
  return { ...sampleOf(latencies, seconds, failed), cpu: (user + system) / latencies.length };
}

function post(agent: Agent, url: string, token: string, body: object): Promise<number> {
  const payload = JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    call.on('error', reject);
    call.end(payload);
  });
}

function print(results: readonly Measured[]): void {
  const [ours, plain] = results;
  const ratios = (ours?.samples ?? []).map(
    (sample, index) => sample.rate / (plain?.samples[index]?.rate ?? 1),
  );
  const rows = results.map(({ name, samples }) => [
    name,
    whole(median(samples.map((sample) => sample.rate))),
    median(samples.map((sample) => sample.p50)).toFixed(1),
    median(samples.map((sample) => sample.p99)).toFixed(1),
    whole(median(samples.map((sample) => sample.cpu))),
    whole(samples.reduce((sum, sample) => sum + sample.failed, 0)),
  ]);
  process.stdout.write(
    `W1: scans over HTTP, ${clients} clients, ${seconds} s × ${rounds} rounds, interleaved\n\n`,
  );
  process.stdout.write(
    `${markdownTable(['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs each', 'failed'], rows)}\n\n`,
  );
  process.stdout.write(`Atelier ÷ plain, median of the pairs: ${(median(ratios) * 100).toFixed(0)} %\n`);
}
