import { withTimeout } from '@atelier/postgres/with-timeout.ts';
import { hostname } from 'node:os';
import type { PoolClient } from 'pg';
import { realTimers } from '@atelier/postgres/timers.ts';
import { untilStopped, type Stoppable } from '@atelier/postgres/until-stopped.ts';
import { assignProjections } from './assign-projections.ts';
import { keepUp, type KeepUpOptions } from './keep-up.ts';
import { Led } from './led.ts';
import { beat, endSessions, join, leave, mayJoin, takeOut, type Leases, type SeenRunner } from './leases.ts';
import type { Projection } from './projection.ts';

export interface ProjectionsOptions<Transaction> extends KeepUpOptions<Transaction> {
  /** Its pool gives one connection per projection that is led here, and one for the leases. */
  readonly database: KeepUpOptions<Transaction>['database'];
  readonly projections: readonly Projection<Transaction>[];
  /** What people know this runner by: host and process when not given. */
  readonly name?: string;
  /** Called with a runner that died or hangs, once it was taken out: the others share what it led. */
  readonly onMissed?: (runner: { readonly id: number; readonly name: string }) => void;
}

const beatMs = 400;
/** A runner whose beat the others see unchanged so many times in a row is taken out: after about 1.2 seconds. */
const missedBeats = 3;
/** A beat that is not answered means that the connection hangs: another one is opened. */
const beatWithinMs = 5_000;
const rejoinPauseMs = 250;

/**
 * Keeps its share of the projections up to date until stopped. Any number of processes may call this: they share the
 * projections evenly, each led by one of them. Who dies or hangs loses its share to the others within two seconds. Should
 * two ever write to one projection, its checkpoint lets only its leader. Stopping ends after the batches at work are done; what was
 * led here is free for the others at once.
 */
export function startProjections<Transaction>(options: ProjectionsOptions<Transaction>): Stoppable {
  return untilStopped((signal) => runUntil(signal, options));
}

async function runUntil<Transaction>(
  signal: AbortSignal,
  options: ProjectionsOptions<Transaction>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await stay(signal, options);
    } catch (error) {
      if (!signal.aborted) options.onError?.(error, 'all');
    }
    await realTimers.sleep(rejoinPauseMs, signal);
  }
}

/** One stay among the runners, on a separate connection: a dead runner is detected at once. */
async function stay<Transaction>(
  signal: AbortSignal,
  options: ProjectionsOptions<Transaction>,
): Promise<void> {
  const { pool } = options.database;
  const client = await pool.connect();
  const lost = new AbortController();
  const onEnd = (): void => lost.abort();
  client.once('error', onEnd).once('end', onEnd);
  const either = AbortSignal.any([signal, lost.signal]);
  try {
    const id = await enter(client, either, options);
    if (id === undefined) return;
    const led = new Led(client, id, (name, ending) => keepOne(name, id, ending, options));
    try {
      await lead(client, id, led, either, options);
    } finally {
      led.abort();
    }
    // Whatever goes on after a lost stay cannot write: its leases are others'. It may hang, and is not waited for.
    if (!signal.aborted || lost.signal.aborted) return;
    await led.ended();
    await inBeatTime(leave(client, id));
  } finally {
    client.off('error', onEnd).off('end', onEnd);
    // Closed rather than handed back: that is what ends the stay.
    client.release(true);
  }
}

async function keepOne<Transaction>(
  name: string,
  leader: number,
  signal: AbortSignal,
  options: ProjectionsOptions<Transaction>,
): Promise<void> {
  const projection = options.projections.find((each) => each.name === name);
  if (projection !== undefined) await keepUp(projection, leader, signal, options);
}

/** Undefined when aborted while a process of an older release still leads everything. */
async function enter<Transaction>(
  client: PoolClient,
  signal: AbortSignal,
  { name = `${hostname()}:${process.pid}`, projections }: ProjectionsOptions<Transaction>,
): Promise<number | undefined> {
  while (!(await mayJoin(client))) {
    await realTimers.sleep(beatMs, signal);
    if (signal.aborted) return undefined;
  }
  return join(
    client,
    name,
    projections.map((projection) => projection.name),
  );
}

/** Beat by beat: takes out who stands still, and brings what is led here to this runner's share. */
async function lead<Transaction>(
  client: PoolClient,
  id: number,
  led: Led,
  signal: AbortSignal,
  options: ProjectionsOptions<Transaction>,
): Promise<void> {
  const watch = new Watch(id);
  while (!signal.aborted) {
    const leases = await inBeatTime(beat(client, id));
    // Taken out by the others while this process stood still: it comes again as another one.
    if (leases === undefined) return;
    const gone = await takeOutAll(client, watch.missed(leases), options);
    const runners = leases.runners.filter((runner) => !gone.includes(runner));
    await led.bringTo(assignProjections(runners, leases.leaders), leases.leaders);
    await realTimers.sleep(beatMs, signal);
  }
}

/** Answers which of them are out: one that went on meanwhile stays. */
async function takeOutAll<Transaction>(
  client: PoolClient,
  runners: readonly SeenRunner[],
  { onError, onMissed }: ProjectionsOptions<Transaction>,
): Promise<readonly SeenRunner[]> {
  const out: SeenRunner[] = [];
  for (const runner of runners) {
    if (!(await takeOut(client, runner))) continue;
    out.push(runner);
    onMissed?.(runner);
    // Refused when it came with another login: then its open batch ends by the limit of idle transactions.
    await endSessions(client, runner.id).catch((error: unknown) => onError?.(error, 'all'));
  }
  return out;
}

/** Counts how often another runner's beat was seen unchanged. */
class Watch {
  readonly #own: number;
  #seen = new Map<number, { readonly beat: number; readonly times: number }>();

  constructor(own: number) {
    this.#own = own;
  }

  missed({ runners }: Leases): readonly SeenRunner[] {
    const others = runners.filter(({ id }) => id !== this.#own);
    this.#seen = new Map(
      others.map(({ id, beat: now }) => {
        const before = this.#seen.get(id);
        return [id, { beat: now, times: before?.beat === now ? before.times + 1 : 0 }];
      }),
    );
    return others.filter(
      ({ id, isConnected }) => !isConnected || (this.#seen.get(id)?.times ?? 0) >= missedBeats,
    );
  }
}

const inBeatTime = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(work, beatWithinMs, () => new Error('no answer to the beat of the projections'));
