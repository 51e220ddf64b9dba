// npm run bench -- append [--rounds 5] [--seconds 4] [--only m1,m2,m6,m7] [--small 100000] [--large 1000000] [--peers no]
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '@atelier/host/files.ts';
import { runSql } from '@atelier/host/postgres/database.ts';
import {
  distinctStreams,
  hotStream,
  interleave,
  measureOrdering,
  type Measured,
  type OrderingResult,
} from './lib/append-sections.ts';
import { atelierOrdering, benchRowSql, naiveOrdering, openAtelier } from './lib/atelier.ts';
import { bulkLoad } from './lib/bulk-load.ts';
import type { Contestant } from './lib/contestant.ts';
import { openPeers, type Peer } from './lib/peers.ts';
import { openPlainRows } from './lib/plain-rows.ts';
import { preparePgbench } from './lib/pgbench.ts';
import { startBenchServer, type BenchServer } from './lib/server.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string', default: 'm1,m2,m6,m7' },
    small: { type: 'string', default: '100000' },
    large: { type: 'string', default: '1000000' },
    // Without them nothing is installed.
    peers: { type: 'string', default: 'yes' },
  },
});
const rounds = Number(flags.rounds);
const seconds = Number(flags.seconds);
const sections = new Set(flags.only.split(','));

interface Entrants {
  readonly ours: Contestant;
  readonly oneByOne: Contestant;
  readonly whole: Contestant;
  /** What the rows of `whole` cost alone. */
  readonly floor: Contestant;
  readonly peers: readonly Peer[];
}

const server = await startBenchServer();
try {
  const { url, ownerUrl } = await server.migratedDatabase('atelier');
  await runSql(ownerUrl, benchRowSql);
  const entrants: Entrants = {
    ours: await openAtelier({ name: 'Atelier', url }),
    oneByOne: await openAtelier({
      name: 'Atelier, a commit per append',
      url,
      grouping: { batch: 1, lanes: 16 },
    }),
    whole: await openAtelier({ name: 'Atelier, with key and inline row', url, whole: true }),
    floor: await openPlainRows('floor: the rows of key and row, plainly', server.adminUrl('atelier')),
    peers: flags.peers === 'no' ? [] : await openPeers(server),
  };
  const results = {
    machine: { cpus: cpus().length, model: cpus()[0]?.model },
    rounds,
    seconds,
    m1: sections.has('m1') ? await runM1(server, entrants) : undefined,
    m2: sections.has('m2') ? await runM2(server, entrants) : undefined,
    m6: sections.has('m6') ? await runM6(server, url, ownerUrl, entrants.peers) : undefined,
    m7: sections.has('m7') ? await runM7(server) : undefined,
  };
  const { ours, oneByOne, whole: complete, floor, peers } = entrants;
  for (const one of [ours, oneByOne, complete, floor, ...peers.map((peer) => peer.contestant)])
    await one.close();
  const folder = join(projectRoot, 'tests', 'results');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'bench-append.json'), `${JSON.stringify(results, null, 2)}\n`);
} finally {
  await server.stop();
}

async function runM1(bench: BenchServer, entrants: Entrants): Promise<readonly Measured[]> {
  const limit = await preparePgbench(await bench.emptyDatabase('bare_insert'));
  const contestants = [
    entrants.ours,
    entrants.oneByOne,
    entrants.whole,
    entrants.floor,
    ...entrants.peers.map((p) => p.contestant),
  ];
  const runners = [{ name: 'M0: pgbench, bare insert', run: limit }, ...contestants.map(distinctStreams)];
  const measured = await interleave(bench, runners, rounds, seconds);
  const m0 = measured[0];
  const rows = measured.map((m) => [
    m.name,
    whole(m.rate),
    `${Math.round((100 * m.rate) / (m0?.rate ?? 1))} %`,
    m.p50.toFixed(2),
    m.p99.toFixed(2),
    `${(m.p99 / (m0?.p99 ?? 1)).toFixed(1)} ×`,
    whole(m.cpu),
  ]);
  print(
    'M1: appends, 16 writers, distinct streams',
    ['', 'appends/s', 'of M0', 'p50 ms', 'p99 ms', 'p99 ÷ M0', 'CPU µs each'],
    rows,
  );
  return measured;
}

async function runM2(bench: BenchServer, entrants: Entrants): Promise<readonly Measured[]> {
  const contestants = [entrants.ours, entrants.oneByOne, ...entrants.peers.map((peer) => peer.contestant)];
  const measured = await interleave(bench, contestants.map(hotStream), rounds, seconds);
  const rows = measured.map((m) => [m.name, whole(m.rate), m.p99.toFixed(2), whole(m.failed / seconds)]);
  print('M2: one hot stream, 16 writers', ['', 'won appends/s', 'p99 ms', 'lost races/s'], rows);
  return measured;
}

async function runM6(
  bench: BenchServer,
  url: string,
  ownerUrl: string,
  peers: readonly Peer[],
): Promise<readonly OrderingResult[]> {
  const results = [
    await measureOrdering(await atelierOrdering(url), ownerUrl, seconds * 2),
    await measureOrdering(await naiveOrdering(url), ownerUrl, seconds * 2),
  ];
  for (const { openOrdering } of peers) {
    if (openOrdering === undefined) continue;
    const database = await openOrdering();
    const peerUrl = bench.adminUrl(database.name.startsWith('Emmett') ? 'peer_emmett' : 'peer_message_db');
    results.push(await measureOrdering(database, peerUrl, seconds * 2));
  }
  const rows = results.map((r) => [
    r.name,
    whole(r.committed),
    `${whole(r.lost)} / ${whole(r.repeated)} / ${whole(r.outOfOrder)}`,
    whole(r.longestSilence),
  ]);
  print(
    `M6: readers while writers pause and roll back, a foreign transaction open for ${seconds} s`,
    ['', 'committed', 'lost / repeated / out of order', 'longest silence meanwhile, ms'],
    rows,
  );
  return results;
}

async function runM7(bench: BenchServer): Promise<readonly Measured[]> {
  const runners = [];
  for (const events of [Number(flags.small), Number(flags.large)]) {
    const name = `size_${events}`;
    const { url } = await bench.migratedDatabase(name);
    await bulkLoad(bench.adminUrl(name), events);
    const contestant = await openAtelier({ name: `Atelier on ${whole(events)} events`, url });
    runners.push({ contestant, ...distinctStreams(contestant) });
  }
  process.stderr.write('\n');
  const measured = await interleave(bench, runners, rounds, seconds);
  for (const { contestant } of runners) await contestant.close();
  const [small, large] = measured;
  const ratio = (large?.rate ?? 0) / (small?.rate ?? 1);
  const rows = measured.map((m) => [m.name, whole(m.rate), m.p99.toFixed(2)]);
  print(`M7: appends as the log grows, ratio ${ratio.toFixed(2)}`, ['', 'appends/s', 'p99 ms'], rows);
  return measured;
}

function print(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  process.stdout.write(`\n${title}\n\n${markdownTable(head, rows)}\n`);
}
