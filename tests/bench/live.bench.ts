// npm run bench -- live [--sockets 10000] [--nodes 2] [--clients 4] [--stores 100] [--changes 200] [--rounds 3] [--seconds 8]
//   [--pieces 1000] [--slow 10] [--only unloaded,fanout,slow,storm] [--profile folder]
// --sockets 500 --stores 10 --pieces 100 tries it out; --stores 0 has everybody at one site, --changes 4 then.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WHS } from '@atelier/application/commands/testing-commands.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { rowsOf } from '../faults/support/site.ts';
import { delaysOf, endOfLog, summary, type Delays } from './lib/live/arrivals.ts';
import { createScans } from './lib/live/changes.ts';
import { startChild } from './lib/live/child.ts';
import { startClients } from './lib/live/clients.ts';
import { openInstallation } from './lib/live/installation.ts';
import {
  delayText,
  FAN_OUT_HEAD,
  fanOutRow,
  MIB,
  mib,
  perCore,
  print,
  say,
  spread,
  type FanOut,
} from './lib/live/report.ts';
import { atBare, audiencesOf, planScreens, planSlow } from './lib/live/screens.ts';
import { usageOf, watchMemory } from './lib/live/usage.ts';
import { serverCpuMs } from './lib/cpu.ts';
import { median } from './lib/stats.ts';
import { whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: {
    sockets: { type: 'string', default: '10000' },
    nodes: { type: 'string', default: '2' },
    clients: { type: 'string', default: '4' },
    stores: { type: 'string', default: '100' },
    changes: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    pieces: { type: 'string', default: '1000' },
    slow: { type: 'string', default: '10' },
    only: { type: 'string', default: 'unloaded,fanout,slow,storm' },
    profile: { type: 'string' },
  },
});
const [sockets, nodes, perSecond, rounds, seconds] = [
  Number(flags.sockets),
  Number(flags.nodes),
  Number(flags.changes),
  Number(flags.rounds),
  Number(flags.seconds),
];
const parts = new Set(flags.only.split(','));
/** Frames of the last change are under way for so long after it was answered. */
const AFTER_MS = 1_000;
const UNLOADED_PER_SECOND = 10;
const ROW_BYTES = 2_000;

const results: Record<string, unknown> = { sockets, nodes, perSecond, seconds };
const environment: Record<string, string> =
  flags.profile === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${flags.profile}` };
say(`starting PostgreSQL, workers, ${nodes} nodes for screens and one for commands…`);
const installation = await openInstallation({
  nodes,
  stores: Number(flags.stores),
  pieces: Number(flags.pieces),
  env: environment,
});
const { site } = installation;
const [commandNode, ...liveNodes] = site.apis;
const livePids = liveNodes.map(({ program }) => program().pid);
const liveUrls = liveNodes.map(({ url }) => url);
const scans = createScans(commandNode?.url ?? '', await installation.signIn(WHS), installation.pieces);
const bare = Array.from({ length: nodes }, () => startChild('./bare-broadcast.ts'));
const barePids = bare.map(({ pid }) => pid);
const bareUrls: string[] = [];
for (const child of bare) bareUrls.push(`http://127.0.0.1:${await child.greeting<number>()}`);
const clients = startClients(Number(flags.clients));
const postmaster = await postmasterOf();

try {
  await openAll();
  if (parts.has('unloaded')) await measureUnloaded();
  if (parts.has('fanout')) await compareFanOut();
  if (parts.has('slow')) await measureSlow();
  if (parts.has('storm')) await measureStorm();
  await compareHeld();
  const folder = join(projectRoot, 'tests', 'results');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'bench-live.json'), `${JSON.stringify(results, null, 2)}\n`);
} finally {
  clients.end();
  for (const child of bare) child.end();
  await site.close();
}

/** Memory before and after: what a screen costs while nothing happens. */
async function openAll(): Promise<void> {
  const screens = await planScreens(installation, liveUrls, sockets);
  await sleep(2_000);
  const before = usageOf(livePids).memory;
  const opened = await clients.open(screens);
  await sleep(6_000);
  const perSocket = (usageOf(livePids).memory - before) / sockets;
  const beforeBare = usageOf(barePids).memory;
  if (parts.has('fanout')) await clients.open(atBare(screens, bareUrls));
  await sleep(1_000);
  const perBare = (usageOf(barePids).memory - beforeBare) / sockets;
  results['memory'] = { perSocket, perBare, before };
  print(
    'Memory of a node',
    ['', 'at start, MiB', 'for each socket, kB'],
    [
      ['Atelier', (before / nodes / MIB).toFixed(0), (perSocket / 1_024).toFixed(1)],
      ['bare ws', (beforeBare / nodes / MIB).toFixed(0), (perBare / 1_024).toFixed(1)],
    ],
  );
  say(`${sockets} screens open, ${opened.failed} attempts failed on the way, each after ${spread(opened)}`);
}

