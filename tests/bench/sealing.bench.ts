// npm run bench -- sealing [--rounds 6] [--seconds 8] [--every 1000]
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '@atelier/host/files.ts';
import { SealingRuns, type Pair } from './lib/sealing-runs.ts';
import { startBenchServer } from './lib/server.ts';
import { median } from './lib/stats.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '8' },
    // Of a worker: 20,000. Shorter costs more, and each window seals what it appended.
    every: { type: 'string', default: '1000' },
  },
});
const seconds = Number(flags.seconds);

const server = await startBenchServer();
try {
  const runs = await SealingRuns.open(server, Number(flags.every));
  await runs.pair(1, true);
  const pairs: Pair[] = [];
  for (let round = 0; round < Number(flags.rounds); round += 1) {
    pairs.push(await runs.pair(seconds, round % 2 === 1));
    process.stderr.write('.');
  }
  process.stderr.write('\n');
  await runs.close();
  report(pairs);
  const folder = join(projectRoot, 'tests', 'results');
  await mkdir(folder, { recursive: true });
  const results = { machine: { cpus: cpus().length, model: cpus()[0]?.model }, seconds, pairs };
  await writeFile(join(folder, 'bench-sealing.json'), `${JSON.stringify(results, null, 2)}\n`);
} finally {
  await server.stop();
}

function report(pairs: readonly Pair[]): void {
  const rows = pairs.map(({ without, with: sealing }) => [
    whole(without.rate),
    whole(sealing.rate),
    (sealing.rate / without.rate).toFixed(3),
    without.cpu.toFixed(1),
    sealing.cpu.toFixed(1),
    `${Math.round(100 * sealing.sealed)} %`,
  ]);
  const kept = median(pairs.map((pair) => pair.with.rate / pair.without.rate));
  const cost = median(pairs.map((pair) => pair.with.cpu / pair.without.cpu));
  const head = ['appends/s', 'and sealing', 'kept', 'CPU µs each', 'and sealing', 'sealed meanwhile'];
  process.stdout.write(
    `\nAppends alone and with sealing, 32 writers\n\n${markdownTable(head, rows)}\n\nkept, median of the pairs: ${kept.toFixed(3)}; processor time: ${cost.toFixed(3)} times\n`,
  );
}
