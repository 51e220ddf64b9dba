import { LIVE_CLOSE, LIVE_LIMITS } from '@atelier/domain/live/contract.ts';
import type { EventStore, LogBatch } from '@atelier/event-store/types.ts';
import type { LogCursor } from '@atelier/event-store/log-requests.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
import type { LiveCounterSource, LiveRowSource } from '@atelier/application/live/live-sources.queries.ts';
import type { Logger } from 'pino';
import type { Metrics } from '../http/metrics.ts';
import { maySubscribe } from './admission.ts';
import { type ChangeSet, ChangeReader } from './change-set.ts';
import type { LiveConnection } from './connection.ts';
import { CounterBroadcast, type TopicCounters } from './counters.ts';
import { changeFrame, frameOf } from './frames.ts';
import { Journal } from './journal.ts';
import { LogFollower } from './log-follower.ts';
import { missedFrames } from './missed-frames.ts';
import { OpenScreens, STEPS } from './open-screens.ts';
import { ShownReadings } from './shown-readings.ts';
import { Subscriptions } from './subscriptions.ts';
import { TaskQueue } from './task-queue.ts';
import { NODE_TIMERS, type Timers } from './timers.ts';
import { framesDue } from './topic-frames.ts';
import { parseTopic } from './topics.ts';

const JOURNAL_ENTRIES = 20_000;
/** Positions read again at the start, so that screens cut by a restart are sent what they missed. */
const WARM_POSITIONS = 2_000;
/** Restarting screens come back spread over this time. */
const RESUME_SPREAD_MS = 3_000;

export interface LiveHubOptions {
  readonly store: EventStore;
  readonly rows: LiveRowSource;
  readonly counters: LiveCounterSource;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Accounts or roles changed: the sessions behind these screens may have lost rights. */
  readonly onRightsChanged: (who: {
    readonly users: ReadonlySet<number>;
    readonly everybody: boolean;
  }) => void;
  /** Changed records that the journal remembers; fewer in tests. */
  readonly journalEntries?: number;
  /** Positions read again at the start; fewer in tests. */
  readonly warmPositions?: number;
  /** What it waits with; Node's own unless a test chooses the order of events. */
  readonly timers?: Timers;
  /** Between 0 and 1: spreads the return of screens that are sent away. */
  readonly random?: () => number;
}

/**
 * The live hub of one node (docs/live-protocol.md): follows the log up to its horizon and sends every open screen
 * what changed in the topics it subscribes to. Nodes know nothing of each other; the log is what they share.
 */
export class LiveHub {
  readonly #options: LiveHubOptions;
  readonly #reader: ChangeReader;
  readonly #journal: Journal;
  readonly #counters: CounterBroadcast;
  readonly #follower: LogFollower;
  readonly #shown: ShownReadings;
  readonly #screens = new OpenScreens();
  readonly #subscriptions = new Subscriptions();
  /** Batches and new subscriptions take turns: a subscription holds from one exact position on. */
  readonly #turns = new TaskQueue();
  readonly #timers: Timers;
  #stopBeating: (() => void) | undefined;
  #rightsChanges = 0;
  #beats = 0;
  #cursor: LogCursor = { epoch: '', position: 0 };

