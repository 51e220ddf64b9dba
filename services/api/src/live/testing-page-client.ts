import type { ServerFrame } from '@atelier/domain/live/contract.ts';

type Change = Extract<ServerFrame, { type: 'change' }>;

interface Cursor {
  readonly epoch: string;
  readonly position: number;
}

/** A row as a reading answers it. */
interface Row {
  readonly id: number;
  readonly version: number;
}

interface Reading {
  readonly topic: string;
  /** What the server had when it read. */
  rows: readonly Row[] | undefined;
  readonly meanwhile: Change[];
  isStale: boolean;
}

/** One topic as a client shows it: versions by item. */
class Shown {
  readonly held = new Map<number, number>();
  readonly #gone = new Map<number, number>();

  take({ rows, removed = [] }: Pick<Change, 'rows' | 'removed'>): void {
    for (const { id, version } of rows) {
      if (version <= (this.#gone.get(id) ?? 0) || version < (this.held.get(id) ?? 0)) continue;
      this.held.set(id, version);
    }
    for (const { id, version } of removed) {
      this.#gone.set(id, Math.max(version, this.#gone.get(id) ?? 0));
      if ((this.held.get(id) ?? 0) <= version) this.held.delete(id);
    }
  }

  replace(rows: readonly Row[]): void {
    this.held.clear();
    for (const { id, version } of rows) this.held.set(id, version);
  }

  forget(): void {
    this.held.clear();
    this.#gone.clear();
  }
}

/**
 * A client that follows docs/live-protocol.md and nothing else: it shares no code with the screens. Its readings by
 * HTTP leave and arrive when the test says so.
 */
export class PageClient {
  readonly topics: readonly string[];
  readonly shown: ReadonlyMap<string, Shown>;
  cursor: Cursor | undefined;
  readonly #confirmed = new Set<string>();
  #readings: Reading[] = [];

  constructor(topics: readonly string[]) {
    this.topics = topics;
    this.shown = new Map(topics.map((topic) => [topic, new Shown()]));
  }

  readonly take = (frame: ServerFrame): void => {
    if (frame.type === 'welcome' || frame.type === 'change') this.#enter(frame.epoch);
    if ('position' in frame && this.cursor !== undefined)
      this.cursor = { epoch: this.cursor.epoch, position: frame.position };
    if (frame.type === 'change') this.#change(frame);
    if (frame.type === 'resync') frame.topics.forEach((topic) => this.#askAgain(topic));
    if (frame.type === 'subscribed') this.#confirm(frame.topics);
  };

  /** The server reads what was asked for. */
  readingsReach(read: (topic: string) => readonly Row[]): void {
    for (const reading of this.#readings) reading.rows ??= read(reading.topic);
  }

  /** What the server has read arrives. */
  readingsArrive(): void {
    const arrived = this.#readings.filter(({ rows }) => rows !== undefined);
    this.#readings = this.#readings.filter(({ rows }) => rows === undefined);
    for (const { topic, rows = [], meanwhile, isStale } of arrived) {
      if (isStale) continue;
      const shown = this.shown.get(topic);
      shown?.replace(rows);
      for (const change of meanwhile) shown?.take(change);
    }
  }

  #enter(epoch: string): void {
    const before = this.cursor?.epoch;
    this.cursor = { epoch, position: this.cursor?.position ?? 0 };
    if (before === undefined || before === epoch) return;
    for (const [topic, shown] of this.shown) {
      shown.forget();
      this.#askAgain(topic);
    }
  }

  #change(change: Change): void {
    this.shown.get(change.topic)?.take(change);
    for (const { topic, meanwhile } of this.#readings) if (topic === change.topic) meanwhile.push(change);
  }

  #confirm(topics: readonly string[]): void {
    for (const topic of topics) {
      if (!this.#confirmed.has(topic)) this.#askAgain(topic);
      this.#confirmed.add(topic);
    }
  }

  #askAgain(topic: string): void {
    for (const reading of this.#readings) if (reading.topic === topic) reading.isStale = true;
    this.#readings.push({ topic, rows: undefined, meanwhile: [], isStale: false });
  }
}
