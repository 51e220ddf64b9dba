// npm run bench -- rebuild [--events 200000] [--rounds 3] [--names dashboard,item_row,customer_progress] [--live 100] [--profile]
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '@atelier/host/files.ts';
import {
  openAtelierProjections,
  type AtelierProjections,
  type RebuildRun,
} from './lib/atelier-projections.ts';
import { serverCpuMs } from './lib/cpu.ts';
import { loadOurLog } from './lib/load-lives.ts';
import { commitToVisible, type OpenLoopResult } from './lib/open-loop.ts';
import { startBenchServer } from './lib/server.ts';
import { median } from './lib/stats.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: {
    events: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '3' },
    names: { type: 'string', default: 'dashboard,item_row,customer_progress' },
    // Appends a second beside the rebuild of the dashboard; 0 leaves that part out.
    live: { type: 'string', default: '100' },
    // Leaves a profile of each rebuilding process in tests/results.
    profile: { type: 'boolean', default: false },
  },
});
const events = Number(flags.events);
const results = join(projectRoot, 'tests', 'results');

interface Run extends RebuildRun {
  readonly name: string;
  readonly serverMs: number;
}

interface Live extends RebuildRun {
  readonly lag: OpenLoopResult;
}

const server = await startBenchServer();
try {
  await mkdir(results, { recursive: true });
  const urls = await server.migratedDatabase('rebuild');
  await loadOurLog(server.adminUrl('rebuild'), events);
  const ours = await openAtelierProjections(urls);
  const rounds: Run[][] = [];
  for (let round = 0; round < Number(flags.rounds); round += 1) rounds.push(await runRound(ours));
  const runs = (rounds[0] ?? []).map((first, index): Run => {
    const of = (pick: (run: Run) => number): number =>
      median(rounds.map((each) => pick(each[index] ?? first)));
    return {
      name: first.name,
      seconds: of((run) => run.seconds),
      bulkSeconds: of((run) => run.bulkSeconds),
      cpuMs: of((run) => run.cpuMs),
      serverMs: of((run) => run.serverMs),
    };
  });
  const live = Number(flags.live) > 0 ? await beside(ours, Number(flags.live)) : undefined;
  await ours.close();
  print(runs, live);
  const machine = { cpus: cpus().length, model: cpus()[0]?.model };
  await writeFile(
    join(results, 'bench-rebuild.json'),
    `${JSON.stringify({ machine, events, runs, live }, null, 2)}\n`,
  );
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await server.stop();
}

/** Each read model once: what disturbs the machine meets all of them. */
async function runRound(ours: AtelierProjections): Promise<Run[]> {
  const runs: Run[] = [];
  for (const name of flags.names.split(',')) {
    const before = serverCpuMs(server.pid);
    const run = await ours.rebuild(name, flags.profile ? results : undefined);
    runs.push({ name, ...run, serverMs: serverCpuMs(server.pid) - before });
    process.stderr.write('.');
  }
  return runs;
}

/** Rebuilds the dashboard while commits go on, and samples how long each takes to show in the live one. */
async function beside(ours: AtelierProjections, perSecond: number): Promise<Live> {
  let isDone = false;
  const rebuilding = ours.rebuild('dashboard').finally(() => {
    isDone = true;
  });
  const lag = await commitToVisible(ours, perSecond, () => isDone);
  return { ...(await rebuilding), lag };
}

function print(runs: readonly Run[], live: Live | undefined): void {
  const each = (ms: number): string => ((ms * 1_000) / events).toFixed(1);
  const rows = runs.map((run) => [
    run.name,
    run.seconds.toFixed(2),
    run.bulkSeconds.toFixed(2),
    whole(events / run.seconds),
    each(run.serverMs),
    each(run.cpuMs),
  ]);
  const head = ['', 'seconds', 'of them rows', 'events/s', 'CPU µs: server', 'CPU µs: Node'];
  process.stdout.write(`\nRebuilding from ${whole(events)} events\n\n${markdownTable(head, rows)}\n`);
  if (live === undefined) return;
  const { lag, seconds } = live;
  process.stdout.write(
    `\ndashboard beside ${flags.live} appends/s: ${whole(events / seconds)} events/s; commit → shown live: ` +
      `p50 ${lag.p50.toFixed(0)} ms, p99 ${lag.p99.toFixed(0)} ms, longest ${lag.most.toFixed(0)} ms, ${lag.unseen} never\n`,
  );
}
