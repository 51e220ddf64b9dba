import { Socket } from 'node:net';
import { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Wanted } from './address.ts';

/** One of the servers that an address names. */
export interface Server {
  readonly host: string;
  readonly port: number;
  /** The whole address of this server alone. */
  readonly url: string;
}

/** What a server said about itself. */
interface ServerState {
  readonly server: Server;
  readonly isWritable: boolean;
  /** Of a server that takes writes: a promoted standby begins a higher one. */
  readonly timeline: string;
}

/** No server that an address names is of the kind that is wanted. The code says "cannot connect now": it may pass. */
export class NoServer extends Error {
  override readonly name = 'NoServer';
  readonly code = '57P03';
}

/** Something that must end when its server is no longer the one to talk to. */
export interface Kept {
  readonly destroy: (error: Error) => void;
}

export interface ServerFinder {
  /** The server to connect to now. Rejects with `NoServer`. */
  readonly find: () => Promise<Server>;
  /** Ends it as soon as another server has become the one that takes writes. Answers how to forget it. */
  readonly keep: (server: Server, kept: Kept) => () => void;
}

export interface FinderOptions {
  /** How long an answer counts, in ms. Short: a server may be ended and come back as a standby. */
  readonly answerHoldsMs?: number;
  /** How often the servers are asked as long as something is kept, in ms. */
  readonly watchEveryMs?: number;
  /** After so many ms a server counts as away. */
  readonly answersWithinMs?: number;
}

const DEFAULTS = { answerHoldsMs: 250, watchEveryMs: 2_000, answersWithinMs: 1_500 };

/**
 * Finds the server of an address that is of the wanted kind. All are asked at once. Of several that take writes the one with the
 * highest timeline is meant: the other is a former primary that was restarted. What was connected to it is ended, also
 * where its network is cut and nothing else would show that it is gone.
 */
export function createServerFinder(
  servers: readonly Server[],
  wanted: Wanted,
  options: FinderOptions = {},
): ServerFinder {
  const { answerHoldsMs, watchEveryMs, answersWithinMs } = { ...DEFAULTS, ...options };
  const kept = new Map<Kept, Server>();
  let asking: Promise<Server> | undefined;
  let answered: { readonly at: number; readonly server: Server } | undefined;
  /** Never an older one again, also when the newer is away for a moment. */
  let newestTimeline = '';
  let watching = false;

  /** As soon as one is surely right. The others may still answer: one of them may have become the primary. */
  async function ask(): Promise<Server> {
    const states = servers.map((server) => askServer(server, answersWithinMs));
    const all = Promise.all(states).then(decide);
    const first = Promise.any(states.map(async (state) => mustBeRight(await state)));
    const server = await first.catch(() => all);
    all.catch(() => undefined);
    answered = { at: performance.now(), server };
    return server;
  }

  function mustBeRight(state: ServerState | Error): Server {
    if (state instanceof Error) throw state;
    const { isWritable, timeline, server } = state;
    if (
      wanted === 'prefer-standby' ? isWritable : wanted === 'read-write' && !isCurrent(isWritable, timeline)
    )
      throw new NoServer('all must answer first');
    return server;
  }

  const isCurrent = (isWritable: boolean, timeline: string): boolean =>
    isWritable && newestTimeline !== '' && timeline >= newestTimeline;

  function decide(states: readonly (ServerState | Error)[]): Server {
    const found = choose(states.filter(isState), wanted, newestTimeline);
    if (found === undefined) throw new NoServer(whyNone(states, wanted, servers));
    if (wanted === 'read-write') {
      newestTimeline = found.timeline;
      endOthers(found.server);
    }
    return found.server;
  }

  function endOthers(primary: Server): void {
    for (const [each, server] of kept)
      if (server !== primary)
        each.destroy(new NoServer(`${server.host}:${server.port} takes writes no longer`));
  }

  async function find(): Promise<Server> {
    if (answered !== undefined && performance.now() - answered.at < answerHoldsMs) return answered.server;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  async function watch(): Promise<void> {
    while (kept.size > 0) {
      await sleep(watchEveryMs, undefined, { ref: false });
      // A caller that wants a connection receives the failure; here only changes matter.
      if (kept.size > 0) await find().catch(() => undefined);
    }
    watching = false;
  }

  return {
    find,
    keep: (server, each) => {
      kept.set(each, server);
      if (wanted === 'read-write' && servers.length > 1 && !watching) {
        watching = true;
        void watch();
      }
      return () => void kept.delete(each);
    },
  };
}

const isState = (state: ServerState | Error): state is ServerState => !(state instanceof Error);

function choose(
  states: readonly ServerState[],
  wanted: Wanted,
  newestTimeline: string,
): ServerState | undefined {
  if (wanted === 'any') return states[0];
  const primaries = states
    .filter(({ isWritable, timeline }) => isWritable && timeline >= newestTimeline)
    .sort((one, other) => other.timeline.localeCompare(one.timeline));
  if (wanted === 'read-write') return primaries[0];
  return states.find(({ isWritable }) => !isWritable) ?? states[0];
}

function whyNone(
  states: readonly (ServerState | Error)[],
  wanted: Wanted,
  servers: readonly Server[],
): string {
  const reasons = states.map((state, index) => {
    const { host, port } = servers[index] ?? { host: '', port: 0 };
    const said =
      state instanceof Error
        ? state.message
        : state.isWritable
          ? 'has an older timeline than the primary of before (where that is meant, start this process again)'
          : 'is a standby';
    return `${host}:${port} ${said}`;
  });
  return `no server ${wanted === 'read-write' ? 'takes writes' : 'answers'}: ${reasons.join(', ')}`;
}

const LOOK = `select current_setting('transaction_read_only') = 'off' as "isWritable",
  case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

async function askServer(server: Server, withinMs: number): Promise<ServerState | Error> {
  const socket = new Socket();
  const client = new Client({
    connectionString: server.url,
    stream: () => socket,
    application_name: 'atelier finder',
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ isWritable: boolean; timeline: string }>(LOOK);
    return rows[0] === undefined ? new Error('says nothing') : { server, ...rows[0] };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    // Not by the driver's own end, which a server that does not answer would keep waiting.
    socket.destroy();
  }
}
