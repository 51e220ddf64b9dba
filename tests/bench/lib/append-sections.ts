import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Contestant, Ordering } from './contestant.ts';
import { eventsPerStream } from './event.ts';
import { closedLoop } from './load.ts';
import { cpuMs } from './cpu.ts';
import type { BenchServer } from './server.ts';
import { medianSample, type Sample } from './stats.ts';

export const writers = 16;

export interface Runner {
  readonly name: string;
  readonly run: (seconds: number) => Promise<Sample>;
}

export interface Measured extends Sample {
  readonly name: string;
}

let runs = 0;

/** M1: each writer fills separate streams, one event per append. */
export function distinctStreams(contestant: Contestant): Runner {
  return {
    name: contestant.name,
    run: (seconds) => {
      runs += 1;
      const run = runs;
      return closedLoop(writers, seconds, (writer, turn) =>
        contestant.append(
          `item-${process.pid}.${run}.${writer}.${Math.floor(turn / eventsPerStream)}`,
          turn % eventsPerStream,
        ),
      );
    },
  };
}

/** M2: all writers on one stream; who loses a race looks where the stream is and tries again. */
export function hotStream(contestant: Contestant): Runner {
  return {
    name: contestant.name,
    run: (seconds) => {
      runs += 1;
      const streamId = `item-${process.pid}.${runs}`;
      const versions = Array.from({ length: writers }, () => 0);
      return closedLoop(writers, seconds, async (writer) => {
        const expected = versions[writer] ?? 0;
        const won = await contestant.append(streamId, expected);
        versions[writer] = won ? expected + 1 : await contestant.versionOf(streamId);
        return won;
      });
    },
  };
}

/** All runners in turn, again and again: what disturbs the machine meets each of them. Medians per runner. */
export async function interleave(
  server: BenchServer,
  runners: readonly Runner[],
  rounds: number,
  seconds: number,
): Promise<readonly Measured[]> {
  const samples = runners.map((): Sample[] => []);
  // A first short round warms caches and plans and is thrown away.
  for (const runner of runners) await runner.run(1);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, runner] of runners.entries()) {
      samples[index]?.push(await withCpu(server, () => runner.run(seconds)));
      process.stderr.write('.');
    }
  }
  process.stderr.write('\n');
  return runners.map((runner, index) => ({ name: runner.name, ...medianSample(samples[index] ?? []) }));
}

async function withCpu(server: BenchServer, run: () => Promise<Sample>): Promise<Sample> {
  const before = cpuMs(server.pid);
  const started = performance.now();
  const sample = await run();
  const after = cpuMs(server.pid);
  if (before === undefined || after === undefined) return sample;
  const count = (sample.rate * (performance.now() - started)) / 1_000;
  return { ...sample, cpu: (1_000 * (after - before)) / count };
}

export interface OrderingResult {
  readonly name: string;
  readonly committed: number;
  readonly lost: number;
  readonly repeated: number;
  readonly outOfOrder: number;
  /** Longest time without anything new while a foreign transaction was open, ms. */
  readonly longestSilence: number;
}

/**
 * M6: 16 writers hold each transaction open for 0 to 3 ms, a tenth for 20 ms, a tenth rolls back; in the middle a
 * transaction elsewhere in the same database stays open. A stream is out of order when its event arrives after
 * one that began when it had been committed and acknowledged already.
 */
export async function measureOrdering(
  ordering: Ordering,
  url: string,
  seconds: number,
): Promise<OrderingResult> {
  const acknowledged = new Map<string, number>();
  const begun = new Map<string, number>();
  const arrivals: string[] = [];
  let lastArrival = performance.now();
  let longestSilence = 0;
  let running = true;
  const foreign = new Client({ connectionString: url });
  await foreign.connect();
  const seen = new Set<string>();
  const stop = await ordering.follow((streamId) => {
    arrivals.push(streamId);
    // Only a new event ends a silence.
    if (seen.has(streamId)) return;
    seen.add(streamId);
    longestSilence = Math.max(longestSilence, performance.now() - lastArrival);
    lastArrival = performance.now();
  });

  async function write(writer: number): Promise<void> {
    for (let turn = 0; running; turn += 1) {
      const streamId = `held-${process.pid}.${writer}.${turn}`;
      begun.set(streamId, performance.now());
      const commit = Math.random() >= 0.1;
      await ordering.appendHeld(streamId, Math.random() < 0.1 ? 20 : Math.random() * 3, commit);
      if (commit) acknowledged.set(streamId, performance.now());
    }
  }
  const done = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  await sleep((seconds * 1_000) / 4);
  await foreign.query(
    'begin; create table if not exists elsewhere (id integer); insert into elsewhere values (1)',
  );
  lastArrival = performance.now();
  longestSilence = 0;
  await sleep((seconds * 1_000) / 2);
  const silence = Math.max(longestSilence, performance.now() - lastArrival);
  await foreign.query('commit');
  await foreign.end();
  await sleep((seconds * 1_000) / 4);
  running = false;
  await done;
  // Until nothing more comes for a second: what is missing then is lost.
  for (let count = -1; count < arrivals.length;) {
    count = arrivals.length;
    await sleep(1_000);
  }
  await stop();
  await ordering.close();
  return { name: ordering.name, ...judge(arrivals, begun, acknowledged), longestSilence: silence };
}

function judge(
  arrivals: readonly string[],
  begun: ReadonlyMap<string, number>,
  acknowledged: ReadonlyMap<string, number>,
): Pick<OrderingResult, 'committed' | 'lost' | 'repeated' | 'outOfOrder'> {
  const seen = new Set(arrivals);
  let outOfOrder = 0;
  let latestBegin = 0;
  for (const streamId of arrivals) {
    if ((acknowledged.get(streamId) ?? Infinity) < latestBegin) outOfOrder += 1;
    latestBegin = Math.max(latestBegin, begun.get(streamId) ?? 0);
  }
  return {
    committed: acknowledged.size,
    lost: [...acknowledged.keys()].filter((streamId) => !seen.has(streamId)).length,
    repeated: arrivals.length - seen.size,
    outOfOrder,
  };
}
