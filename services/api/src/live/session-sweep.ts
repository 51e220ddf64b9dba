import { LIVE_CLOSE } from '@atelier/domain/live/contract.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
import type { IdentityDb } from '@atelier/application/identity/identity.table.ts';
import {
  findRevokedSince,
  findSessionsById,
  type FoundSession,
} from '@atelier/application/identity/sessions.queries.ts';
import type { Logger } from 'pino';
import { judge, nextChangeOf } from '../http/session-verdict.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import type { LiveConnection } from './connection.ts';
import type { OpenScreens } from './open-screens.ts';

const SWEEP_MS = 400;
/** Read again each time: nodes stamp a revocation with their own reading of the server's time. */
const OVERLAP_MS = 5_000;
/** A change of a role concerns every screen of a node: one query for each would take longer than the second there is. */
const SESSIONS_AT_ONCE = 500;

export interface SessionSweepOptions {
  readonly db: IdentityDb;
  readonly clock: Clock;
  readonly log: Logger;
  readonly screens: Pick<OpenScreens, 'all' | 'ofSession'>;
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
    for (const screen of this.#options.screens.ofSession(sessionId)) screen.close(LIVE_CLOSE.revoked);
  }

  /** Another worker uses this session now: its screens reconnect with the new rights. */
  changed(sessionId: string): void {
    this.#options.onEnded(sessionId);
    for (const screen of this.#options.screens.ofSession(sessionId)) screen.close(LIVE_CLOSE.restarting);
  }

  /** Accounts or roles changed: whose rights are others than at sign-in is sent away. */
  async rightsChanged(who: {
    readonly users: ReadonlySet<number>;
    readonly everybody: boolean;
  }): Promise<void> {
    const affected = [...this.#options.screens.all].filter(
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
    if (this.#sweeping || this.#options.screens.all.size === 0) return;
    this.#sweeping = true;
    try {
      await this.#closeRevoked();
      await this.#recheckExpired();
    } catch (error) {
      this.#options.log.warn(
        { err: error, screens: this.#options.screens.all.size },
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
    const { screens } = this.#options;
    for (const sessionId of revoked) if (screens.ofSession(sessionId).size > 0) this.ended(sessionId);
  }

  async #recheckExpired(): Promise<void> {
    const now = this.#options.clock.now().getTime();
    await this.#recheck([...this.#options.screens.all].filter(({ endsAt }) => endsAt <= now));
  }

  async #recheck(connections: readonly LiveConnection[]): Promise<void> {
    const bySession = Map.groupBy(connections, ({ principal }) => principal.sessionId);
    const ids = [...bySession.keys()];
    for (let start = 0; start < ids.length; start += SESSIONS_AT_ONCE) {
      const some = ids.slice(start, start + SESSIONS_AT_ONCE);
      const found = await findSessionsById(this.#options.db, some);
      const byId = new Map(found.map((session) => [session.sessionId, session]));
      for (const id of some) this.#judge(id, byId.get(id), bySession.get(id) ?? []);
    }
  }

  #judge(sessionId: string, session: FoundSession | undefined, screens: readonly LiveConnection[]): void {
    const now = this.#options.clock.now();
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
