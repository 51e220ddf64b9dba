import { CHANGED_MARK, SESSIONS_CHANNEL } from '@atelier/application/identity/sessions.queries.ts';
import { listen } from '@atelier/application/shared/listener.ts';
import type { LiveCounterSource, LiveRowSource } from '@atelier/application/live/live-sources.queries.ts';
import type { ApiDeps } from '../http/deps.ts';
import type { LiveService, Poll } from '../http/live-ports.ts';
import type { LiveConnection } from './connection.ts';
import { LiveHub } from './hub.ts';
import { startMemoryChecks } from './memory-checks.ts';
import { STEPS } from './open-screens.ts';
import { SessionSweep } from './session-sweep.ts';
import { LiveSocket } from './socket.ts';
import { Poller } from './poller.ts';

const PING_MS = 25_000;

export interface LiveSources {
  readonly rows: LiveRowSource;
  readonly counters: LiveCounterSource;
  /** What is polled while it has subscribers, because no event changes it. */
  readonly polls?: readonly Poll[];
  /** Changed records that the journal remembers; fewer in tests. */
  readonly journalEntries?: number;
}

/** The service as its owner has it. */
export interface RunningLive extends LiveService {
  readonly hub: LiveHub;
}

type LiveDeps = Pick<ApiDeps, 'db' | 'pool' | 'store' | 'clock' | 'log' | 'metrics' | 'authenticator'>;

/** Starts the hub, and what closes the screens of ended sessions. Resolves when it has caught up with the log. */
export async function startLive(deps: LiveDeps, sources: LiveSources): Promise<RunningLive> {
  const { db, clock, log } = deps;
  const hub: LiveHub = new LiveHub({
    ...sources,
    store: deps.store,
    clock,
    log,
    metrics: deps.metrics,
    onRightsChanged: (who) => {
      sessions
        .rightsChanged(who)
        .catch((error: unknown) =>
          log.warn(
            { err: error, users: who.users.size, everybody: who.everybody },
            'permission check of open screens failed, checking again in 0.4 s',
          ),
        );
    },
  });
  const sessions = new SessionSweep({
    db,
    clock,
    log,
    screens: hub.screens,
    onEnded: (sessionId) => deps.authenticator.forget(sessionId),
  });
  const listener = listen(deps.pool, {
    channel: SESSIONS_CHANNEL,
    onPayload: (payload) => {
      hub.noteRightsChange();
      if (payload.startsWith(CHANGED_MARK)) sessions.changed(payload.slice(CHANGED_MARK.length));
      else sessions.ended(payload);
    },
    onError: (error) =>
      log.warn({ err: error }, 'session channel lost, listening again, sessions swept meanwhile'),
  });
  const poller = new Poller({
    hub,
    polls: sources.polls ?? [],
    clock,
    onError: (error) => log.warn({ err: error }, 'live poll failed, polling again within a second'),
  });
  poller.start();
  let pings = 0;
  const pinging = setInterval(() => pingScreens(hub.screens.share(pings++)), PING_MS / STEPS);
  pinging.unref();
  await hub.start();
  const checking = startMemoryChecks(deps, hub, sources.rows);
  return {
    hub,
    connect: (socket, request) => new LiveSocket(socket, request.raw.socket, deps, hub).start(),
    poll: (each) => poller.add(each),
    stop: async () => {
      clearInterval(pinging);
      await checking.stop();
      listener.stop();
      sessions.stop();
      await poller.stop();
      await hub.stop();
    },
  };
}

/** A connection that broke unnoticed is closed here, at the second unanswered ping. */
function pingScreens(screens: Iterable<LiveConnection>): void {
  for (const connection of screens) {
    if (!connection.answering) connection.terminate();
    connection.answering = false;
    connection.ping();
  }
}
