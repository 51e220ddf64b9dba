// npm run bench -- growth [--events 1000000] [--first 100000] [--rounds 7] [--seconds 2] [--drill --width 100000]
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase } from '@atelier/application/platform/database.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { makeNarrowPartitions } from '@atelier/event-store/testing/narrow-partitions.ts';
import type { AppendRequest } from '@atelier/event-store/types.ts';
import { loadReference } from '../../demo/reference/load.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { distinctStreams, interleave } from './lib/append-sections.ts';
import { archiveDrill } from './lib/archive-drill.ts';
import { cpuMs } from './lib/cpu.ts';
import { eventMetadata } from './lib/event.ts';
import { diskOf, openGrown, vacuum, walOf, type Disk, type GrownLog, type Read } from './lib/growth-runs.ts';
import { runImport, runRebuild, type Urls } from './lib/import-runs.ts';
import { lives } from './lib/life.ts';
import { startBenchServer } from './lib/server.ts';
import { sampleOf } from './lib/stats.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    // What the large log is compared with; a tenth of it when not said.
    first: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    // Moves the old part of the smaller log into a file and back.
    drill: { type: 'boolean', default: false },
    models: { type: 'string', default: 'item_row,dashboard,customer_progress' },
    // Positions of a partition; a drill needs one that is full.
    width: { type: 'string' },
  },
});
const large = Number(flags.events);
const sizes = [Number(flags.first ?? large / 10), large];
const TURNS = 200;
const stepHead = ['', '', 'seconds', 'events/s', 'CPU µs each'];

interface Step {
  readonly name: string;
  readonly seconds: number;
  /** Processor time for one event, microseconds. */
  readonly cpu: number;
}

/** A database with so many events. */
interface Loaded {
  readonly name: string;
  readonly events: number;
  readonly steps: readonly Step[];
  readonly disk: Disk;
  readonly wal: number;
  readonly urls: Urls;
  readonly admin: string;
}

const results: Record<string, unknown> = { machine: { cpus: cpus().length, model: cpus()[0]?.model }, sizes };
// Checkpoints within the load, as a server has them: the files of a write-ahead log of ten million events are many.
const server = await startBenchServer({
  max_wal_size: '6GB',
  min_wal_size: '2GB',
  autovacuum_naptime: '1min',
});
try {
  const loaded: Loaded[] = [];
  for (const events of sizes) loaded.push(await load(events));
  results['log'] = loaded;
  printLog(loaded);
  await withLogs(loaded, async (logs) => {
    results['append'] = await compareAppends(logs);
    results['log reads'] = await compareReads(logs, ({ ofLog }) => ofLog);
  });
  const steps: (readonly [Loaded, Step])[] = [];
  // One read model after the other: what is done is printed, however long the next one takes.
  for (const model of flags.models.split(','))
    for (const one of loaded)
      steps.push([one, await timed(one, `${model} by rebuild`, () => runRebuild(one.urls, model))]);
  results['rebuild'] = steps.map(([{ events }, step]) => ({ events, ...step }));
  await printReadModels(steps);
  await withLogs(loaded, async (logs) => {
    results['reads'] = await compareReads(logs, ({ ofModels }) => ofModels);
  });
  if (loaded[0] !== undefined && flags.drill) results['drill'] = await drill(loaded[0]);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  const folder = join(projectRoot, 'tests', 'results');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'bench-growth.json'), `${JSON.stringify(results, null, 2)}\n`);
  await server.stop();
}

async function withLogs(
  loaded: readonly Loaded[],
  work: (logs: readonly GrownLog[]) => Promise<void>,
): Promise<void> {
  const logs = await Promise.all(loaded.map(({ name, urls }) => openGrown(name, urls)));
  await work(logs);
  for (const log of logs) await log.close();
}

/** Made while they are asked for: ten million of them fit no memory. */
function* requests(events: number): Generator<AppendRequest> {
  for (const { streamId, version, type, data } of lives(events))
    yield {
      streams: [{ streamId, expectedVersion: version - 1, events: [{ type, data }] }],
      metadata: { ...eventMetadata, commandId: randomUUID() },
    };
}

async function load(events: number): Promise<Loaded> {
  const database = `grown_${events}`;
  const name = `${whole(events)} events`;
  const admin = server.adminUrl(database);
  const urls = await server.migratedDatabase(database);
  const owner = createPool({ connectionString: urls.ownerUrl, role: 'owner', max: 1 });
  await loadReference(createDatabase(owner), new Date(), 7);
  if (flags.width !== undefined) await makeNarrowPartitions(owner, Number(flags.width));
  await owner.end();
  const before = await walOf(admin);
  const steps = [
    await timed({ name, events }, 'importEvents', () => runImport(urls, requests(events))),
    await timed({ name, events }, 'vacuum and analyze', () => vacuum(admin, ['events', 'streams'])),
  ];
  const wal = (await walOf(admin)) - before;
  return { name, events, steps, disk: await diskOf(admin), wal, urls, admin };
}