/** Few changes, all sockets open: from the commit to the frame. */
async function measureUnloaded(): Promise<void> {
  await measured({ perSecond: UNLOADED_PER_SECOND, seconds });
  const { delays } = await measured({ perSecond: UNLOADED_PER_SECOND, seconds: seconds * 2 });
  const bareWs = parts.has('fanout') ? (await broadcast(ROW_BYTES, UNLOADED_PER_SECOND)).delays : undefined;
  results['unloaded'] = { delays, bareWs };
  say(
    `commit → frame at ${UNLOADED_PER_SECOND} changes/s: ${delayText(delays)} (bars 10 and 50 ms); ` +
      `bare ws, write → frame: ${delayText(bareWs)}\n`,
  );
}

/** Ours and the bare broadcast in turn: the same screens, the same rate, frames of the same size. */
async function compareFanOut(): Promise<void> {
  const [ours, theirs]: [FanOut[], FanOut[]] = [[], []];
  const loaded: unknown[] = [];
  await measured({ perSecond, seconds: 3 });
  for (let round = 0; round < rounds; round += 1) {
    const one = await measured({ perSecond, seconds });
    ours.push(one.fanOut);
    const other = await broadcast(Math.round(one.fanOut.rowBytes / one.fanOut.rows));
    theirs.push(other);
    loaded.push({ ours: one.delays, bareWs: other.delays });
    say(
      `  round ${round + 1}: ${whole(one.rate)} changes/s, commit → frame ${delayText(one.delays)}; ` +
        `bare ws, write → frame: ${delayText(other.delays)}`,
    );
  }
  const ratio = median(ours.map((one, index) => perCore(one) / perCore(theirs[index] ?? one)));
  results['fanOut'] = { ours, theirs, ratio, loaded };
  print(`Fan-out at ${perSecond} changes/s`, FAN_OUT_HEAD, [
    fanOutRow('Atelier', ours, seconds),
    fanOutRow('bare ws', theirs, seconds),
  ]);
  const cores = (pick: (run: FanOut) => number): string =>
    (median(ours.map(pick)) / 1_000 / seconds).toFixed(2);
  say(
    `Median of the pairs: ${(ratio * 100).toFixed(0)} % of the bare broadcast (bar 70 %). Beside the nodes, PostgreSQL used ` +
      `${cores(({ databaseMs }) => databaseMs)} cores and the clients ${cores(({ clientMs }) => clientMs)}\n`,
  );
}

async function broadcast(
  bytes: number,
  rate = perSecond,
): Promise<FanOut & { readonly delays: Delays | undefined }> {
  await clients.begin();
  const before = usageOf(barePids).cpuMs;
  const order = { perSecond: rate, seconds, bytes, audiences: audiencesOf(installation) };
  await Promise.all(bare.map((child) => child.ask(order)));
  await sleep(AFTER_MS);
  const cpuMs = usageOf(barePids).cpuMs - before;
  const { rows, frames, bytes: received, rowBytes, bareDelays } = await clients.report();
  const delays = summary(bareDelays);
  return { rows, frames, bytes: received, rowBytes, cpuMs, databaseMs: 0, clientMs: 0, delays };
}

/** Changes at a rate, and what came of them: at the screens, in processor time, in the ages of rows. */
async function measured(changes: { readonly perSecond: number; readonly seconds: number }) {
  const since = await endOfLog(site.pool);
  await clients.begin();
  const before = {
    live: usageOf(livePids),
    database: serverCpuMs(postmaster),
    clients: usageOf(clients.pids),
  };
  const { rate, failed, p50, p99 } = await scans(changes);
  await sleep(AFTER_MS);
  const received = await clients.report();
  const fanOut: FanOut = {
    rows: received.rows,
    frames: received.frames,
    bytes: received.bytes,
    rowBytes: received.rowBytes,
    cpuMs: usageOf(livePids).cpuMs - before.live.cpuMs,
    databaseMs: serverCpuMs(postmaster) - before.database,
    clientMs: usageOf(clients.pids).cpuMs - before.clients.cpuMs,
  };
  if (failed > 0) say(`  ${failed} changes failed`);
  return { fanOut, received, rate, p50, p99, delays: await delaysOf(site.pool, since, received.arrivals) };
}

