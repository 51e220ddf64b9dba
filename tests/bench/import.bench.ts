// npm run bench -- import [--events 100000] [--rounds 3] [--append 10000]
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '@atelier/host/files.ts';
import { ownerRole, runSql } from '@atelier/host/postgres/database.ts';
import { cpuMs } from './lib/cpu.ts';
import { prepareCopy, requestsOf, runAppend, runImport, runRebuild, type Urls } from './lib/import-runs.ts';
import { startBenchServer } from './lib/server.ts';
import { median } from './lib/stats.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    // One by one it takes long: fewer of them.
    append: { type: 'string', default: '10000' },
  },
});
const events = Number(flags.events);

interface Run {
  readonly name: string;
  readonly events: number;
  readonly seconds: number;
  readonly cpu: number;
}

const READ_MODELS = ['item_row', 'dashboard', 'customer_progress'] as const;

const server = await startBenchServer();
try {
  const base = await server.migratedDatabase('import_base');
  const requests = requestsOf(events);
  const rounds: Run[][] = [];
  for (let round = 0; round < Number(flags.rounds); round += 1) {
    rounds.push(await runRound(base, requests));
    process.stderr.write('.');
  }
  const runs = (rounds[0] ?? []).map((first, index) => ({
    ...first,
    seconds: median(rounds.map((each) => each[index]?.seconds ?? 0)),
    cpu: median(rounds.map((each) => each[index]?.cpu ?? 0)),
  }));
  print(runs);
  const folder = join(projectRoot, 'tests', 'results');
  await mkdir(folder, { recursive: true });
  const results = { machine: { cpus: cpus().length, model: cpus()[0]?.model }, runs };
  await writeFile(join(folder, 'bench-import.json'), `${JSON.stringify(results, null, 2)}\n`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await server.stop();
}

/** Each contestant writes into a separate empty database. */
async function runRound(base: Urls, requests: ReturnType<typeof requestsOf>): Promise<Run[]> {
  const runs = [await timedCopy(await emptyCopy(base, 'import_copy'), requests)];
  const urls = await emptyCopy(base, 'import_ours');
  runs.push(await timed('importEvents', events, () => runImport(urls, requests)));
  for (const name of READ_MODELS)
    runs.push(await timed(`then ${name} by rebuild`, events, () => runRebuild(urls, name)));
  const few = requests.slice(0, Number(flags.append));
  const appending = await emptyCopy(base, 'import_append');
  runs.push(await timed('append, 200 waiting', few.length, () => runAppend(appending, few)));
  return runs;
}

/** A separate function: gigabytes of printed rows are not collected while they are reachable. */
async function timedCopy(urls: Urls, requests: ReturnType<typeof requestsOf>): Promise<Run> {
  return timed('COPY of the same rows', events, await prepareCopy(urls, requests));
}

async function emptyCopy(base: Urls, name: string): Promise<Urls> {
  await runSql(
    server.adminUrl('postgres'),
    `drop database if exists ${name}`,
    `create database ${name} template import_base owner ${ownerRole}`,
    'checkpoint',
  );
  const named = (url: string): string => url.replace('/import_base', `/${name}`);
  return { url: named(base.url), ownerUrl: named(base.ownerUrl) };
}

async function timed(name: string, count: number, work: () => Promise<void>): Promise<Run> {
  const cpu = cpuMs(server.pid) ?? 0;
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1_000;
  return { name, events: count, seconds, cpu: (1_000 * ((cpuMs(server.pid) ?? 0) - cpu)) / count };
}

function print(runs: readonly Run[]): void {
  const rate = ({ events: count, seconds }: Run): number => count / seconds;
  const [copy, ours] = runs;
  const rows = runs.map((run) => [
    run.name,
    whole(run.events),
    run.seconds.toFixed(2),
    whole(rate(run)),
    `${Math.round((100 * rate(run)) / (copy === undefined ? 1 : rate(copy)))} %`,
    run.cpu.toFixed(1),
  ]);
  const until = runs.slice(1, 2 + READ_MODELS.length).reduce((sum, run) => sum + run.seconds, 0);
  const head = ['', 'events', 'seconds', 'events/s', 'of COPY', 'CPU µs each'];
  process.stdout.write(
    `\nM8: import of ${whole(ours?.events ?? 0)} events\n\n${markdownTable(head, rows)}\n`,
  );
  process.stdout.write(`\nUntil these read models are right: ${until.toFixed(1)} s.\n`);
}
