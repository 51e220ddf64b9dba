import type { LiveRemoved, LiveRow } from '@atelier/domain/live/contract.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
import type { Poll, PolledRow } from '../http/live-ports.ts';
import type { LiveConnection } from './connection.ts';
import { changeFrame, frameOf, type Frame } from './frames.ts';

export interface PolledHub {
  readonly epoch: string;
  readonly position: number;
  /** Every topic that has a subscriber now. */
  readonly subscribedTopics: () => Iterable<string>;
  readonly subscribersOf: (topic: string) => Iterable<LiveConnection>;
}

const EVERY_MS = 1_000;
/** For so long a row that is gone is sent to new subscribers, who may have read it just before. */
const GONE_KEPT_MS = 60_000;
/**
 * For so long a difference is sent again at each poll. A screen that reads again during a poll may have
 * begun later and still have read earlier: its version is newer than the difference, which it would then drop for good.
 */
const SENT_AGAIN_MS = 2_500;

interface Known {
  readonly text: string;
  readonly row: LiveRow;
  readonly changedAt: number;
}
interface RemovedRow {
  readonly left: LiveRemoved;
  readonly goneAt: number;
}

/** What a topic last showed on this node. */
interface Snapshot {
  readonly rows: Map<string, Known>;
  readonly gone: Map<string, RemovedRow>;
  /** Subscribers that have been sent this snapshot; a new one is sent all of it. */
  readonly sent: WeakSet<LiveConnection>;
}

/**
 * Reads the topics that have subscribers once a second and sends what differs from the last snapshot. By level, not by
 * edge: a poll that failed or came late loses nothing, the next one finds the same difference.
 */
export class Poller {
  readonly #hub: PolledHub;
  readonly #polls: Poll[];
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #snapshots = new Map<string, Snapshot>();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;

  constructor(options: {
    readonly hub: PolledHub;
    readonly polls: readonly Poll[];
    readonly clock: Clock;
    readonly onError: (error: unknown) => void;
  }) {
    this.#hub = options.hub;
    this.#polls = [...options.polls];
    this.#clock = options.clock;
    this.#onError = options.onError;
  }

  add(poll: Poll): void {
    this.#polls.push(poll);
  }

  start(everyMs = EVERY_MS): void {
    this.#timer = setInterval(() => {
      // The next poll waits for a slow one.
      this.#polling ??= this.#pollAll().finally(() => (this.#polling = undefined));
    }, everyMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#polling;
  }

  async #pollAll(): Promise<void> {
    const topics = new Set(this.#hub.subscribedTopics());
    for (const topic of this.#snapshots.keys()) if (!topics.has(topic)) this.#snapshots.delete(topic);
    for (const topic of topics) {
      const poll = this.#polls.find(({ covers }) => covers(topic));
      if (poll !== undefined) await this.#poll(topic, poll).catch(this.#onError);
    }
  }

  async #poll(topic: string, poll: Poll): Promise<void> {
    const all = [...this.#hub.subscribersOf(topic)];
    const subscribers = all.filter(({ principal }) => poll.mayReceive(principal));
    if (subscribers.length === 0) return;
    const version = this.#clock.now().getTime();
    const snapshot = this.#snapshots.get(topic) ?? { rows: new Map(), gone: new Map(), sent: new WeakSet() };
    this.#snapshots.set(topic, snapshot);
    const changed = diff(snapshot, await poll.read(topic), version);
    for (const connection of subscribers) this.#publish(connection, topic, snapshot, changed);
  }

  #publish(connection: LiveConnection, topic: string, snapshot: Snapshot, changed: Diff): void {
    const isNew = !snapshot.sent.has(connection);
    snapshot.sent.add(connection);
    // A screen that was cut off may hold rows that went while it was away: it reads again.
    if (isNew && connection.cameBack) connection.send(frameOf({ type: 'resync', topics: [topic] }));
    const frame = isNew ? this.#frame(topic, everything(snapshot)) : this.#frame(topic, changed);
    if (frame !== undefined) connection.send(frame);
  }

  #frame(topic: string, { rows, removed }: Diff): Frame | undefined {
    if (rows.length === 0 && removed.length === 0) return undefined;
    const { epoch, position } = this.#hub;
    return changeFrame({ topic, epoch, position, rows: rows.map((row) => JSON.stringify(row)), removed });
  }
}

interface Diff {
  readonly rows: readonly LiveRow[];
  readonly removed: readonly LiveRemoved[];
}

const everything = ({ rows, gone }: Snapshot): Diff => ({
  rows: [...rows.values()].map(({ row }) => row),
  removed: [...gone.values()].map(({ left }) => left),
});

/** Takes what was read into the snapshot; returns what differs now, and what differed a moment ago. */
export function diff(
  { rows: known, gone }: Pick<Snapshot, 'rows' | 'gone'>,
  found: readonly PolledRow[],
  version: number,
): Diff {
  const rows: LiveRow[] = [];
  const here = new Set(found.map(keyOf));
  for (const read of found) {
    const key = keyOf(read);
    const text = JSON.stringify(read);
    const before = known.get(key);
    const changedAt = before?.text === text ? before.changedAt : version;
    if (version - changedAt > SENT_AGAIN_MS) continue;
    const row: LiveRow = { ...read, version };
    known.set(key, { text, row, changedAt });
    gone.delete(key);
    rows.push(row);
  }
  for (const [key, { row }] of known) {
    if (here.has(key)) continue;
    known.delete(key);
    gone.set(key, { left: { kind: row.kind, id: row.id, version }, goneAt: version });
  }
  const removed = takeRemoved(gone, version);
  return { rows, removed };
}

/** What is gone since a moment, with the moment of this poll; what is gone for long is forgotten. */
function takeRemoved(gone: Map<string, RemovedRow>, version: number): readonly LiveRemoved[] {
  const removed: LiveRemoved[] = [];
  for (const [key, { left, goneAt }] of gone) {
    if (version - goneAt > GONE_KEPT_MS) gone.delete(key);
    if (version - goneAt > SENT_AGAIN_MS) continue;
    const again = { ...left, version };
    gone.set(key, { left: again, goneAt });
    removed.push(again);
  }
  return removed;
}

const keyOf = ({ kind, id }: Pick<LiveRow, 'kind' | 'id'>): string => `${kind}:${id}`;
