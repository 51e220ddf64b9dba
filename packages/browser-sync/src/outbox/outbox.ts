/** Something to send. `key` is its idempotency key: sent twice, it has one effect. */
export interface OutboxEntry {
  readonly key: string;
  /** The code of the final refusal; null while the entry waits. */
  readonly refusal: string | null;
}

export interface OutboxParts<Entry extends OutboxEntry> {
  readonly load: () => Promise<readonly Entry[] | null>;
  readonly save: (entries: readonly Entry[]) => Promise<unknown>;
  readonly send: (entry: Entry) => Promise<unknown>;
  /** The code of a refusal that another attempt would not change; null where the entry is to be sent again. */
  readonly refusalOf: (error: unknown) => string | null;
  readonly onSent: (entry: Entry) => void;
  readonly wait?: (ms: number) => Promise<void>;
}

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Keeps entries until the server has them: sent one after the other, in the order they were written. */
export class Outbox<Entry extends OutboxEntry> {
  readonly #parts: OutboxParts<Entry>;
  readonly #listeners = new Set<() => void>();
  #entries: readonly Entry[] = [];
  #isRunning = false;
  #wake: (() => void) | undefined;

  constructor(parts: OutboxParts<Entry>) {
    this.#parts = parts;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly all = (): readonly Entry[] => this.#entries;

  /** Adds what an earlier page stored. */
  async resume(): Promise<void> {
    const stored = (await this.#parts.load()) ?? [];
    const known = new Set(this.#entries.map(({ key }) => key));
    this.#entries = [...stored.filter(({ key }) => !known.has(key)), ...this.#entries];
    this.#notify();
    this.nudge();
  }

  add(entry: Entry): void {
    this.#set([...this.#entries, entry]);
    this.nudge();
  }

  drop(key: string): void {
    this.#set(this.#entries.filter((entry) => entry.key !== key));
  }

  /** Replaces entries; `change` returns the same object for an entry that stays as it is. */
  update(change: (entry: Entry) => Entry): void {
    const changed = this.#entries.map(change);
    if (changed.some((entry, index) => entry !== this.#entries[index])) this.#set(changed);
  }

  /** Tries at once: the network came back, or the person asks. A refused entry is only dropped by hand. */
  nudge(): void {
    this.#wake?.();
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run().finally(() => {
      this.#isRunning = false;
      // An entry may have been added between the last look and this moment.
      if (this.#next() !== undefined) this.nudge();
    });
  }

  async #run(): Promise<void> {
    let retryAfter = FIRST_RETRY_MS;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const isSettled = await this.#attempt(next);
      if (!isSettled) await this.#sleep(retryAfter);
      retryAfter = isSettled ? FIRST_RETRY_MS : Math.min(retryAfter * 2, LAST_RETRY_MS);
    }
  }

  #next(): Entry | undefined {
    return this.#entries.find(({ refusal }) => refusal === null);
  }

  async #attempt(entry: Entry): Promise<boolean> {
    try {
      await this.#parts.send(entry);
    } catch (error) {
      const refusal = this.#parts.refusalOf(error);
      if (refusal !== null) this.update((one) => (one.key === entry.key ? { ...one, refusal } : one));
      return refusal !== null;
    }
    this.drop(entry.key);
    this.#parts.onSent(entry);
    return true;
  }

  async #sleep(ms: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([(this.#parts.wait ?? pause)(ms), woken]);
    this.#wake = undefined;
  }

  #set(entries: readonly Entry[]): void {
    this.#entries = entries;
    void this.#parts.save(entries);
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
