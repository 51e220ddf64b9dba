import type { Principal } from '@atelier/domain/identity/principal.ts';
import type { ServerFrame } from '@atelier/domain/live/contract.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { EpochChanged } from '@atelier/event-store/errors.ts';
import type { EventStore, LogBatch, TailRequest } from '@atelier/event-store/types.ts';
import type { LogCursor } from '@atelier/event-store/log-requests.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import type { World } from '@atelier/application/projections/testing.ts';
import type { Socket } from 'node:net';
import { pino } from 'pino';
import type { WebSocket } from 'ws';
import { createMetrics } from '../http/metrics.ts';
import { LiveConnection, type Resume } from './connection.ts';
import { LiveHub, type LiveHubOptions } from './hub.ts';
import { liveSources } from '../live-sources.ts';
import { textsIn } from './testing-frames.ts';
import type { Timers } from './timers.ts';

/** Time that passes when the test says so. */
export class ManualTimers implements Timers {
  #now = 0;
  readonly #due = new Set<{ at: number; readonly everyMs?: number; readonly run: () => void }>();

  readonly now = (): number => this.#now;

  readonly after = (ms: number, run: () => void): (() => void) => this.#add({ at: this.#now + ms, run });

  readonly every = (everyMs: number, run: () => void): (() => void) =>
    this.#add({ at: this.#now + everyMs, everyMs, run });

  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = [...this.#due].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#now = Math.max(this.#now, next.at);
      if (next.everyMs === undefined) this.#due.delete(next);
      else next.at += next.everyMs;
      next.run();
    }
    this.#now = end;
  }

  #add(entry: { at: number; readonly everyMs?: number; readonly run: () => void }): () => void {
    this.#due.add(entry);
    return () => this.#due.delete(entry);
  }
}

/** The real log, handed to a hub one batch at a time, as large as the test wants it. */
export class SteppedLog {
  readonly store: EventStore;
  readonly #world: World;
  #tail: TailRequest | undefined;
  #after: LogCursor | 0 = 0;
  #ended: PromiseWithResolvers<void> | undefined;