async function timed(
  { name, events }: Pick<Loaded, 'name' | 'events'>,
  what: string,
  work: () => Promise<void>,
): Promise<Step> {
  const cpu = cpuMs(server.pid) ?? 0;
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1_000;
  console.log(`${new Date().toISOString()} ${name}: ${what} ${seconds.toFixed(1)} s`);
  return { name: what, seconds, cpu: (1_000 * ((cpuMs(server.pid) ?? 0) - cpu)) / events };
}

function stepRow({ name, events }: Loaded, step: Step): readonly string[] {
  const rate = whole(events / step.seconds);
  return [name, step.name, step.seconds.toFixed(1), rate, step.cpu.toFixed(1)];
}

function bytes(value: number, events: number): string {
  return `${(value / 1e9).toFixed(2)} GB, ${whole(value / events)} B an event`;
}

function printLog(loaded: readonly Loaded[]): void {
  const steps = loaded.flatMap((one) => one.steps.map((step) => stepRow(one, step)));
  print('Loading', stepHead, steps);
  const disk = loaded.map(({ name, events, disk: { log, streams }, wal }) => [
    name,
    whole(streams),
    bytes(log, events),
    bytes(wal, events),
  ]);
  print('Disk', ['', 'streams', 'log', 'write-ahead log'], disk);
}

async function printReadModels(steps: readonly (readonly [Loaded, Step])[]): Promise<void> {
  print(
    'Read models',
    stepHead,
    steps.map(([one, step]) => stepRow(one, step)),
  );
  for (const { name, admin, events } of new Set(steps.map(([one]) => one))) {
    await vacuum(admin, ['item_row', 'item_census', 'item_spans']);
    console.log(`${name}: read models ${bytes((await diskOf(admin)).readModels, events)}`);
  }
}

async function drill(one: Loaded): Promise<unknown> {
  const { manifest, appends, ...result } = await archiveDrill(one.urls);
  const { events, streams } = manifest;
  const { p50, p99 } = sampleOf([...appends], 1, 0);
  const row = [
    one.name,
    `${whole(events)} of ${whole(streams)} items`,
    `${(result.fileBytes / 1e6).toFixed(1)} MB, ${whole(result.fileBytes / events)} B an event`,
    result.detachSeconds.toFixed(1),
    result.attachSeconds.toFixed(1),
    result.verifySeconds.toFixed(1),
    `${p50.toFixed(1)}, ${p99.toFixed(1)}, ${Math.max(...appends).toFixed(0)}`,
  ];
  const head = [
    '',
    'moved',
    'file',
    'out s',
    'back s',
    'whole chain s',
    'appends meanwhile: p50, p99, longest ms',
  ];
  print('Old events into a file and back', head, [row]);
  return { manifest, ...result, p50, p99 };
}

/** Both sizes in turn: what disturbs the machine meets each of them. */
async function compareAppends(logs: readonly GrownLog[]): Promise<unknown> {
  const runners = logs.map(({ appends }) => distinctStreams(appends));
  const measured = await interleave(server, runners, Number(flags.rounds), Number(flags.seconds));
  const first = measured[0];
  const rows = measured.map((each) => [
    each.name,
    whole(each.rate),
    each.p50.toFixed(2),
    each.p99.toFixed(2),
    whole(each.cpu),
    (each.p50 / (first?.p50 ?? 1)).toFixed(2),
    (each.rate / (first?.rate ?? 1)).toFixed(2),
  ]);
  const head = ['', 'appends/s', 'p50 ms', 'p99 ms', 'CPU µs each', 'p50 ÷ first', 'rate ÷ first'];
  print('M7: appends, 16 writers, distinct streams', head, rows);
  return measured;
}

async function compareReads(
  logs: readonly GrownLog[],
  choose: (log: GrownLog) => readonly Read[],
): Promise<unknown> {
  const times = logs.map((log) => choose(log).map((): number[] => []));
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const [log, grown] of logs.entries())
      for (const [read, { run }] of choose(grown).entries()) {
        const started = performance.now();
        await run();
        times[log]?.[read]?.push(performance.now() - started);
      }
  const samples = times.map((each) => each.map((latencies) => sampleOf(latencies, 1, 0)));
  const names = logs[0] === undefined ? [] : choose(logs[0]).map(({ name }) => name);
  const rows = names.map((name, read) => [
    name,
    ...samples.flatMap((each) => [each[read]?.p50.toFixed(2) ?? '', each[read]?.p99.toFixed(2) ?? '']),
  ]);
  print('Reads', ['', ...sizes.flatMap((size) => [`${whole(size)}: p50 ms`, 'p99 ms'])], rows);
  return { names, samples };
}

function print(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  process.stdout.write(`\n${title}\n\n${markdownTable(head, rows)}\n`);
}
