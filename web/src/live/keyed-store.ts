import { replaceEqualDeep } from '@tanstack/react-query';
import type { LiveRemoved, LiveRow } from '@atelier/domain/live/contract.ts';

export type RowKind = LiveRow['kind'];

/** What every row has, whatever it is. */
export interface Versioned {
  readonly id: number;
  readonly version: number;
}

/** Numbers of a topic by name, with the position of the log at which they were counted. */
export type Counters = Readonly<Record<string, unknown>> & { readonly position: number };

/** What one `change` message says of one topic. */
export interface LiveChange {
  topic: string;
  position: number;
  rows: readonly LiveRow[];
  removed: readonly LiveRemoved[];
  counters: Counters | undefined;
}

type Listener = () => void;
export const keyOf = (kind: RowKind, id: number) => `${kind}:${id}`;
const countersOf = (topic: string) => `counters|${topic}`;

interface Held {
  readonly version: number;
  /** How many sweeps had been made when this was taken in. */
  readonly sweeps: number;
}
/** Below every version: whatever comes next replaces the row. */
const UNTRUSTED = -1;

/**
 * The rows that lists and boards show, each once, by kind and id, and the counters by topic. Only the listeners of what
 * really changed are called. Versions decide: a row that is older than what is held, or not newer than what said it
 * left the topic, is dropped; clocks and arrival order mean nothing.
 */
export class KeyedStore {
  #rows = new Map<string, Held & { readonly row: Versioned }>();
  /** By topic and row: the version in which it left the topic. */
  #gone = new Map<string, Held>();
  #counters = new Map<string, { readonly position: number; readonly values: Counters }>();
  #listeners = new Map<string, Set<Listener>>();
  /** Rows that are another than before, until their listeners are called. */
  readonly #changed = new Set<string>();
  #histories = 0;
  #sweeps = 0;

  row(kind: RowKind, id: number): Versioned | undefined {
    return this.#rows.get(keyOf(kind, id))?.row;
  }

  /** The version held, below every other when the row is of a history that is over, or not held. */
  versionOf(kind: RowKind, id: number): number {
    return this.#rows.get(keyOf(kind, id))?.version ?? UNTRUSTED;
  }

  counters(topic: string): Counters | undefined {
    return this.#counters.get(topic)?.values;
  }