  constructor(world: World) {
    this.#world = world;
    this.store = { ...world.store, tail: (request) => this.#follow(request) };
  }

  /** Hands over the next batch of at most so many events. */
  async step(limit = 500): Promise<void> {
    const { pool, store } = this.#world;
    await settleHorizon(pool, store);
    try {
      await this.handOver(await store.readLog({ after: this.#after, limit }));
    } catch (error) {
      if (!(error instanceof EpochChanged)) throw error;
      await this.#endTail(error);
    }
  }

  async handOver(batch: LogBatch): Promise<void> {
    await this.#tail?.onBatch(batch);
    this.#after = batch.next;
  }

  /** As the store's own tail ends; resolves when the log is followed again. */
  async #endTail(error: EpochChanged): Promise<void> {
    const before = this.#ended;
    before?.reject(error);
    while (this.#ended === before) await new Promise(setImmediate);
  }

  async #follow(request: TailRequest): Promise<void> {
    const ended = Promise.withResolvers<void>();
    this.#tail = request;
    this.#after = request.after;
    this.#ended = ended;
    // Stopped while it was about to begin: an abort that has been says nothing a second time.
    if (request.signal.aborted) return;
    request.signal.addEventListener('abort', () => ended.resolve());
    await ended.promise;
  }
}

export interface SteppedHub {
  readonly hub: LiveHub;
  readonly log: SteppedLog;
  readonly timers: ManualTimers;
}

/** A hub on the real database whose log and timers move when the test says so. */
export async function openSteppedHub(
  world: World,
  change: (options: LiveHubOptions) => Partial<LiveHubOptions> = () => ({}),
): Promise<SteppedHub> {
  const log = new SteppedLog(world);
  const timers = new ManualTimers();
  const { rows, counters } = liveSources(world, () => DEFAULT_POLICY);
  const options: LiveHubOptions = {
    store: log.store,
    rows,
    counters,
    timers,
    clock: { now: () => new Date() },
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    onRightsChanged: () => undefined,
  };
  await settleHorizon(world.pool, world.store);
  const hub = new LiveHub({ ...options, ...change(options) });
  await hub.start();
  return { hub, log, timers };
}

export type Change = Extract<ServerFrame, { type: 'change' }>;

/** A screen without a network, an administrator's by default: keeps what the hub sends, until it is cut. */
export class WiredScreen {
  readonly frames: ServerFrame[] = [];
  /** What was written to it, piece by piece. */
  readonly written: Buffer[] = [];
  readonly connection: LiveConnection;
  readonly #hub: LiveHub;
  #framesLeft = Number.POSITIVE_INFINITY;
  #isOpen = true;
  /** Called with each frame as it arrives. */
  onFrame: (frame: ServerFrame) => void = () => undefined;

  constructor(
    { hub, timers }: Pick<SteppedHub, 'hub' | 'timers'>,
    resume?: Resume,
    principal: Principal = ADMINISTRATOR,
  ) {
    this.#hub = hub;
    const socket = {
      ping: () => undefined,
      close: () => this.cut(),
      terminate: () => this.cut(),
    };
    const isOpen = (): boolean => this.#isOpen;
    Object.defineProperty(socket, 'readyState', { get: () => (isOpen() ? 1 : 3) });
    this.connection = new LiveConnection({
      // The hub asks no more of a socket than the above.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      socket: socket as unknown as WebSocket,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      raw: { writableLength: 0, write: (bytes: Buffer) => this.#receive(bytes) } as unknown as Socket,
      principal,
      endsAt: Number.POSITIVE_INFINITY,
      resume,
      onCut: () => undefined,
      timers,
    });
  }

  /** Its hello was accepted: it is welcomed. */
  arrive(): this {
    this.#hub.admit(this.connection);
    return this;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get changes(): readonly Change[] {
    return this.frames.filter((frame) => frame.type === 'change');
  }

  /** Every position it was given, in order: any of them may be where it comes back from. */
  get positions(): readonly number[] {
    return this.frames.flatMap((frame) => ('position' in frame ? [frame.position] : []));
  }

  get cursor(): Resume {
    return { epoch: this.#hub.epoch, position: this.positions.at(-1) ?? 0 };
  }

  subscribe(...topics: readonly string[]): Promise<void> {
    return this.#hub.subscribe(this.connection, topics);
  }

  /** The connection breaks after so many more frames. */
  cutAfter(frames: number): void {
    this.#framesLeft = frames;
  }

  cut(): void {
    this.#isOpen = false;
    this.#hub.leave(this.connection);
  }

  /** The newest version of a row it was sent, in any of its topics. */
  versionOf(id: number): number | undefined {
    return this.changes
      .flatMap(({ rows }) => rows)
      .filter((row) => row.id === id)
      .at(-1)?.version;
  }

  wasResynced(topic: string): boolean {
    return this.frames.some((frame) => frame.type === 'resync' && frame.topics.includes(topic));
  }

  /** A cut falls between any two frames, as on a network. */
  #receive(bytes: Buffer): void {
    this.written.push(bytes);
    for (const text of textsIn(bytes)) if (this.#isOpen) this.#take(text);
  }

  #take(text: string): void {
    const parsed: ServerFrame = JSON.parse(text);
    this.frames.push(parsed);
    this.onFrame(parsed);
    this.#framesLeft -= 1;
    if (this.#framesLeft <= 0) this.cut();
  }
}

export const ADMINISTRATOR = {
  user: { id: 1, name: 'Admin', email: 'admin@test' },
  userType: 'admin',
  siteId: undefined,
  storeId: undefined,
  roles: ['admin'],
  permissions: new Set<PermissionName>(STANDARD_ROLES.admin.permissions),
  worker: undefined,
  sessionId: 'session',
} as const satisfies Principal;
