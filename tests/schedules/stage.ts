import type { Pool, QueryResultRow } from 'pg';
import { Flights } from './lib/flights.ts';
import { createScheduledPool, NO_FAULTS, type Faults } from './lib/scheduled-pool.ts';
import { Scheduler } from './lib/scheduler.ts';
import { runAs, runOutside } from './lib/actors.ts';
import { VirtualTime } from './lib/virtual-time.ts';
import type { Installation } from './installation.ts';

/** Statements that give up a lock after a set time-out: readers or appends queue behind them. */
const MUST_NOT_WAIT = /event_partition|^append_events/;
/** Time-outs of 50 and 100 ms, on a very busy machine. */
const LONGEST_WAIT_MS = 1_000;
const BATCH_SIZES = [1, 2, 3, 10, 1_000];

/** One schedule's surroundings: its scheduler, what may break in it, and what went wrong unseen. */
export class Stage {
  readonly installation: Installation;
  readonly time = new VirtualTime();
  readonly scheduler: Scheduler;
  /** Positions a hub reads again at its start, and events per batch: small, so that batches are many. */
  readonly warmPositions: number;
  readonly batchSize: number;
  readonly troubles: unknown[] = [];
  /** Statements that others may queue behind, and that waited too long themselves. */
  readonly longWaits: string[] = [];
  faults: Faults = NO_FAULTS;
  #isOver = false;
  readonly #held = new Map<() => Promise<void>, string>();
  readonly #sessions = new Map<number, () => Promise<void>>();
  readonly #killed = new Set<string>();

  constructor(installation: Installation, seed: number) {
    this.installation = installation;
    const flights = new Flights(installation.admin);
    flights.isPatient = (label) => MUST_NOT_WAIT.test(label);
    this.scheduler = new Scheduler({ seed, time: this.time, flights });
    this.warmPositions = this.scheduler.pick([0, 1, 2]);
    this.batchSize = this.scheduler.pick(BATCH_SIZES);
  }

  /** Connections of a role for the actor that asks, paused by this schedule. */
  poolOf(role: 'app' | 'projector' | 'owner'): Pool {
    return createScheduledPool({
      pool: this.installation[role],
      scheduler: this.scheduler,
      faults: () => this.faults,
      isGone: (actor) => this.#isOver || this.#killed.has(actor),
      onDuration: (label, ms) => {
        if (MUST_NOT_WAIT.test(label) && ms > LONGEST_WAIT_MS)
          this.longWaits.push(`${label} waited ${Math.round(ms)} ms, and others behind it`);
      },
      held: this.#held,
      sessions: this.#sessions,
    });
  }

  runAs<T>(actor: string, work: () => T): T {
    return runAs(this.scheduler, actor, work);
  }

  /** A question of the harness itself, past all scheduling, while an actor waits for the answer. */
  async look<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<readonly Row[]> {
    const { admin } = this.installation;
    const ask = () => runOutside(() => admin.query<Row>(text, [...values]));
    return (await this.scheduler.flights.follow(undefined, ask)).rows;
  }

  readonly noteTrouble = (error: unknown): void => {
    this.troubles.push(error);
  };

  /** Ends an actor where it stands, as a kill does: its transactions are rolled back, its locks are free. */
  async kill(actor: string): Promise<void> {
    this.#killed.add(actor);
    this.scheduler.drop(actor);
    const own = [...this.#held].filter(([, owner]) => owner === actor);
    await runOutside(() => Promise.all(own.map(([giveBack]) => giveBack())));
  }

  /** Gives back every connection that an unfinished actor still holds. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#held.keys()].map((giveBack) => giveBack()));
  }
}
