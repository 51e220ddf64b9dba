import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../tests/harness/postgres.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { Fault } from '@atelier/host/fault.ts';
import { runMain } from '@atelier/host/run-main.ts';

const program = join(projectRoot, 'tests', 'schedules', 'main.ts');
const summaryLine = /^\{"schedules":(\d+),"steps":(\d+),"failed":(\d+)\}$/m;

interface Tally {
  readonly schedules: number;
  readonly steps: number;
  readonly failed: number;
}

/** One process with every n-th seed; what it prints of broken seeds is shown as it comes. */
function runShare(args: readonly string[]): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (!summaryLine.test(chunk.toString())) process.stdout.write(chunk);
    });
    child.once('error', reject);
    child.once('close', () => {
      const [, schedules, steps, failed] = summaryLine.exec(printed) ?? [];
      if (schedules === undefined) reject(new Fault('A process of schedules ended before its time.'));
      else resolve({ schedules: Number(schedules), steps: Number(steps), failed: Number(failed) });
    });
  });
}

/** Deals the seeds out to two processes per processor, eight at most: each often waits for the database. */
function shares(seed: number, count: number): readonly (readonly string[])[] {
  const processes = Math.max(1, Math.min(8, 2 * availableParallelism(), count));
  return Array.from({ length: processes }, (_, index) => {
    const own = Math.ceil((count - index) / processes);
    return ['--seed', String(seed + index), '--count', String(own), '--stride', String(processes)];
  });
}

const HELP = `npm run test:schedules -- [options]
  --count N   interleavings; 10000 when left out
  --seed N    the first of their seeds; 1 when left out
  --only PART those in which this part takes place: releases, network, counter, vault, senders
  --trace     prints each step
  --twice     runs each two times and compares`;

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '10000' },
      only: { type: 'string' },
      trace: { type: 'boolean', default: false },
      twice: { type: 'boolean', default: false },
    },
  });
  const flags = [
    ...(values.only === undefined ? [] : ['--only', values.only]),
    ...(values.trace ? ['--trace'] : []),
    ...(values.twice ? ['--twice'] : []),
  ];
  const began = Date.now();
  const postgres = await startPostgres();
  try {
    const tallies = await Promise.all(
      shares(Number(values.seed), Number(values.count)).map((share) => runShare([...share, ...flags])),
    );
    const sum = (key: keyof Tally): number => tallies.reduce((total, tally) => total + tally[key], 0);
    const seconds = ((Date.now() - began) / 1000).toFixed(0);
    console.log(`${sum('schedules')} schedules, ${sum('steps')} steps, ${seconds} s`);
    console.log(`${sum('schedules') - sum('failed')} passed, ${sum('failed')} failed`);
    return sum('failed') === 0 ? 0 : 1;
  } finally {
    await postgres.stop();
  }
}, HELP);
