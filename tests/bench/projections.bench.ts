// npm run bench -- projections [--only m3,m4] [--seconds 10] [--rounds 3] [--small 20000] [--large 1000000]
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '@atelier/host/files.ts';
import { openAtelierProjections, type AtelierProjections } from './lib/atelier-projections.ts';
import { lifeEvent } from './lib/life.ts';
import { loadEmmettLog, loadOurLog } from './lib/load-lives.ts';
import { closedLoop } from './lib/load.ts';
import { commitToVisible, type OpenLoopResult, type Projected } from './lib/open-loop.ts';
import { installPeers } from './lib/peers.ts';
import { startBenchServer, type BenchServer } from './lib/server.ts';
import { median } from './lib/stats.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: 'm3,m4' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    // Side by side. Emmett's reader scans the whole log for every batch: at a million events one run takes hours.
    small: { type: 'string', default: '20000' },
    large: { type: 'string', default: '1000000' },
  },
});
const seconds = Number(flags.seconds);
const rounds = Number(flags.rounds);
const sections = new Set(flags.only.split(','));

interface EmmettModule {
  readonly install: (url: string) => Promise<void>;
  readonly open: (
    url: string,
    event: typeof lifeEvent,
    batchSize: number,
  ) => Promise<Projected & { readonly start: () => Promise<void> }>;
  readonly rebuild: (
    url: string,
    which: 'dashboard' | 'statusOnly',
    batchSize: number,
  ) => Promise<{ readonly seconds: number; readonly items: number }>;
}

const OUR_REBUILDS = ['dashboard', 'customer_progress', 'item_row'] as const;
const EMMETT_REBUILDS = [
  ['dashboard', 'the same dashboard', 1_000],
  ['statusOnly', 'only the status of an item', 1_000],
  ['statusOnly', 'only the status of an item', 10_000],
] as const;

const server = await startBenchServer();
try {
  installPeers();
  const peer = join(import.meta.dirname, 'peers', 'emmett-projections.mjs');
  const emmett: EmmettModule = await import(peer);
  const results = {
    machine: { cpus: cpus().length, model: cpus()[0]?.model },
    seconds,
    m3: sections.has('m3') ? await runM3(server, emmett) : undefined,
    m4: sections.has('m4') ? await runM4(server, emmett) : undefined,
  };
  const folder = join(projectRoot, 'tests', 'results');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'bench-projections.json'), `${JSON.stringify(results, null, 2)}\n`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  // Pools of a peer that are still open notice the end of the server with an unhandled error.
  process.on('uncaughtException', () => undefined);
  await server.stop();
  process.exit();
}

async function emmettDatabase(bench: BenchServer, emmett: EmmettModule, name: string): Promise<string> {
  // Our migrations besides, for the projection's tables; as a superuser it passes by the row policies.
  await bench.migratedDatabase(name);
  const url = bench.adminUrl(name);
  await emmett.install(url);
  return url;
}

interface Timed extends OpenLoopResult {
  readonly name: string;
  readonly perSecond: number;
}

async function runM3(bench: BenchServer, emmett: EmmettModule): Promise<readonly Timed[]> {
  const theirs = await emmett.open(await emmettDatabase(bench, emmett, 'emmett_m3'), lifeEvent, 1_000);
  const ours = await openAtelierProjections(await bench.migratedDatabase('atelier_m3'));
  await theirs.start();
  const results: Timed[] = [];
  for (const target of [ours, theirs]) {
    await commitToVisible(target, 200, 2);
    results.push({ name: target.name, perSecond: 200, ...(await commitToVisible(target, 200, seconds)) });
    const most = await fullSpeed(target);
    const perSecond = Math.floor(most * 0.7);
    results.push({ name: target.name, perSecond, ...(await commitToVisible(target, perSecond, seconds)) });
    await target.close();
  }
  const rows = results.map((r) => [
    r.name,
    whole(r.perSecond),
    whole(r.rate),
    r.p50.toFixed(1),
    r.p99.toFixed(1),
    String(r.unseen),
  ]);
  print(
    'M3: commit → row visible in the projection, open loop, at 200/s and at 70 % of the own full speed',
    ['', 'asked/s', 'shown/s', 'p50 ms', 'p99 ms', 'not shown after 20 s'],
    rows,
  );
  return results;
}