  /** Calls the listener when one of these rows changes; the answer ends it. */
  subscribeRows(kind: RowKind, ids: readonly number[], listener: Listener): () => void {
    const ends = ids.map((id) => this.#subscribe(keyOf(kind, id), listener));
    return () => ends.forEach((end) => end());
  }

  /** Calls the listener when the counters of this topic change; the answer ends it. */
  subscribeCounters(topic: string, listener: Listener): () => void {
    return this.#subscribe(countersOf(topic), listener);
  }

  /** Takes a change; answers the part of it that was news. */
  apply(change: LiveChange): LiveChange {
    const rows = change.rows.filter((row) => this.#takeRow(change.topic, row));
    const removed = change.removed.filter((row) => this.#takeRemoval(change.topic, row));
    const isNewer = change.counters !== undefined && this.#takeCounters(change.topic, change.counters);
    const counters = isNewer ? change.counters : undefined;
    this.#callListeners();
    return { ...change, rows, removed, counters };
  }

  /**
   * Asked for before rows are read by HTTP; what it answers takes them in. Rows that were asked for in a history that is
   * over by the time they arrive are shown, and replaced by whatever comes next.
   */
  reading(kind: RowKind): (rows: readonly Versioned[]) => void {
    const history = this.#histories;
    return (rows) => {
      for (const row of rows) {
        const version = history === this.#histories ? row.version : UNTRUSTED;
        if (version >= this.versionOf(kind, row.id)) this.#put(kind, row, version);
      }
      this.#callListeners();
    };
  }

  /** The same for the counters of a topic. */
  readingCounters(topic: string): (counters: Counters) => void {
    const history = this.#histories;
    return (counters) => {
      const position = history === this.#histories ? counters.position : UNTRUSTED;
      this.#takeCounters(topic, counters, position);
      this.#callListeners();
    };
  }

  /**
   * Drops the rows that nobody subscribes to and that are not among these keys, and what left its topic: a screen that
   * stands for weeks holds what it shows. What was taken in since the last sweep stays: its list may be on its way.
   */
  sweep(listed: ReadonlySet<string>): void {
    const isOld = ({ sweeps }: Held) => sweeps < this.#sweeps;
    for (const [key, held] of this.#rows)
      if (isOld(held) && !listed.has(key) && !this.#listeners.has(key)) this.#rows.delete(key);
    // The server sends a topic in order: what is older than a removal does not come a whole sweep later.
    for (const [key, held] of this.#gone) if (isOld(held)) this.#gone.delete(key);
    this.#sweeps += 1;
  }

  /** After `resync` a topic is read again: its removals are forgotten, its counters stay in sight until then. */
  forgetTopic(topic: string): void {
    const held = this.#counters.get(topic);
    if (held) this.#counters.set(topic, { ...held, position: UNTRUSTED });
    for (const key of this.#gone.keys()) if (key.startsWith(`${topic}|`)) this.#gone.delete(key);
  }

  /** Another history begins its versions anew: rows stay in sight until the next reading, which replaces them. */
  distrust(): void {
    this.#histories += 1;
    for (const [key, held] of this.#rows) this.#rows.set(key, { ...held, version: UNTRUSTED });
    for (const [topic, held] of this.#counters) this.#counters.set(topic, { ...held, position: UNTRUSTED });
    this.#gone.clear();
  }

  /** Forgets every row and counter: somebody else reads now. */
  clear(): void {
    this.distrust();
    this.#rows.clear();
    this.#counters.clear();
    for (const key of this.#listeners.keys()) this.#changed.add(key);
    this.#callListeners();
  }

  /** Each listener once, however many of its rows changed. */
  #callListeners(): void {
    const listeners = new Set([...this.#changed].flatMap((key) => [...(this.#listeners.get(key) ?? [])]));
    this.#changed.clear();
    for (const listener of listeners) listener();
  }

  #subscribe(key: string, listener: Listener): () => void {
    const set = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, set.add(listener));
    return () => {
      set.delete(listener);
      if (set.size === 0) this.#listeners.delete(key);
    };
  }

  #takeRow(topic: string, { kind, ...row }: LiveRow): boolean {
    const key = keyOf(kind, row.id);
    const left = this.#gone.get(`${topic}|${key}`)?.version;
    if (left !== undefined && row.version <= left) return false;
    if (row.version < this.versionOf(kind, row.id)) return false;
    this.#gone.delete(`${topic}|${key}`);
    this.#put(kind, row, row.version);
    return true;
  }

  /** The same content once more, from another topic or a reading, is the very same row: nothing is painted again. */
  #put(kind: RowKind, row: Versioned, version: number): void {
    const key = keyOf(kind, row.id);
    const before = this.#rows.get(key)?.row;
    const after = replaceEqualDeep(before, row);
    this.#rows.set(key, { row: after, version, sweeps: this.#sweeps });
    if (after !== before) this.#changed.add(key);
  }

  #takeRemoval(topic: string, row: LiveRemoved): boolean {
    const key = keyOf(row.kind, row.id);
    const left = this.#gone.get(`${topic}|${key}`)?.version;
    if (left !== undefined && left >= row.version) return false;
    this.#gone.set(`${topic}|${key}`, { version: row.version, sweeps: this.#sweeps });
    return true;
  }

  #takeCounters(topic: string, counters: Counters, position = counters.position): boolean {
    const held = this.#counters.get(topic);
    if (held && held.position > position) return false;
    const values = replaceEqualDeep(held?.values, { ...held?.values, ...counters });
    this.#counters.set(topic, { position, values });
    if (values !== held?.values) this.#changed.add(countersOf(topic));
    return true;
  }
}
