export type LiveState = 'idle' | 'live' | 'catching-up' | 'offline' | 'refused';

/** What the screen's dot is drawn from. `contactAt` and `since` are ms of the monotonic-enough `now()` given in. */
export interface Freshness {
  state: LiveState;
  contactAt: number;
  offlineSince: number | null;
}

const IDLE: Freshness = { state: 'idle', contactAt: 0, offlineSince: null };

/** How fresh the screen is, and who asks to be called when that changes; another contact alone calls no listener. */
export class FreshnessState {
  #current = IDLE;
  readonly #listeners = new Set<() => void>();

  get current(): Freshness {
    return this.#current;
  }

  /** Calls until the answer is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  touch(contactAt: number): void {
    this.#current = { ...this.#current, contactAt };
  }

  become(changed: Partial<Freshness>): void {
    const before = this.#current;
    this.#current = { ...before, ...changed };
    const { state, offlineSince } = this.#current;
    const isNews = state !== before.state || offlineSince !== before.offlineSince;
    if (isNews) for (const listener of this.#listeners) listener();
  }

  reset(): void {
    this.become(IDLE);
  }
}
