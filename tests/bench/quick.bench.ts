// npm run bench -- quick [--save]: every ratio in short runs, beside the committed ones
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

const folder = join(projectRoot, 'tests', 'bench');
const committedFile = join(folder, 'ratios.json');

// Each of them some tens of seconds: what is compared runs in turn, so that a busy machine slows both.
const now: Ratios = {
  ...(await appendRatios()),
  ...(await scanRatios()),
  ...(await readRatios()),
};
const committed = z.record(z.string(), z.number()).parse(JSON.parse(await readFile(committedFile, 'utf8')));
print(now, committed);
if (flags.save) await writeFile(committedFile, `${JSON.stringify(now, null, 2)}\n`);

async function appendRatios(): Promise<Ratios> {
  const args = ['--only', 'm1', '--rounds', '3', '--seconds', '1', '--peers', 'no'];
  const { m1 } = appendResults.parse(await run('append', args));
  const [limit, ...others] = m1;
  return Object.fromEntries(
    others.map(({ name, rate }) => [`append: ${name} ÷ bare insert`, rate / (limit?.rate ?? 1)]),
  );
}

async function scanRatios(): Promise<Ratios> {
  const args = ['--rounds', '3', '--seconds', '2', '--items', '300', '--only', 'scan,move,move30,comment'];
  const { results } = scanResults.parse(await run('scan', args));
  const pairs = results.flatMap(({ measured: [ours, ...others] }) =>
    others.map((other): [string, number] => [
      `${ours?.name} ÷ ${other.name}`,
      median((ours?.samples ?? []).map(({ rate }, index) => rate / (other.samples[index]?.rate ?? 1))),
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

async function run(name: string, args: readonly string[]): Promise<unknown> {
  const code = await runNode([join(folder, `${name}.bench.ts`), ...args]);
  if (code !== 0) throw new Error(`the benchmark ${name} ended with ${code}`);
  return JSON.parse(await readFile(join(projectRoot, 'tests', 'results', `bench-${name}.json`), 'utf8'));
}

/** What fell by more than a fifth should be measured again: short runs differ by about that much. */
function print(ratios: Ratios, before: Ratios): void {
  const percent = (ratio: number | undefined) => (ratio === undefined ? '–' : `${Math.round(ratio * 100)} %`);
  const rows = Object.entries(ratios).map(([name, ratio]) => {
    const known = before[name];
    const isSlower = known !== undefined && ratio < known * 0.8;
    return [name, percent(known), percent(ratio), isSlower ? 'slower' : ''];
  });
  process.stdout.write(`${markdownTable(['ours ÷ theirs', 'committed', 'now', ''], rows)}\n`);
}
