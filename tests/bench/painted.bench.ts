// npm run bench -- painted [--pieces 5000] [--scans 100] [--rounds 3] [--rate 200] [--seconds 60] [--only scan,stream,screens] [--visits figures]
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '@atelier/host/files.ts';
import { startTestSystem } from '../harness/system.ts';
import { openPaintWorld } from './lib/paint-world.ts';
import { measureScans, printScans } from './lib/paint-scans.ts';
import { measureScreens, printScreens } from './lib/paint-screens.ts';
import { measureStream, printStream } from './lib/paint-stream.ts';

const { values: flags } = parseArgs({
  options: {
    pieces: { type: 'string', default: '5000' },
    scans: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    only: { type: 'string', default: 'scan,stream,screens' },
    /** Part of the names of the screens to open. */
    visits: { type: 'string', default: '' },
    /** A data folder that is kept and used again, its board already filled. */
    data: { type: 'string' },
    /** Writes what the main threads did beside this path: …-scan.cpuprofile of the bench, …-stream.cpuprofile of the board. */
    profile: { type: 'string' },
  },
});
const sections = new Set(flags.only.split(','));
const rounds = Number(flags.rounds);

/** Two browsers over a whole system started as a person starts it (W2 and F1 of the protocol, product/performance.md). */
const system = await startTestSystem({
  env: { RATE_LIMIT: '1000000' },
  ...(flags.data !== undefined && { dataFolder: flags.data }),
});
try {
  const world = await openPaintWorld(system.url, Number(flags.pieces));
  const results: Record<string, unknown> = {};
  if (sections.has('scan')) {
    const samples = await measureScans(world, rounds, Number(flags.scans), flags.profile);
    printScans(samples);
    results['scan'] = samples;
  }
  if (sections.has('stream')) {
    const load = { rate: Number(flags.rate), seconds: Number(flags.seconds), profile: flags.profile };
    const streams = await measureStream(world, rounds, load);
    printStream(streams);
    results['stream'] = streams;
  }
  if (sections.has('screens')) {
    const screens = await measureScreens(world, rounds, flags.visits);
    printScreens(screens);
    results['screens'] = screens;
  }
  const folder = join(projectRoot, 'tests', 'results');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'bench-painted.json'), `${JSON.stringify(results, null, 2)}\n`);
} finally {
  await (flags.data === undefined ? system.remove() : system.stop());
}
