import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { add, countPlaywright, countRun, countVitest, noCounts, summary, type Counts } from './lib/counts.ts';
import { failuresOfPlaywright, failuresOfVitest, readReport } from './lib/failures.ts';
import { findChromium } from './lib/chromium.ts';
import { Fault } from '@atelier/host/fault.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { findOrInstall } from './lib/programs.ts';
import { runMain } from '@atelier/host/run-main.ts';
import { runNode } from './lib/run-node.ts';
import { linesOfSlowest, timesOfPlaywright, timesOfVitest, type Timed } from './lib/slowest.ts';
import { useTestFolder } from './lib/test-folder.ts';

const results = join(projectRoot, 'tests', 'results');
const bin = (...path: string[]): string => join(projectRoot, 'node_modules', ...path);

/** Programs that tests start again and again are compiled once. */
process.env['NODE_COMPILE_CACHE'] ??= join(projectRoot, '.tmp', 'compile-cache');

type Suite = (filters: readonly string[]) => Promise<Outcome>;

/** What a suite counted, a line for each test that failed, and how long each took. */
interface Outcome {
  readonly counts: Counts;
  readonly failures: readonly string[];
  readonly times: readonly Timed[];
}

const suites: Readonly<Record<string, Suite>> = {
  unit: (filters) => vitest('unit', filters, ['unit', 'web']),
  int: (filters) => vitest('int', filters),
  e2e: playwright,
  faults: (filters) => vitest('faults', filters),
};

/** What `npm test` runs; the fault tests take long and run by name. */
const usual = ['unit', 'int', 'e2e'];

const postgresOption = '--postgres=';

/** `--postgres=system` runs on the server that is installed on this machine instead of the embedded one. */
function choosePostgres(option: string | undefined): void {
  const name = option?.slice(postgresOption.length) ?? 'embedded';
  if (name !== 'embedded' && name !== 'system')
    throw new Fault(
      `There is no PostgreSQL "${name}": choose ${postgresOption}embedded or ${postgresOption}system.`,
    );
  if (option !== undefined) process.env['TEST_POSTGRES'] = name;
}

/** The suite's tests in one run of vitest, which may be in several of its projects. */
async function vitest(
  suite: string,
  args: readonly string[],
  projects: readonly string[] = [suite],
): Promise<Outcome> {
  choosePostgres(args.find((arg) => arg.startsWith(postgresOption)));
  const filters = args.filter((arg) => !arg.startsWith(postgresOption));
  if (suite !== 'unit') findOrInstall('redis-server', 'redis-server', 'valkey-server');
  const report = freshReport(suite);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runNode([
    bin('vitest', 'vitest.mjs'),
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...reporters,
    ...filters,
  ]);
  return {
    counts: countRun(report, code, countVitest),
    failures: readReport(report, failuresOfVitest),
    times: readReport(report, timesOfVitest),
  };
}

async function playwright(filters: readonly string[]): Promise<Outcome> {
  const folder = join(projectRoot, 'tests', 'e2e');
  if (!hasBrowserTests(folder)) return { counts: noCounts, failures: [], times: [] };
  const report = freshReport('e2e');
  const config = join(projectRoot, 'tests', 'playwright.config.ts');
  const code = await runNode([bin('@playwright', 'test', 'cli.js'), 'test', '--config', config, ...filters]);
  return {
    counts: countRun(report, code, countPlaywright),
    failures: readReport(report, failuresOfPlaywright),
    times: readReport(report, timesOfPlaywright),
  };
}

function hasBrowserTests(folder: string): boolean {
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { recursive: true }).some((name) => String(name).endsWith('.e2e.test.ts'));
}

/** A report of an earlier run must never be counted. */
function freshReport(name: string): string {
  const file = join(results, `${name}.json`);
  mkdirSync(results, { recursive: true });
  rmSync(file, { force: true });
  return file;
}

function suiteOf(name: string): Suite {
  const suite = suites[name];
  if (suite !== undefined) return suite;
  const fits = /(?:int|e2e|fault)(?=\.test\.ts$)/.exec(name)?.[0] ?? 'unit';
  throw new Fault(
    `"npm test" runs every test and takes no file: say "npm run test:${fits === 'fault' ? 'faults' : fits} -- ${name}".`,
  );
}

async function runAll(names: readonly string[], filters: readonly string[]): Promise<number> {
  let total = noCounts;
  const failures: string[] = [];
  const times: Timed[] = [];
  for (const name of names) {
    console.log(`\n— ${name}`);
    const { counts, failures: failed, times: taken } = await suiteOf(name)(filters);
    total = add(total, counts);
    failures.push(...failed);
    times.push(...taken);
  }
  if (total.skipped > 0) console.log(`\n${total.skipped} skipped`);
  if (filters.length === 0) for (const slow of linesOfSlowest(times)) console.log(slow);
  for (const failure of failures) console.log(failure);
  console.log(summary(total));
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

const HELP = `npm test -- [SUITE [FILE …]] [--postgres=system]
  ${Object.keys(suites).join(', ')}; without a suite ${usual.join(', ')}`;

await runMain(async () => {
  const [name, ...filters] = process.argv.slice(2);
  const chosen = name === undefined ? usual : [name];
  chosen.forEach(suiteOf);
  // A quarter of an hour of tests before this one sentence would be wasted.
  if (chosen.includes('e2e')) findChromium();
  const removeTestFolder = useTestFolder();
  try {
    return await runAll(chosen, filters);
  } finally {
    removeTestFolder();
  }
}, HELP);
