import type { PoolClient } from 'pg';
import { giveUp, takeLeases } from './leases.ts';

interface Work {
  readonly abort: AbortController;
  readonly done: Promise<void>;
  hasEnded: boolean;
}

/** What one runner leads, and brings beat by beat to its share. */
export class Led {
  readonly #client: PoolClient;
  readonly #id: number;
  readonly #start: (name: string, signal: AbortSignal) => Promise<void>;
  readonly #works = new Map<string, Work>();

  /** `start` keeps one projection up to date until aborted, and resolves once nothing is written any more. */
  constructor(client: PoolClient, id: number, start: (name: string, signal: AbortSignal) => Promise<void>) {
    this.#client = client;
    this.#id = id;
    this.#start = start;
  }

  /** Ends what is no longer due here, gives up its lease once it has ended, and takes what is due here and free. */
  async bringTo(due: ReadonlyMap<string, number>, leaders: ReadonlyMap<string, number>): Promise<void> {
    for (const [name, work] of this.#works) {
      if (work.hasEnded) this.#works.delete(name);
      else if (due.get(name) !== this.#id || leaders.get(name) !== this.#id) work.abort.abort();
    }
    const surplus = [...leaders].filter(
      ([name, leader]) => leader === this.#id && due.get(name) !== this.#id && !this.#works.has(name),
    );
    if (surplus.length > 0) await giveUp(this.#client, this.#id, namesOf(surplus));
    const mine = [...due].filter(([, leader]) => leader === this.#id);
    const wanted = namesOf(mine.filter(([name]) => leaders.get(name) !== this.#id));
    const taken = wanted.length > 0 ? await takeLeases(this.#client, this.#id, wanted) : [];
    const held = new Set([...taken, ...namesOf(mine).filter((name) => leaders.get(name) === this.#id)]);
    for (const name of held) this.#begin(name);
  }

  abort(): void {
    for (const { abort } of this.#works.values()) abort.abort();
  }

  /** Resolves when nothing is written any more. */
  async ended(): Promise<void> {
    await Promise.all([...this.#works.values()].map(({ done }) => done));
  }

  #begin(name: string): void {
    if (this.#works.has(name)) return;
    const abort = new AbortController();
    const work: Work = {
      abort,
      hasEnded: false,
      done: this.#start(name, abort.signal).finally(() => {
        work.hasEnded = true;
      }),
    };
    this.#works.set(name, work);
  }
}

const namesOf = (leases: readonly (readonly [string, number])[]): readonly string[] =>
  leases.map(([name]) => name);
