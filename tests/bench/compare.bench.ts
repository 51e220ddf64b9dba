// npm run bench -- compare [--events 50000,300000] [--parallel 2] [--chunk 1000]
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  checkEverything,
  type EverythingOptions,
} from '@atelier/application/read-models/consistency/check-everything.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { openFilled, type Filled } from './lib/filled-read-models.ts';
import { serverCpuMs } from './lib/cpu.ts';
import { startBenchServer } from './lib/server.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: {
    events: { type: 'string', default: '50000,300000' },
    parallel: { type: 'string', default: '2' },
    chunk: { type: 'string', default: '1000' },
  },
});

interface Run {
  readonly way: string;
  readonly events: number;
  readonly streams: number;
  readonly differences: number;
  readonly seconds: number;
  readonly serverMs: number;
  readonly nodeMs: number;
}

type How = Pick<EverythingOptions, 'parallel' | 'chunk' | 'isChainVerified'>;

/** As the standing audit goes on, as `npm run consistency` does it, and as a restore, which has verified the chains. */
const WAYS: Readonly<Record<string, How>> = {
  'one after the other, chains too': { parallel: 1, chunk: 200 },
  'npm run consistency': {},
  'a restore': { isChainVerified: true, parallel: Number(flags.parallel), chunk: Number(flags.chunk) },
};

const server = await startBenchServer();
try {
  const runs: Run[] = [];
  for (const events of flags.events.split(',').map(Number)) {
    const filled = await openFilled(server, events);
    for (const [way, how] of Object.entries(WAYS)) runs.push(await compared(filled, way, how));
    await filled.close();
  }
  print(runs);
  const folder = join(projectRoot, 'tests', 'results');
  await mkdir(folder, { recursive: true });
  const results = { machine: { cpus: cpus().length, model: cpus()[0]?.model }, runs };
  await writeFile(join(folder, 'bench-compare.json'), `${JSON.stringify(results, null, 2)}\n`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await server.stop();
}

async function compared({ pool, store, events }: Filled, way: string, how: How): Promise<Run> {
  const [began, node, serverMs] = [performance.now(), process.cpuUsage(), serverCpuMs(server.pid)];
  const { streams, differences, skipped } = await checkEverything({ pool, store, ...how }, (found) =>
    console.error(found),
  );
  if (skipped > 0) throw new Error(`${skipped} streams were left out`);
  const { user, system } = process.cpuUsage(node);
  process.stderr.write('.');
  return {
    way,
    events,
    streams,
    differences,
    seconds: (performance.now() - began) / 1_000,
    serverMs: serverCpuMs(server.pid) - serverMs,
    nodeMs: (user + system) / 1_000,
  };
}

function print(runs: readonly Run[]): void {
  const each = (ms: number, events: number): string => ((ms * 1_000) / events).toFixed(0);
  const rows = runs.map(({ way, events, streams, differences, seconds, serverMs, nodeMs }) => [
    way,
    whole(events),
    whole(streams),
    String(differences),
    seconds.toFixed(1),
    whole(events / seconds),
    each(serverMs, events),
    each(nodeMs, events),
  ]);
  const head = [
    '',
    'events',
    'streams',
    'differences',
    'seconds',
    'events/s',
    'CPU µs: server',
    'CPU µs: Node',
  ];
  process.stdout.write(`\nRead models compared with the log\n\n${markdownTable(head, rows)}\n`);
}
