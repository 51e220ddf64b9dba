// npm run bench -- scan [--rounds 5] [--seconds 4] [--clients 16] [--items 1200] [--only scan,move,move30,comment,send]
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '@atelier/host/files.ts';
import { startPostgres } from '../harness/postgres.ts';
import { openCommandWorld, type CommandWorld } from './lib/command-world.ts';
import { httpLoad, type HttpCall } from './lib/http-load.ts';
import { median, type Sample } from './lib/stats.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    clients: { type: 'string', default: '16' },
    items: { type: 'string', default: '1200' },
    only: { type: 'string', default: 'scan,move,move30,comment,send' },
  },
});
const rounds = Number(flags.rounds);
const seconds = Number(flags.seconds);
const clients = Number(flags.clients);
const sections = new Set(flags.only.split(','));

interface Runner {
  readonly name: string;
  readonly callOf: (turn: number) => HttpCall | undefined;
  readonly clients?: number;
}

interface Section {
  readonly name: string;
  readonly title: string;
  /** Ours first, then what it is compared with. */
  readonly runners: (world: CommandWorld) => Promise<readonly Runner[]> | readonly Runner[];
}

interface Measured {
  readonly name: string;
  readonly samples: readonly Sample[];
}

const SECTIONS: readonly Section[] = [
  {
    name: 'scan',
    title: 'W1: scans over HTTP',
    runners: (world) => [
      { name: 'Atelier: POST /scan', callOf: world.scan },
      { name: 'plain UPDATE + audit row', callOf: world.plain(1) },
      { name: 'floor: the same HTTP, one append', callOf: world.floorScan },
    ],
  },
  {
    name: 'move',
    title: 'Moves over HTTP, one piece each',
    runners: async (world) => [
      { name: 'Atelier: PUT /rmastatus', callOf: await world.move(1) },
      { name: 'plain UPDATE + audit row', callOf: world.plain(1) },
    ],
  },
  {
    name: 'move30',
    title: 'Moves over HTTP, thirty pieces each',
    runners: async (world) => [
      { name: 'Atelier: PUT /rmastatus, 30 ids', callOf: await world.move(30), clients: 4 },
      { name: 'plain UPDATE of 30 + 30 audit rows', callOf: world.plain(30), clients: 4 },
      { name: 'floor: the same HTTP and rows, plain statements', callOf: world.floorThirty, clients: 4 },
    ],
  },
  {
    name: 'comment',
    title: 'Remarks over HTTP',
    runners: (world) => [
      { name: 'Atelier: POST /operationcomment', callOf: world.comment },
      { name: 'plain UPDATE + audit row', callOf: world.plain(1) },
    ],
  },
];

/** Commands over HTTP, our way and the plain way in turn, in one process, on one durable PostgreSQL (W1 of product/performance.md §3). */
const postgres = await startPostgres({ durable: true });
try {
  const world = await openCommandWorld(Number(flags.items));
  const results = [];
  for (const section of SECTIONS.filter(({ name }) => sections.has(name))) {
    const measured = await interleave(world, await section.runners(world));
    print(section.title, measured);
    results.push({ name: section.name, measured });
  }
  if (sections.has('send')) results.push({ name: 'send', measured: await sendPackages(world) });
  await world.close();
  const folder = join(projectRoot, 'tests', 'results');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'bench-scan.json'),
    `${JSON.stringify({ rounds, seconds, clients, results }, null, 2)}\n`,
  );
} finally {
  await postgres.stop();
}

/** A B C A B C …, so that a machine that slows down slows all; the first round warms up and is not counted. */
async function interleave(world: CommandWorld, runners: readonly Runner[]): Promise<readonly Measured[]> {
  const samples = new Map<string, Sample[]>(runners.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const runner of runners) {
      const sample = await httpLoad({ clients, seconds, token: world.token, ...runner });
      if (round > 0) samples.get(runner.name)?.push(sample);
    }
  }
  return [...samples].map(([name, list]) => ({ name, samples: list }));
}

/** Packages of thirty that stand ready, each sent once, beside plain updates of thirty rows for as long. */
async function sendPackages(world: CommandWorld): Promise<readonly Measured[]> {
  const sent = await httpLoad({
    token: world.shopToken,
    clients: 4,
    seconds: 60,
    callOf: await world.send(30),
  });
  const plain = await httpLoad({ token: world.token, clients: 4, seconds, callOf: world.plain(30) });
  const measured = [
    { name: 'Atelier: package of 30 sent', samples: [sent] },
    { name: 'plain UPDATE of 30 + 30 audit rows', samples: [plain] },
  ];
  print('Packages sent over HTTP, once each', measured);
  return measured;
}

function print(title: string, measured: readonly Measured[]): void {
  const [ours, ...others] = measured;
  const of = (samples: readonly Sample[], pick: (sample: Sample) => number) => median(samples.map(pick));
  const rows = measured.map(({ name, samples }) => [
    name,
    whole(of(samples, (sample) => sample.rate)),
    of(samples, (sample) => sample.p50).toFixed(1),
    of(samples, (sample) => sample.p99).toFixed(1),
    whole(of(samples, (sample) => sample.cpu)),
    whole(samples.reduce((sum, sample) => sum + sample.failed, 0)),
  ]);
  const head = ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs each', 'failed'];
  const shares = others.map(({ name, samples }) => {
    const pairs = (ours?.samples ?? []).map((sample, index) => sample.rate / (samples[index]?.rate ?? 1));
    const slower = (ours?.samples ?? []).map((sample, index) => sample.p50 / (samples[index]?.p50 ?? 1));
    return `${(median(pairs) * 100).toFixed(0)} % of "${name}", p50 ${median(slower).toFixed(1)} ×`;
  });
  process.stdout.write(
    `${title}\n\n${markdownTable(head, rows)}\n\nMedian of the pairs: ${shares.join('; ')}\n\n`,
  );
}
