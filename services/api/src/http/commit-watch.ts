import type { Logger } from 'pino';
import { outcomeUnknown, unavailable } from './errors.ts';

/** A call that writes and is not answered for so long makes the node ask the database why. */
const SUSPICIOUS_MS = 1_500;
const ASK_EVERY_MS = 500;
/** With the limit of an append (5 s) and the pool's (2 s) every caller is answered within 10 s. */
const LIMIT_MS = 6_000;
/** Commits that wait longer wait for a standby that is away, not for one that is slow. */
export const UNREPLICATED_MS = 1_000;

interface Write {
  readonly at: number;
  readonly giveUp: () => void;
}

/**
 * Keeps calls that write from waiting without limit while the synchronous standby is away: those under way are answered
 * that their outcome is unknown, new ones are refused at once. Each would hold a connection, and reads need some.
 */
export class CommitWatch {
  readonly #unconfirmedForMs: () => Promise<number>;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #writes = new Set<Write>();
  #isUnconfirmed = false;
  #isWatching = false;

  constructor(unconfirmedForMs: () => Promise<number>, log: Pick<Logger, 'warn'>) {
    this.#unconfirmedForMs = unconfirmedForMs;
    this.#log = log;
  }

  /** Runs a call that may write. */
  async carry<T>(call: () => Promise<T>): Promise<T> {
    if (this.#isUnconfirmed) throw unavailable('not_replicated');
    const late = Promise.withResolvers<never>();
    const write = { at: performance.now(), giveUp: () => late.reject(outcomeUnknown()) };
    this.#writes.add(write);
    const suspicion = setTimeout(() => void this.#watch(), SUSPICIOUS_MS);
    try {
      return await Promise.race([call(), late.promise]);
    } finally {
      clearTimeout(suspicion);
      this.#writes.delete(write);
    }
  }

  /** Until no call is suspicious and commits are confirmed. */
  async #watch(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    do {
      await this.#look();
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS).unref());
    } while (this.#isUnconfirmed || this.#olderThan(SUSPICIOUS_MS).length > 0);
    this.#isWatching = false;
  }

  async #look(): Promise<void> {
    // A database that does not answer is reported where it is asked for something.
    const ms = await this.#unconfirmedForMs().catch(() => 0);
    const isUnconfirmed = ms > UNREPLICATED_MS;
    if (isUnconfirmed !== this.#isUnconfirmed) this.#report(isUnconfirmed, ms);
    this.#isUnconfirmed = isUnconfirmed;
    if (isUnconfirmed) for (const write of this.#olderThan(LIMIT_MS)) write.giveUp();
  }

  #olderThan(ms: number): readonly Write[] {
    const now = performance.now();
    return [...this.#writes].filter(({ at }) => now - at > ms);
  }

  #report(isUnconfirmed: boolean, ms: number): void {
    const facts = { unreplicatedMs: Math.round(ms) };
    if (isUnconfirmed)
      this.#log.warn(facts, 'commits not replicated, calls that write are refused until the standby is back');
    else this.#log.warn(facts, 'commits replicated again, calls that write go on');
  }
}