/** Appends per second with sixteen writers while the projection runs: M1 of this very set-up. */
async function fullSpeed(target: Projected): Promise<number> {
  const sample = await closedLoop(16, 4, async (index, turn) => {
    await target.append(9_000_000 + index * 1_000_000 + Math.floor(turn / 10), turn % 10);
    return true;
  });
  return sample.rate;
}
interface Rebuilt {
  readonly name: string;
  readonly events: number;
  readonly seconds: number;
  readonly perSecond: number;
}

async function runM4(bench: BenchServer, emmett: EmmettModule): Promise<object> {
  const rebuilt = await sideBySide(bench, emmett);
  const best = Math.max(...rebuilt.filter((r) => r.name.startsWith('Emmett')).map((r) => r.perSecond));
  const large = Number(flags.large);
  const ours = await openLoaded(bench, large);
  for (const what of OUR_REBUILDS) rebuilt.push(await rebuildOurs(ours, what, large));
  const live = await whileLive(ours, large, rebuilt);
  await ours.close();
  print(
    'M4: rebuild, events a second; the smaller size side by side, medians of interleaved runs',
    ['', 'events', 'seconds', 'events/s', '÷ the best of Emmett'],
    rebuilt.map((r) => [
      r.name,
      whole(r.events),
      r.seconds.toFixed(1),
      whole(r.perSecond),
      (r.perSecond / best).toFixed(1),
    ]),
  );
  print(
    'M4: live lag while the rebuild runs, 100 appends a second',
    ['', 'p50 ms', 'p99 ms', 'not shown'],
    [[live.name, live.p50.toFixed(1), live.p99.toFixed(1), String(live.unseen)]],
  );
  return { rebuilt, live };
}

type Ours = AtelierProjections;

async function openLoaded(bench: BenchServer, events: number): Promise<Ours> {
  const name = `atelier_m4_${events}`;
  const urls = await bench.migratedDatabase(name);
  await loadOurLog(bench.adminUrl(name), events);
  return openAtelierProjections(urls);
}

async function rebuildOurs(ours: Ours, what: string, events: number): Promise<Rebuilt> {
  const { seconds: took } = await ours.rebuild(what);
  return { name: `Atelier, ${what}`, events, seconds: took, perSecond: events / took };
}

/** The same events in both, all rebuilds in turn, again and again: what disturbs the machine meets each of them. */
async function sideBySide(bench: BenchServer, emmett: EmmettModule): Promise<Rebuilt[]> {
  const events = Number(flags.small);
  const ours = await openLoaded(bench, events);
  const url = await emmettDatabase(bench, emmett, 'emmett_m4');
  await loadEmmettLog(url, events);
  const runs: Rebuilt[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const results: Rebuilt[] = [];
    for (const what of OUR_REBUILDS) results.push(await rebuildOurs(ours, what, events));
    for (const [which, words, batchSize] of EMMETT_REBUILDS) {
      const { seconds: took, items } = await emmett.rebuild(url, which, batchSize);
      if (items === 0) throw new Error('Emmett rebuilt nothing');
      const name = `Emmett 0.42.0, ${words}, ${whole(batchSize)} at once`;
      results.push({ name, events, seconds: took, perSecond: events / took });
    }
    runs.push(results);
    process.stderr.write('.');
  }
  await ours.close();
  return (runs[0] ?? []).map((first, index) => {
    const took = median(runs.map((results) => results[index]?.seconds ?? 0));
    return { ...first, seconds: took, perSecond: events / took };
  });
}

/** The live projection goes on while the same one is rebuilt beside it. */
async function whileLive(ours: Ours, events: number, rebuilt: Rebuilt[]): Promise<Timed> {
  const rebuilding = ours.rebuild('dashboard');
  const lag = await commitToVisible(ours, 100, Math.max(seconds, events / 40_000));
  const { seconds: took } = await rebuilding;
  rebuilt.push({
    name: 'Atelier, dashboard, under 100/s live',
    events,
    seconds: took,
    perSecond: events / took,
  });
  return { name: ours.name, perSecond: 100, ...lag };
}

function print(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  process.stdout.write(`\n${title}\n\n${markdownTable(head, rows)}\n`);
}
