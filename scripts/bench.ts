import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '@atelier/host/fault.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { runMain } from '@atelier/host/run-main.ts';
import { runNode } from './lib/run-node.ts';

const folder = join(projectRoot, 'tests', 'bench');

function benchmarks(): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.bench.ts'))
    .map((name) => name.replace('.bench.ts', ''));
}

const HELP = `npm run bench -- NAME [options of the benchmark]
  ${benchmarks().join(', ')}`;

await runMain(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined || !benchmarks().includes(name)) {
    throw new Fault(`Say which benchmark to run, npm run bench -- <name>: ${benchmarks().join(', ')}.`);
  }
  return runNode([join(folder, `${name}.bench.ts`), ...args]);
}, HELP);
