import { LIVE_CLOSE } from '@atelier/domain/live/contract.ts';
import type { Clock } from '@atelier/event-store/types.ts';
import type { IdentityDb } from '@atelier/application/identity/identity.table.ts';
import { findRevokedSince, findSessionById } from '@atelier/application/identity/sessions.queries.ts';
import type { Logger } from 'pino';
import { judge, nextChangeOf } from '../session-verdict.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import type { LiveConnection } from './connection.ts';

const SWEEP_MS = 400;
/** Read again each time: nodes stamp a revocation with their own reading of the server's time. */
const OVERLAP_MS = 5_000;

export interface SessionSweepOptions {
  readonly db: IdentityDb;
  readonly clock: Clock;
  readonly log: Logger;
  readonly connections: () => ReadonlySet<LiveConnection>;
  /** A session has ended: forget what was remembered of it. */
  readonly onEnded: (sessionId: string) => void;
}

/**
 * Closes the screens of sessions that have ended, within a second (product/reliability.md §24): at once on a notification, and by a sweep
 * every 400 ms in case it was lost. Idle ends are noticed when their time comes.
 */
export class SessionSweep {
  readonly #options: SessionSweepOptions;
  readonly #timer: NodeJS.Timeout;
  #sweptAt: number;
  #sweeping = false;

  constructor(options: SessionSweepOptions) {
    this.#options = options;
    this.#sweptAt = options.clock.now().getTime();
    this.#timer = setInterval(() => void this.#sweep(), SWEEP_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** This session is over: its screens close now. */
  ended(sessionId: string): void {
    this.#options.onEnded(sessionId);
    for (const connection of this.#options.connections()) {
      if (connection.principal.sessionId === sessionId) connection.close(LIVE_CLOSE.revoked);
    }
  }

  /** Somebody else works with this session now: its screens come back with the new rights. */
  changed(sessionId: string): void {
    this.#options.onEnded(sessionId);
    for (const connection of this.#options.connections()) {
      if (connection.principal.sessionId === sessionId) connection.close(LIVE_CLOSE.restarting);
    }
  }

  /** Accounts or roles changed: whose rights are others than at sign-in is sent away. */
  async rightsChanged(who: {
    readonly users: ReadonlySet<number>;
    readonly everybody: boolean;
  }): Promise<void> {
    const affected = [...this.#options.connections()].filter(
      ({ principal }) => who.everybody || who.users.has(principal.user.id),
    );
    try {
      await this.#recheck(affected);
    } catch (error) {
      // Due from now on: the sweeps check what could not be read.
      for (const screen of affected) screen.endsAt = 0;
      throw error;
    }
  }

  async #sweep(): Promise<void> {
    if (this.#sweeping || this.#options.connections().size === 0) return;
    this.#sweeping = true;
    try {
      await this.#closeRevoked();
      await this.#recheckExpired();
    } catch (error) {
      this.#options.log.warn(
        { err: error, screens: this.#options.connections().size },
        'session sweep failed, sweeping again in 0.4 s',
      );
    } finally {
      this.#sweeping = false;
    }
  }

  async #closeRevoked(): Promise<void> {
    const now = this.#options.clock.now().getTime();
    const revoked = await findRevokedSince(this.#options.db, new Date(this.#sweptAt - OVERLAP_MS));
    this.#sweptAt = now;
    const open = new Set([...this.#options.connections()].map(({ principal }) => principal.sessionId));
    for (const sessionId of revoked) if (open.has(sessionId)) this.ended(sessionId);
  }

  async #recheckExpired(): Promise<void> {
    const now = this.#options.clock.now().getTime();
    await this.#recheck([...this.#options.connections()].filter(({ endsAt }) => endsAt <= now));
  }

  async #recheck(connections: readonly LiveConnection[]): Promise<void> {
    const bySession = Map.groupBy(connections, ({ principal }) => principal.sessionId);
    for (const [sessionId, screens] of bySession) await this.#recheckOne(sessionId, screens);
  }

  async #recheckOne(sessionId: string, screens: readonly LiveConnection[]): Promise<void> {
    const now = this.#options.clock.now();
    const session = await findSessionById(this.#options.db, sessionId);
    const verdict = session === undefined ? undefined : judge(session, now);
    if (session === undefined || verdict?.state !== 'ok') return this.ended(sessionId);
    if (screens.some(({ principal }) => !isSame(principal, verdict.principal)))
      return this.changed(sessionId);
    for (const screen of screens) screen.endsAt = nextChangeOf(session, now).getTime();
  }
}

/** The same worker with the same rights; of an account without a worker other rights end the session before. */
function isSame(before: Principal, now: Principal): boolean {
  const [one, other] = [before.permissions, now.permissions];
  return before.worker?.id === now.worker?.id && one.size === other.size && one.isSubsetOf(other);
}
