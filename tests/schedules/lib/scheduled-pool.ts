import type { Pool, PoolClient } from 'pg';
import { currentActor, runAs, runOutside } from './actors.ts';
import type { Scheduler } from './scheduler.ts';

/** What may go wrong with a connection, decided per statement. */
export interface Faults {
  /** The statement never reaches the server. */
  readonly refuse: (label: string) => boolean;
  /** It is carried out, and its answer is lost with the connection. */
  readonly lose: (label: string) => boolean;
}

export const NO_FAULTS: Faults = { refuse: () => false, lose: () => false };

export interface ScheduledPoolParts {
  readonly pool: Pool;
  readonly scheduler: Scheduler;
  readonly faults: () => Faults;
  /** Whether an actor was killed, or its schedule is over: it never hears from the database again. */
  readonly isGone: (actor: string) => boolean;
  /** How long a statement really took, in ms. */
  readonly onDuration: (label: string, ms: number) => void;
  /** What is checked out, by whom, and how to give it back when that actor is left where it stands. */
  readonly held: Map<() => Promise<void>, string>;
  /** What is checked out, by its backend: how to end it as the server ends a session. */
  readonly sessions: Map<number, () => Promise<void>>;
}

type Query = (...args: unknown[]) => Promise<unknown>;

/** What the driver says when a connection breaks. */
class ConnectionLost extends Error {
  readonly code = 'ECONNRESET';
}

/**
 * A pool whose statements wait for their turn before they are sent, and again before their answer is taken. Used
 * outside a schedule it is the pool itself.
 */
export function createScheduledPool(parts: ScheduledPoolParts): Pool {
  const { pool } = parts;
  const connect = async (): Promise<PoolClient> => {
    const actor = currentActor();
    // An ended actor does not continue.
    if (actor !== undefined && parts.isGone(actor)) return new Promise(() => undefined);
    const client = await parts.scheduler.flights.follow(undefined, () => runOutside(() => pool.connect()));
    return actor === undefined ? client : new ScheduledClient(parts, client, actor).proxy;
  };
  const query: Query = async (...args) => {
    const client = await connect();
    try {
      return await callQuery(client, args);
    } finally {
      client.release();
    }
  };
  return proxyOf(pool, { connect, query });
}

/** One connection: statements in the order they were given, as the driver keeps it. */
class ScheduledClient {
  readonly proxy: PoolClient;
  readonly #parts: ScheduledPoolParts;
  readonly #client: PoolClient;
  readonly #actor: string;
  #last: Promise<unknown> = Promise.resolve();
  #isLost = false;
  #isReleased = false;
  readonly #listeners: [string | symbol, (...args: unknown[]) => void][] = [];

