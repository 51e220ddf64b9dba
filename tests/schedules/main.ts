import './lib/install-virtual-time.ts';
import { parseArgs } from 'node:util';
import { openInstallation, type Installation } from './installation.ts';
import { partsOf, runSchedule } from './schedule.ts';

/**
 * Runs schedules one after the other in this process, against the server that `ATELIER_TEST_POSTGRES` names. Prints
 * each seed that broke a promise, and last how many schedules, steps and failures there were, as one line of JSON.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    /** Distance between two seeds, for several processes side by side. */
    stride: { type: 'string', default: '1' },
    /** Skips the seeds in which this part does not take part: `releases`, `network`, `counter`. */
    only: { type: 'string' },
    /** Prints every step. */
    trace: { type: 'boolean', default: false },
    /** Runs every seed again and compares the steps. */
    twice: { type: 'boolean', default: false },
  },
});

/** Schedules after which a new database takes over: partitions and dead rows make an old one slow. */
const FRESH_AFTER = 200;

let installation = await openInstallation();
const [first, count, stride] = [Number(values.seed), Number(values.count), Number(values.stride)];
let schedules = 0;
let failed = 0;
let steps = 0;
for (let index = 0; index < count; index += 1) {
  const seed = first + index * stride;
  if (values.only !== undefined && !partsOf(installation, seed).includes(values.only)) continue;
  if (schedules > 0 && schedules % FRESH_AFTER === 0) installation = await reopen(installation);
  const result = await runSchedule(installation, seed);
  schedules += 1;
  steps += result.trace.length;
  if (values.trace) console.log(result.trace.join('\n'));
  const broken = [...result.violations, ...(values.twice ? await differences(installation, result) : [])];
  if (broken.length === 0) continue;
  failed += 1;
  console.log(`seed ${result.seed} (${result.parts.join(' ')}):\n  ${broken.slice(0, 8).join('\n  ')}`);
}
console.log(JSON.stringify({ schedules, steps, failed }));
await installation.close();
// Actors that were left where they stood would keep the process alive.
process.exit(failed === 0 ? 0 : 1);

async function reopen(used: Installation): Promise<Installation> {
  await used.close();
  return openInstallation();
}

/** Where a second run of the same seed takes another step. */
async function differences(
  shared: Installation,
  { seed, trace }: { readonly seed: number; readonly trace: readonly string[] },
): Promise<readonly string[]> {
  const again = await runSchedule(shared, seed);
  const length = Math.max(trace.length, again.trace.length);
  const at = Array.from({ length }, (_, index) => index).find((index) => trace[index] !== again.trace[index]);
  return at === undefined ? [] : [`step ${at} was «${trace[at]}», then «${again.trace[at]}»`];
}