/** Screens that read nothing, beside all others: what they cost the node, and what the others notice. */
async function measureSlow(): Promise<void> {
  const slow = await planSlow(installation, liveUrls, Number(flags.slow));
  const before = usageOf(livePids).memory;
  await clients.open(slow);
  const mostOf = watchMemory(livePids);
  const { delays } = await measured({ perSecond, seconds: seconds * 3 });
  const most = mostOf();
  const cuts = await slowCuts();
  results['slow'] = { delays, before, most, cuts, slow: slow.length };
  say(
    `${slow.length} screens that read nothing: ${cuts} cut, memory of the nodes ${mib(before)} → at most ${mib(most)} MiB, ` +
      `the others ${delayText(delays)}\n`,
  );
}

/** All screens cut and back at once, while changes go on at their rate. */
async function measureStorm(): Promise<void> {
  const calm = await measured({ perSecond, seconds });
  const changing = measured({ perSecond, seconds: Math.max(seconds, 30) });
  await sleep(2_000);
  const began = performance.now();
  const before = [usageOf(livePids).cpuMs, serverCpuMs(postmaster), usageOf(clients.pids).cpuMs];
  const opened = await clients.storm();
  const took = (performance.now() - began) / 1_000;
  const after = [usageOf(livePids).cpuMs, serverCpuMs(postmaster), usageOf(clients.pids).cpuMs];
  const { cpuMs, databaseMs, clientMs } = calm.fanOut;
  // Less what the changes cost alone, as measured just before.
  const cost = [cpuMs, databaseMs, clientMs].map(
    (ms, index) =>
      ((after[index] ?? 0) - (before[index] ?? 0) - (ms / (seconds + AFTER_MS / 1_000)) * took) / sockets,
  );
  const during = await changing;
  results['storm'] = {
    took,
    failed: opened.failed,
    calm: calm.rate,
    during: during.rate,
    p99: [calm.p99, during.p99],
    cost,
  };
  say(
    `storm: ${sockets} screens back after ${took.toFixed(1)} s (bar 30), each after ${spread(opened)}, ${opened.failed} attempts ` +
      `failed; changes/s ${calm.rate.toFixed(0)} → ${during.rate.toFixed(0)} (bar 80 %), their p99 ${calm.p99.toFixed(0)} → ` +
      `${during.p99.toFixed(0)} ms; ${during.received.resyncs} resyncs; processor time for each return: nodes, PostgreSQL, clients ` +
      `${cost.map((ms) => ms.toFixed(2)).join(', ')} ms\n`,
  );
}

/** What checked screens hold beside the read model: nothing old, nothing of another shop. */
async function compareHeld(): Promise<void> {
  await sleep(2_000);
  const rows = await rowsOf(site);
  const storeOf = new Map(installation.pieces.map(({ id, storeId }) => [id, `store:${storeId}`]));
  const held = (await clients.held()).filter(({ resynced }) => !resynced);
  const all = held.flatMap((each) => each.rows.map(([id, version]) => ({ topic: each.topic, id, version })));
  const old = all.filter(({ id, version }) => rows.get(id)?.version !== version).length;
  const foreign = all.filter(
    ({ topic, id }) => topic.startsWith('store:') && storeOf.get(id) !== topic,
  ).length;
  results['held'] = { screens: held.length, rows: all.length, old, foreign };
  say(
    `${held.length} checked screens hold ${all.length} rows: ${old} older than the read model, ${foreign} not theirs`,
  );
  if (old + foreign > 0) process.exitCode = 1;
}

async function slowCuts(): Promise<number> {
  const texts = await Promise.all(liveUrls.map(async (url) => (await fetch(`${url}/api/metrics`)).text()));
  const counts = texts.flatMap(
    (text) => /^atelier_live_cuts_total\{why="slow"\} (\d+)/m.exec(text)?.[1] ?? [],
  );
  return counts.reduce((sum, count) => sum + Number(count), 0);
}

async function postmasterOf(): Promise<number> {
  const { rows } = await site.pool.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`);
  return Number(rows[0]?.file.split('\n')[0]);
}