  constructor(parts: ScheduledPoolParts, client: PoolClient, actor: string) {
    this.#parts = parts;
    this.#client = client;
    this.#actor = actor;
    const query: Query = (...args) => this.#inOrder(args);
    const release = (destroy?: boolean | Error): void =>
      this.#release(destroy !== undefined && destroy !== false);
    // What an abandoned actor listened for on this connection has no listener any more.
    const on = (name: string | symbol, listener: (...args: unknown[]) => void): PoolClient => {
      this.#listeners.push([name, listener]);
      client.on(name as 'error', listener);
      return this.proxy;
    };
    this.proxy = proxyOf(client, { query, release, on, once: on });
    parts.held.set(this.#giveBack, actor);
    parts.sessions.set(pidOf(client), this.#end);
  }

  #inOrder(args: unknown[]): Promise<unknown> {
    const result = this.#last.then(() =>
      runAs(this.#parts.scheduler, this.#actor, () => this.#send(labelOf(args[0]), args)),
    );
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #send(label: string, args: unknown[]): Promise<unknown> {
    const { scheduler, faults } = this.#parts;
    if (this.#isLost || this.#isReleased) throw new ConnectionLost('Connection terminated unexpectedly');
    // Doorbells are not relied on: a notification may be lost, and the harness loses all of them.
    if (/^listen /i.test(label)) return { rows: [] };
    const flight = { actor: this.#actor, label, pid: pidOf(this.#client) };
    const work = label === 'end_sessions' ? () => this.#endSessions(args) : () => this.#timed(label, args);
    const carryOut = (): Promise<unknown> => scheduler.flights.follow(flight, () => runOutside(work));
    if (isQuiet(label)) return carryOut();
    await scheduler.pause(label);
    if (this.#isLost) throw new ConnectionLost('Connection terminated unexpectedly');
    if (faults().refuse(label)) return this.#lose();
    const answer = await this.#unlessGone(carryOut());
    await scheduler.pause(`${label} ←`);
    return faults().lose(label) ? this.#lose() : answer;
  }

  /** Other actors' sessions, found as the statement finds them, and ended without the cost of new connections. */
  async #endSessions([query]: unknown[]): Promise<unknown> {
    if (typeof query !== 'object' || query === null || !('text' in query)) throw new TypeError('no text');
    const text = String(query.text).replace('pg_terminate_backend(pid)', 'distinct pid');
    const values = 'values' in query && Array.isArray(query.values) ? query.values : [];
    const { rows } = await this.#client.query<{ pid: number }>(text, values);
    for (const { pid } of rows) await this.#parts.sessions.get(pid)?.();
    return { rows };
  }

  /** The server ends this session: nothing that it had open is committed. */
  readonly #end = async (): Promise<void> => {
    this.#isLost = true;
    await this.#parts.scheduler.flights.cancel(pidOf(this.#client));
    await this.#letGo();
  };

  readonly #letGo = (): Promise<unknown> => {
    const work = () => runOutside(() => this.#client.query('rollback; select pg_advisory_unlock_all()'));
    return this.#parts.scheduler.flights.follow(undefined, work, { frees: true });
  };

  /** A caller killed while waiting never receives the result. */
  async #unlessGone(work: Promise<unknown>): Promise<unknown> {
    try {
      return await work;
    } finally {
      if (this.#parts.isGone(this.#actor)) await new Promise(() => undefined);
    }
  }

  async #timed(label: string, args: unknown[]): Promise<unknown> {
    const began = performance.now();
    try {
      return await callQuery(this.#client, args);
    } finally {
      this.#parts.onDuration(label, performance.now() - began);
    }
  }

  /** The server gives up what was not committed before anything else happens, so that a replay meets the same locks. */
  async #lose(): Promise<never> {
    this.#isLost = true;
    const rollBack = () => runOutside(() => this.#client.query('rollback'));
    await this.#parts.scheduler.flights.follow(undefined, rollBack, { frees: true });
    throw new ConnectionLost('Connection terminated unexpectedly');
  }

  #release(isDestroyed: boolean): void {
    if (this.#isReleased) return;
    if (isDestroyed || this.#isLost) void this.#giveBack();
    else {
      this.#isReleased = true;
      this.#parts.held.delete(this.#giveBack);
      this.#parts.sessions.delete(pidOf(this.#client));
      runOutside(() => this.#client.release());
    }
  }

  /** As if the connection had ended, without the cost of another one. */
  readonly #giveBack = async (): Promise<void> => {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#parts.held.delete(this.#giveBack);
    this.#parts.sessions.delete(pidOf(this.#client));
    await this.#parts.scheduler.flights.cancel(pidOf(this.#client));
    await this.#letGo();
    for (const [name, listener] of this.#listeners) this.#client.removeListener(name, listener);
    runOutside(() => this.#client.release());
  };
}

function callQuery(client: PoolClient, args: unknown[]): Promise<unknown> {
  // The driver's signature has seven overloads; whatever came is handed on.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const run = client.query.bind(client) as unknown as Query;
  return run(...args);
}

/** The same object with some of its members replaced. */
function proxyOf<T extends object>(target: T, members: Readonly<Record<string, unknown>>): T {
  return new Proxy(target, {
    get: (object, key) => {
      if (typeof key === 'string' && key in members) return members[key];
      const value: unknown = Reflect.get(object, key, object);
      return typeof value === 'function' ? value.bind(object) : value;
    },
  });
}

function pidOf(client: PoolClient): number {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : 0;
}

/** What a statement does, in a few words: names where there are some. */
function labelOf(query: unknown): string {
  if (typeof query === 'string') return shortened(query);
  if (typeof query !== 'object' || query === null) return '?';
  if ('name' in query && typeof query.name === 'string') return query.name;
  return 'text' in query && typeof query.text === 'string' ? shortened(query.text) : '?';
}

const shortened = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 48);

/** Statements that neither see nor change anything another actor could notice. */
const isQuiet = (label: string): boolean =>
  /^(begin|start transaction|savepoint|release|rollback|set )/i.test(label);
