// npm run bench -- quick [--save]: every ratio in short runs, beside the committed ones; ends with 1 when one fell by a third
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { projectRoot } from '@atelier/host/files.ts';
import { runNode } from '../../scripts/lib/run-node.ts';
import { median } from './lib/stats.ts';
import { markdownTable } from './lib/table.ts';

const { values: flags } = parseArgs({ options: { save: { type: 'boolean', default: false } } });

/** Ratios by what they compare, ours ÷ the other; more is better. */
type Ratios = Readonly<Record<string, number>>;

const sample = z.object({ rate: z.number(), p50: z.number() });
const appendResults = z.object({ m1: z.array(sample.extend({ name: z.string() })) });
const scanResults = z.object({
  results: z.array(
    z.object({
      name: z.string(),
      measured: z.array(z.object({ name: z.string(), samples: z.array(sample) })),
    }),
  ),
});
const readResults = z.object({
  results: z.array(z.object({ name: z.string(), ours: sample, raw: sample.optional() })),
});
const sealedResults = z.object({ results: z.array(z.object({ name: z.string(), ratio: z.number() })) });
const importResults = z.object({
  runs: z.array(z.object({ name: z.string(), events: z.number(), seconds: z.number() })),
});
const liveResults = z.object({ fanOut: z.object({ ratio: z.number() }) });
const rate = z.object({ rate: z.number() });
const sealingResults = z.object({ pairs: z.array(z.object({ without: rate, with: rate })) });

const folder = join(projectRoot, 'tests', 'bench');
const committedFile = join(folder, 'ratios.json');

/** A ratio that fell to less than this part of the committed one fails the run: short runs differ by a fifth. */
const FELL = 2 / 3;

// Each of them some tens of seconds: what is compared runs in turn, so that a busy machine slows both.
const now: Ratios = {
  ...(await appendRatios()),
  ...(await scanRatios()),
  ...(await readRatios()),
  ...(await sealedRatios()),
  ...(await importRatios()),
  ...(await liveRatios()),
};
const committed = z.record(z.string(), z.number()).parse(JSON.parse(await readFile(committedFile, 'utf8')));
const fallen = print(now, committed);
if (flags.save) await writeFile(committedFile, `${JSON.stringify(now, null, 2)}\n`);
else if (fallen.length > 0) {
  process.stderr.write(`fell by a third or more: ${fallen.join('; ')}\n`);
  process.exitCode = 1;
}

async function appendRatios(): Promise<Ratios> {
  const args = ['--only', 'm1', '--rounds', '3', '--seconds', '1', '--peers', 'no'];
  const { m1 } = appendResults.parse(await run('append', args));
  const [limit, ...others] = m1;
  return Object.fromEntries(
    others.map(({ name, rate: ours }) => [`append: ${name} ÷ bare insert`, ours / (limit?.rate ?? 1)]),
  );
}

async function scanRatios(): Promise<Ratios> {
  const { results } = scanResults.parse(
    await run('scan', ['--rounds', '3', '--seconds', '2', '--items', '300']),
  );
  const pairs = results.flatMap(({ measured: [ours, ...others] }) =>
    others.map((other): [string, number] => [
      `${ours?.name} ÷ ${other.name}`,
      median((ours?.samples ?? []).map((each, index) => each.rate / (other.samples[index]?.rate ?? 1))),
    ]),
  );
  return Object.fromEntries(pairs);
}

async function readRatios(): Promise<Ratios> {
  const args = ['--items', '20000', '--events', '2000', '--rounds', '30'];
  const { results } = readResults.parse(await run('reads', args));
  return Object.fromEntries(
    results.flatMap(({ name, ours, raw }) =>
      raw === undefined ? [] : [[`read: raw SQL ÷ ${name}, p50`, raw.p50 / ours.p50]],
    ),
  );
}

async function sealedRatios(): Promise<Ratios> {
  const reads = sealedResults.parse(await run('sealed-reads', ['--items', '5000', '--pairs', '20']));
  const { pairs } = sealingResults.parse(await run('sealing', ['--rounds', '3', '--seconds', '2']));
  const kept = median(pairs.map((pair) => pair.with.rate / pair.without.rate));
  return {
    ...Object.fromEntries(reads.results.map(({ name, ratio }) => [`in clear ÷ sealed: ${name}`, 1 / ratio])),
    'appends beside sealing ÷ appends alone': kept,
  };
}

/** COPY is the first of the runs; the others write or fold the same events. */
async function importRatios(): Promise<Ratios> {
  const { runs } = importResults.parse(
    await run('import', ['--events', '20000', '--rounds', '1', '--append', '4000']),
  );
  const [copy, ...others] = runs.map(({ name, events, seconds }) => ({ name, rate: events / seconds }));
  return Object.fromEntries(
    others.map(({ name, rate: ours }) => [`${name} ÷ COPY`, ours / (copy?.rate ?? 1)]),
  );
}

async function liveRatios(): Promise<Ratios> {
  const args = ['--only', 'fanout', '--sockets', '1000', '--rounds', '1', '--seconds', '3'];
  const { fanOut } = liveResults.parse(await run('live', args));
  return { 'live: fan-out ÷ bare ws': fanOut.ratio };
}

async function run(name: string, args: readonly string[]): Promise<unknown> {
  const code = await runNode([join(folder, `${name}.bench.ts`), ...args]);
  if (code !== 0) throw new Error(`the benchmark ${name} ended with ${code}`);
  return JSON.parse(await readFile(join(projectRoot, 'tests', 'results', `bench-${name}.json`), 'utf8'));
}

/** Prints every ratio beside the committed one and gives the names of those that fell. */
function print(ratios: Ratios, before: Ratios): readonly string[] {
  const percent = (ratio: number | undefined) => (ratio === undefined ? '–' : `${Math.round(ratio * 100)} %`);
  const isFallen = (name: string) => (ratios[name] ?? 0) < (before[name] ?? 0) * FELL;
  const names = [...new Set([...Object.keys(ratios), ...Object.keys(before)])];
  const rows = names.map((name) => [
    name,
    percent(before[name]),
    percent(ratios[name]),
    isFallen(name) ? 'fell' : '',
  ]);
  process.stdout.write(`${markdownTable(['ours ÷ theirs', 'committed', 'now', ''], rows)}\n`);
  return names.filter(isFallen);
}
