import type { LiveRemoved, LiveRow } from '@atelier/domain/live/contract.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import type { Clock } from '@atelier/event-store/types.ts';
import type { LiveConnection } from './connection.ts';
import { changeFrame, frameOf } from './frames.ts';
import type { Frame } from './frames.ts';

/** A row as it is read, before it is known when: its version is the moment of the reading. */
export interface WatchedRow extends Pick<LiveRow, 'kind' | 'id'> {
  readonly [field: string]: unknown;
}

/** Rows that no event tells of: the state of queues, the progress of a job. They are looked at, not followed. */
export interface Watch {
  /** Whether a topic shows these rows. */
  readonly covers: (topic: string) => boolean;
  readonly mayHear: (principal: Principal) => boolean;
  readonly read: (topic: string) => Promise<readonly WatchedRow[]>;
}

export interface WatchedHub {
  readonly epoch: string;
  readonly position: number;
  /** Every topic somebody listens to now. */
  readonly heard: () => Iterable<string>;
  readonly listenersOf: (topic: string) => Iterable<LiveConnection>;
}

const EVERY_MS = 1_000;
/** For so long a row that is gone is told to whoever comes, who may have read it just before. */
const GONE_KEPT_MS = 60_000;
/**
 * For so long what is new is told again at the next look. A screen that reads by itself at the moment of a look may have
 * begun later and still have read earlier: its version is newer than the news, which it would then drop for good.
 */
const TOLD_AGAIN_MS = 2_500;

interface Seen {
  readonly text: string;
  readonly row: LiveRow;
  readonly changedAt: number;
}
interface Gone {
  readonly left: LiveRemoved;
  readonly goneAt: number;
}

/** What a topic last showed on this node. */
interface Picture {
  readonly seen: Map<string, Seen>;
  readonly gone: Map<string, Gone>;
  /** Screens that have been told; a new one is told everything. */
  readonly told: WeakSet<LiveConnection>;
}

/**
 * Looks once a second at what is being listened to, while somebody listens, and tells what has changed. By level, not by
 * edge: a look that failed or came late loses nothing, the next one tells the same.
 */
export class Watcher {
  readonly #hub: WatchedHub;
  readonly #watches: Watch[];
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #pictures = new Map<string, Picture>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(options: {
    readonly hub: WatchedHub;
    readonly watches: readonly Watch[];
    readonly clock: Clock;
    readonly onError: (error: unknown) => void;
  }) {
    this.#hub = options.hub;
    this.#watches = [...options.watches];
    this.#clock = options.clock;
    this.#onError = options.onError;
  }

  add(watch: Watch): void {
    this.#watches.push(watch);
  }

  start(everyMs = EVERY_MS): void {
    this.#timer = setInterval(() => {
      // A slow look is not overtaken by the next.
      this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    }, everyMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    const heard = new Set(this.#hub.heard());
    for (const topic of this.#pictures.keys()) if (!heard.has(topic)) this.#pictures.delete(topic);
    for (const topic of heard) {
      const watch = this.#watches.find(({ covers }) => covers(topic));
      if (watch !== undefined) await this.#lookAt(topic, watch).catch(this.#onError);
    }
  }

  async #lookAt(topic: string, watch: Watch): Promise<void> {
    const listeners = [...this.#hub.listenersOf(topic)].filter(({ principal }) => watch.mayHear(principal));
    if (listeners.length === 0) return;
    const version = this.#clock.now().getTime();
    const picture = this.#pictures.get(topic) ?? { seen: new Map(), gone: new Map(), told: new WeakSet() };
    this.#pictures.set(topic, picture);
    const changed = takeLook(picture, await watch.read(topic), version);
    for (const connection of listeners) this.#tell(connection, topic, picture, changed);
  }

  #tell(connection: LiveConnection, topic: string, picture: Picture, changed: Changed): void {
    const isNew = !picture.told.has(connection);
    picture.told.add(connection);
    // A screen that was cut off may hold rows that went while it was away: it reads again.
    if (isNew && connection.cameBack) connection.send(frameOf({ type: 'resync', topics: [topic] }));
    const frame = isNew ? this.#frame(topic, everything(picture)) : this.#frame(topic, changed);
    if (frame !== undefined) connection.send(frame);
  }

  #frame(topic: string, { rows, removed }: Changed): Frame | undefined {
    if (rows.length === 0 && removed.length === 0) return undefined;
    const { epoch, position } = this.#hub;
    return changeFrame({ topic, epoch, position, rows: rows.map((row) => JSON.stringify(row)), removed });
  }
}

interface Changed {
  readonly rows: readonly LiveRow[];
  readonly removed: readonly LiveRemoved[];
}

const everything = ({ seen, gone }: Picture): Changed => ({
  rows: [...seen.values()].map(({ row }) => row),
  removed: [...gone.values()].map(({ left }) => left),
});

/** Takes what was read into the picture; answers what is different now, and what was a moment ago. */
export function takeLook(
  { seen, gone }: Pick<Picture, 'seen' | 'gone'>,
  found: readonly WatchedRow[],
  version: number,
): Changed {
  const rows: LiveRow[] = [];
  const here = new Set(found.map(keyOf));
  for (const read of found) {
    const key = keyOf(read);
    const text = JSON.stringify(read);
    const before = seen.get(key);
    const changedAt = before?.text === text ? before.changedAt : version;
    if (version - changedAt > TOLD_AGAIN_MS) continue;
    const row: LiveRow = { ...read, version };
    seen.set(key, { text, row, changedAt });
    gone.delete(key);
    rows.push(row);
  }
  for (const [key, { row }] of seen) {
    if (here.has(key)) continue;
    seen.delete(key);
    gone.set(key, { left: { kind: row.kind, id: row.id, version }, goneAt: version });
  }
  const removed = takeGone(gone, version);
  return { rows, removed };
}

/** What is gone since a moment, with the moment of this look; what is gone for long is forgotten. */
function takeGone(gone: Map<string, Gone>, version: number): readonly LiveRemoved[] {
  const removed: LiveRemoved[] = [];
  for (const [key, { left, goneAt }] of gone) {
    if (version - goneAt > GONE_KEPT_MS) gone.delete(key);
    if (version - goneAt > TOLD_AGAIN_MS) continue;
    const again = { ...left, version };
    gone.set(key, { left: again, goneAt });
    removed.push(again);
  }
  return removed;
}

const keyOf = ({ kind, id }: Pick<LiveRow, 'kind' | 'id'>): string => `${kind}:${id}`;