  constructor(options: LiveHubOptions) {
    this.#options = options;
    this.#timers = options.timers ?? NODE_TIMERS;
    this.#reader = new ChangeReader(options.rows);
    this.#shown = new ShownReadings(options);
    this.#journal = new Journal(0, options.journalEntries ?? JOURNAL_ENTRIES);
    this.#follower = new LogFollower(options.store, options.log, this.#timers);
    this.#counters = new CounterBroadcast({
      source: options.counters,
      clock: options.clock,
      publish: (changed) => this.#publishCounters(changed),
      onError: (error) => options.log.warn({ err: error }, 'live counters read failed, retrying within 2 s'),
      timers: this.#timers,
    });
  }

  get position(): number {
    return this.#cursor.position;
  }

  get epoch(): string {
    return this.#cursor.epoch;
  }

  /** What this node remembers, for comparing it with the read model. */
  get reader(): ChangeReader {
    return this.#reader;
  }

  /** Screens that subscribe to one of these topics read them again. */
  resync(topics: ReadonlySet<string>): void {
    for (const connection of this.connections) {
      const own = [...connection.topics].filter((topic) => topics.has(topic));
      if (own.length > 0) connection.send(frameOf({ type: 'resync', topics: own }));
    }
  }

  get connections(): ReadonlySet<LiveConnection> {
    return this.#screens.all;
  }

  get screens(): Pick<OpenScreens, 'all' | 'ofSession' | 'share'> {
    return this.#screens;
  }

  /** How often this node has learnt that sessions may allow something else: moves while a session is looked up. */
  get rightsChanges(): number {
    return this.#rightsChanges;
  }

  noteRightsChange(): void {
    this.#rightsChanges += 1;
  }

  readonly subscribedTopics = (): Iterable<string> => this.#subscriptions.topics();

  readonly subscribersOf = (topic: string): Iterable<LiveConnection> => this.#subscriptions.of(topic);

  /** Follows the log from a little before its end; resolves when that little has been read. */
  async start(): Promise<void> {
    const { epoch, position } = await this.#options.store.readHorizon();
    const warm = this.#options.warmPositions ?? WARM_POSITIONS;
    this.#cursor = { epoch, position: Math.max(0, position - warm) };
    this.#journal.restart(this.position);
    const caughtUp = this.#follower.start(this.#cursor, {
      onBatch: (batch) => this.#turns.run(() => this.#takeBatch(batch)),
      onEpoch: (cursor) => this.#turns.run(() => this.#beginAgain(cursor)),
    });
    this.#stopBeating = this.#timers.every(LIVE_LIMITS.heartbeatMs / STEPS, () => this.#beat());
    await caughtUp;
  }

  /** Sends every screen away, each to come back at its own moment, and stops following. */
  async stop(): Promise<void> {
    this.#stopBeating?.();
    this.#counters.stop();
    for (const connection of this.connections) {
      const wait = Math.round((this.#options.random ?? Math.random)() * RESUME_SPREAD_MS);
      connection.close(LIVE_CLOSE.restarting, JSON.stringify({ resume_after_ms: wait }));
    }
    await this.#follower.stop();
  }

  /** A screen has shown its ticket. */
  admit(connection: LiveConnection): void {
    this.#screens.add(connection);
    this.#options.metrics.liveSockets.set(this.connections.size);
    const position = this.#positionFor(connection);
    connection.answer(frameOf({ type: 'welcome', epoch: this.epoch, position }));
  }

  /** Position from which a screen may resume. It is sent only after everything up to it was sent. */
  #positionFor(connection: LiveConnection): number {
    const seen = connection.seenIn(this.epoch);
    return connection.isBehind ? seen : Math.max(this.position, seen);
  }

  leave(connection: LiveConnection): void {
    this.#screens.remove(connection);
    this.#options.metrics.liveSockets.set(this.connections.size);
    this.unsubscribe(connection, [...connection.topics]);
  }

  unsubscribe(connection: LiveConnection, topics: readonly string[]): void {
    this.#subscriptions.remove(connection, topics);
  }

  /** Subscribes to what the person may see; a screen that was cut off before is first sent what it missed. */
  async subscribe(connection: LiveConnection, names: readonly string[]): Promise<void> {
    const granted = new Set<string>();
    for (const name of new Set(names)) {
      const code = await this.#refusal(connection, name, granted.size);
      if (code === undefined) granted.add(name);
      else connection.answer(frameOf({ type: 'refused', topic: name, code }));
    }
    if (granted.size === 0) return;
    await this.#checkCursor(connection);
    if (connection.cameBack) await this.#shown.beforeReplay(connection, granted);
    const { from, gap } = await this.#turns.run(() => this.#subscribeFrom(connection, granted));
    // Counters follow their rows a moment later: the cut may have fallen in between.
    if (connection.cameBack) this.#counters.changed(granted, from);
    const missed = await missedFrames(
      { connection, topics: granted, epoch: this.epoch, to: from },
      { journal: this.#journal, reader: this.#reader, rows: this.#options.rows, log: this.#options.log },
    );
    const position = missed.resumeFrom ?? Math.max(from, connection.seenIn(this.epoch));
    const subscribed = frameOf({ type: 'subscribed', topics: [...granted], position });
    connection.isBehind = false;
    connection.fill(gap, [...missed.before, subscribed, ...missed.after]);
  }

  async #refusal(connection: LiveConnection, name: string, more: number): Promise<string | undefined> {
    const topic = parseTopic(name);
    if (topic === undefined) return 'unknown_topic';
    if (!connection.topics.has(name) && connection.topics.size + more >= LIVE_LIMITS.topicsPerScreen)
      return 'too_many_topics';
    const verdict = await maySubscribe(connection.principal, topic, this.#options.rows.isVisible);
    return verdict === 'ok' ? undefined : verdict;
  }

  /**
   * A position beyond this node is one of a node further ahead, or of a log that was set back without another epoch:
   * there the screen holds rows that do not exist, and what comes next must not be taken for what it has had.
   */
  async #checkCursor(connection: LiveConnection): Promise<void> {
    const seen = connection.seenIn(this.epoch);
    if (seen <= this.position) return;
    const horizon = await this.#options.store.readHorizon();
    if (horizon.position < seen) connection.forgetResume();
  }

  /** Between two batches: from here on nothing in these topics is missed. */
  #subscribeFrom(connection: LiveConnection, topics: ReadonlySet<string>) {
    const gap = connection.hold();
    if (this.connections.has(connection)) this.#subscriptions.add(connection, topics);
    return { from: this.position, gap };
  }

  async #takeBatch(batch: LogBatch): Promise<void> {
    const changes = await this.#reader.read(batch.events, (topic) => this.#subscriptions.has(topic));
    this.#shown.beforeRows(changes.topics, this.#subscriptions);
    this.#journal.push({ position: batch.next.position, entries: changes.entries });
    const start = this.position;
    this.#cursor = batch.next;
    // Before the frames that move a screen's cursor: a cut in between must not lose it.
    if (changes.isUncertain) this.#resyncAll();
    this.#deliver(changes, start);
    const { users, rolesChanged } = changes.touched;
    if (users.size === 0 && !rolesChanged) return;
    this.noteRightsChange();
    this.#options.onRightsChanged({ users, everybody: rolesChanged });
  }

  /** What screens show may have been passed by events that cannot be read: they read again, also those cut off. */
  #resyncAll(): void {
    this.#journal.restart(this.position);
    for (const connection of this.connections) {
      if (connection.topics.size > 0)
        connection.send(frameOf({ type: 'resync', topics: [...connection.topics] }));
    }
  }

  /** Another history (a restored backup, a failover): nothing sent before counts any more. */
  #beginAgain(cursor: LogCursor): void {
    this.#cursor = cursor;
    this.#reader.forgetAll();
    for (const connection of this.connections) connection.forgetResume();
    this.#resyncAll();
  }

  #deliver(changes: ChangeSet, start: number): void {
    let sent = 0;
    for (const [connection, due] of framesDue(changes.topics, this.#subscriptions, this.#cursor)) {
      connection.send(due.bytes(start, this.position));
      sent += due.count;
    }
    this.#options.metrics.liveFrames.inc(sent);
    const subscribed = [...changes.topics.keys()].filter((topic) => this.#subscriptions.has(topic));
    this.#counters.changed(subscribed, this.position);
  }

  #publishCounters(changed: readonly TopicCounters[]): void {
    for (const { topic, counters } of changed) {
      const place = { topic, ...this.#cursor };
      const frame = changeFrame({ ...place, rows: [], counters });
      for (const connection of this.#subscriptions.of(topic)) connection.send(frame);
    }
  }

  /** A share of the screens at each step: all at once would keep everything else waiting. */
  #beat(): void {
    const shared = frameOf({ type: 'heartbeat', position: this.position });
    for (const connection of this.#screens.share(this.#beats++)) {
      if (connection.isHolding) continue;
      const position = this.#positionFor(connection);
      connection.send(position === this.position ? shared : frameOf({ type: 'heartbeat', position }));
    }
  }
}
