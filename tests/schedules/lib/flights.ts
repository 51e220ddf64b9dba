import type { Pool } from 'pg';
import { runOutside } from './actors.ts';

/** A statement that was sent and has not come back. */
export interface Flight {
  readonly actor: string;
  readonly label: string;
  /** Backend of its connection. */
  readonly pid: number;
}

const realSetImmediate = setImmediate;
const realSetTimeout = setTimeout;
/** A statement that takes longer is asked for: it may wait for a lock of an actor that is paused. */
const PATIENCE_MS = 3;
/** The server's own queue of notifications is shared by all databases: a wait there for another one ends alone. */
const BLOCKED_SQL = `select waiting as pid, array_agg(blocker) as by
  from unnest($1::int[]) waiting cross join unnest(pg_blocking_pids(waiting)) blocker
  join pg_stat_activity a on a.pid = blocker and a.datname = current_database()
  group by waiting`;

/** What is in flight to the database, and who waits there for a lock that a paused actor holds. */
export class Flights {
  readonly #monitor: Pool;
  readonly #open = new Set<Flight>();
  #connecting = 0;
  #blocked = new Map<Flight, readonly number[]>();
  /** Whether a backend that others wait for has done something since the last question: it may have let them go. */
  #mayBeFree = false;
  #isAsking = false;
  #changed = Promise.withResolvers<void>();
  /** Every wait for a lock that was seen, for invariants about who may wait for whom. */
  onBlocked: (flight: Flight, by: readonly number[]) => void = () => undefined;

  constructor(monitor: Pool) {
    this.#monitor = monitor;
  }

  /** Statements with a short time-out are waited for: their end must not depend on the clock. */
  isPatient: (label: string) => boolean = () => false;

  /** Whether this actor has a statement that waits for a lock. */
  isBlocked(actor: string): boolean {
    return [...this.#blocked.keys()].some((flight) => flight.actor === actor);
  }

  /** Ends what a connection waits for, if it waits for a lock: its client is gone. */
  async cancel(pid: number): Promise<void> {
    const waits = [...this.#open].some((flight) => flight.pid === pid);
    if (waits) await runOutside(() => this.#monitor.query('select pg_cancel_backend($1)', [pid]));
  }

  /**
   * Waits for what was sent; without a flight for what never waits for a lock: a connection, or what `frees` the locks of
   * an abandoned one.
   */
  async follow<T>(flight: Flight | undefined, work: () => Promise<T>, { frees = false } = {}): Promise<T> {
    if (flight === undefined) this.#connecting += 1;
    else this.#open.add(flight);
    try {
      return await work();
    } finally {
      if (flight === undefined) this.#connecting -= 1;
      else {
        this.#open.delete(flight);
        this.#blocked.delete(flight);
      }
      this.#mayBeFree ||= this.#isAsking || (flight === undefined ? frees : this.#holdsUp(flight.pid));
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
    }
  }

  /** Until every statement has come back or is known to wait for a lock, and all that follows from it has run. */
  settle(): Promise<void> {
    return runOutside(() => this.#settle());
  }

  async #settle(): Promise<void> {
    for (;;) {
      await tick();
      await tick();
      const areAllBlocked = this.#connecting === 0 && this.#open.size === this.#blocked.size;
      if (areAllBlocked && !this.#mayBeFree) return;
      const changed = await this.#changeWithin(areAllBlocked ? 0 : PATIENCE_MS);
      if (!changed) await this.#askWhoWaits();
    }
  }

  #holdsUp(pid: number): boolean {
    return [...this.#blocked.values()].some((by) => by.includes(pid));
  }

  async #changeWithin(ms: number): Promise<boolean> {
    const before = this.#changed;
    if (ms > 0) await Promise.race([before.promise, new Promise((resolve) => realSetTimeout(resolve, ms))]);
    return before !== this.#changed;
  }

  async #askWhoWaits(): Promise<void> {
    const open = [...this.#open];
    this.#mayBeFree = false;
    if (open.length === 0) return;
    this.#isAsking = true;
    const { rows } = await this.#monitor.query<{ pid: number; by: number[] }>(BLOCKED_SQL, [
      open.map(({ pid }) => pid),
    ]);
    this.#isAsking = false;
    const blocked = new Map(rows.map(({ pid, by }) => [pid, by]));
    const now = new Map<Flight, readonly number[]>();
    for (const flight of open) {
      const by = blocked.get(flight.pid);
      if (by === undefined || !this.#open.has(flight) || this.isPatient(flight.label)) continue;
      if (!this.#blocked.has(flight)) this.onBlocked(flight, by);
      now.set(flight, by);
    }
    this.#blocked = now;
  }
}

const tick = (): Promise<void> => new Promise((resolve) => realSetImmediate(resolve));
