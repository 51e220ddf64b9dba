import type { LiveConnection } from './connection.ts';

/** What is sent to every screen in turn, a heartbeat or a ping, is spread over its period in so many steps. */
export const STEPS = 20;

const NONE: ReadonlySet<LiveConnection> = new Set();

/** The open screens of this node: all of them, those of one session, and in even shares. */
export class OpenScreens {
  readonly #all = new Set<LiveConnection>();
  readonly #bySession = new Map<string, Set<LiveConnection>>();
  readonly #shares = Array.from({ length: STEPS }, () => new Set<LiveConnection>());
  #added = 0;

  get all(): ReadonlySet<LiveConnection> {
    return this.#all;
  }

  ofSession(sessionId: string): ReadonlySet<LiveConnection> {
    return this.#bySession.get(sessionId) ?? NONE;
  }

  /** The share whose turn it is at a step, counted without end: each screen is in exactly one of `STEPS`. */
  share(step: number): ReadonlySet<LiveConnection> {
    return this.#shares[step % STEPS] ?? NONE;
  }

  add(connection: LiveConnection): void {
    const { sessionId } = connection.principal;
    const screens = this.#bySession.get(sessionId) ?? new Set();
    this.#bySession.set(sessionId, screens.add(connection));
    this.#all.add(connection);
    this.#shares[this.#added % STEPS]?.add(connection);
    this.#added += 1;
  }

  remove(connection: LiveConnection): void {
    const { sessionId } = connection.principal;
    const screens = this.#bySession.get(sessionId);
    screens?.delete(connection);
    if (screens?.size === 0) this.#bySession.delete(sessionId);
    this.#all.delete(connection);
    for (const share of this.#shares) share.delete(connection);
  }
}
