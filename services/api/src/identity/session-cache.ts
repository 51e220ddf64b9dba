import type { IdentityDb } from '@atelier/application/identity/identity.table.ts';
import { findSessionByToken, type FoundSession } from '@atelier/application/identity/sessions.queries.ts';
import { touchSession } from '@atelier/application/identity/sessions.commands.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
import { judge, nextChangeOf, workerAt } from '../http/session-verdict.ts';
import type { Authentication, Authenticator } from '../http/authenticator.ts';

/** Under a second, so that a revocation holds within one even if the call between nodes is lost (product/reliability.md §24). */
const CACHE_MS = 800;
const MAX_ENTRIES = 20_000;
/** How exactly the last sign of life is kept: a write per session and ten seconds, not per request. */
const TOUCH_MS = 10_000;

interface Entry {
  readonly freshUntil: number;
  readonly found: Promise<FoundPerson>;
  sessionId: string | undefined;
}

interface FoundPerson {
  readonly authentication: Authentication;
  /** On the server's clock: until when this may be answered from memory without noting that the person was here. */
  readonly goodUntil: number;
}

function seenNow(session: FoundSession, now: Date, worker: boolean): FoundSession {
  return { ...session, lastSeenAt: now, workerSeenAt: worker ? now : session.workerSeenAt };
}

/** Looks tokens up, at most once a second each, however many requests carry them. */
export class SessionCache implements Authenticator {
  readonly #db: IdentityDb;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();

  constructor(db: IdentityDb, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async authenticate(token: string): Promise<Authentication> {
    const held = this.#entries.get(token);
    if (held !== undefined && held.freshUntil > performance.now()) {
      const person = await held.found;
      if (this.#clock.now().getTime() < person.goodUntil) return person.authentication;
    }
    return (await this.#remember(token)).authentication;
  }

  /** Forgets what was known of a session: the next request reads it again. */
  forget(sessionId: string): void {
    for (const [token, entry] of this.#entries) {
      // An entry whose reading has not ended may hold the session from before its end.
      if (entry.sessionId === undefined || entry.sessionId === sessionId) this.#entries.delete(token);
    }
  }

  async #remember(token: string): Promise<FoundPerson> {
    const entry: Entry = {
      freshUntil: performance.now() + CACHE_MS,
      found: this.#find(token),
      sessionId: undefined,
    };
    if (this.#entries.size >= MAX_ENTRIES) this.#dropStale();
    this.#entries.set(token, entry);
    const drop = (): void => {
      if (this.#entries.get(token) === entry) this.#entries.delete(token);
    };
    try {
      const person = await entry.found;
      // Only good tokens are kept: guesses must not fill the memory.
      if (person.authentication.state === 'ok') entry.sessionId = person.authentication.principal.sessionId;
      else drop();
      return person;
    } catch (error) {
      drop();
      throw error;
    }
  }

  async #find(token: string): Promise<FoundPerson> {
    const session = await findSessionByToken(this.#db, token);
    if (session === undefined) return { authentication: { state: 'unknown' }, goodUntil: 0 };
    const now = this.#clock.now();
    const authentication = judge(session, now);
    if (authentication.state !== 'ok') return { authentication, goodUntil: 0 };
    const touched = now.getTime() - session.lastSeenAt.getTime() >= TOUCH_MS;
    const worker = workerAt(session, now) !== undefined;
    if (touched) await touchSession(this.#db, session.sessionId, { now, worker });
    const seen = touched ? seenNow(session, now, worker) : session;
    const goodUntil = Math.min(nextChangeOf(seen, now).getTime(), seen.lastSeenAt.getTime() + TOUCH_MS);
    return { authentication, goodUntil };
  }

  #dropStale(): void {
    const now = performance.now();
    for (const [token, entry] of this.#entries) if (entry.freshUntil <= now) this.#entries.delete(token);
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
  }
}
