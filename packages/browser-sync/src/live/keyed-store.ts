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

/** By kind and id, not by one key: a board asks for thousands of rows at each of its changes. */
type ByRow<Value> = Map<RowKind, Map<number, Value>>;

interface Held {
  readonly version: number;
  /** How many sweeps had been made when this was taken in. */
  readonly sweeps: number;
}
interface HeldRow extends Held {
  readonly row: Versioned;
}
/** Below every version: whatever comes next replaces the row. */
const UNTRUSTED = -1;

/**
 * The rows that lists and boards show, each once, by kind and id, and the counters by topic. Only the listeners of what
 * really changed are called. Versions decide: a row that is older than what is held, or not newer than what said it
 * left the topic, is dropped; clocks and arrival order mean nothing.
 */
export class KeyedStore {
  #rows: ByRow<HeldRow> = new Map();
  /** By topic and row: the version in which it left the topic. */
  #gone = new Map<string, Held>();
  #counters = new Map<string, { readonly position: number; readonly values: Counters }>();
  #rowListeners: ByRow<Set<Listener>> = new Map();
  #kindListeners = new Map<RowKind, Set<Listener>>();
  #counterListeners = new Map<string, Set<Listener>>();
  /** Listeners of what is another than before, until they are called. */
  readonly #due = new Set<Listener>();
  #revision = 0;
  #histories = 0;
  #sweeps = 0;

  /** Another number whenever some row has become another. */
  get revision(): number {
    return this.#revision;
  }

  row(kind: RowKind, id: number): Versioned | undefined {
    return this.#held(kind, id)?.row;
  }

  /** The version held, below every other when the row is of a history that is over, or not held. */
  versionOf(kind: RowKind, id: number): number {
    return this.#held(kind, id)?.version ?? UNTRUSTED;
  }

  counters(topic: string): Counters | undefined {
    return this.#counters.get(topic)?.values;
  }

  /** Calls the listener when one of these rows changes; the returned function ends it. */
  subscribeRows(kind: RowKind, ids: readonly number[], listener: Listener): () => void {
    const listeners = ofKind(this.#rowListeners, kind);
    for (const id of ids) addListener(listeners, id, listener);
    return () => {
      for (const id of ids) dropListener(listeners, id, listener);
    };
  }

  /** Calls the listener when any row of a kind changes; the returned function ends it. */
  subscribeKind(kind: RowKind, listener: Listener): () => void {
    addListener(this.#kindListeners, kind, listener);
    return () => dropListener(this.#kindListeners, kind, listener);
  }

  /** Calls the listener when the counters of this topic change; the returned function ends it. */
  subscribeCounters(topic: string, listener: Listener): () => void {
    addListener(this.#counterListeners, topic, listener);
    return () => dropListener(this.#counterListeners, topic, listener);
  }

  /** Takes a change; returns the part of it that was new. */
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
   * Drops the rows that have no subscriber and are not among these keys, and what left its topic: a screen that
   * stands for weeks holds what it shows. What was taken in since the last sweep stays: its list may be on its way.
   */
  sweep(listed: ReadonlySet<string>): void {
    const isOld = ({ sweeps }: Held) => sweeps < this.#sweeps;
    for (const [kind, rows] of this.#rows) {
      const listeners = ofKind(this.#rowListeners, kind);
      for (const [id, held] of rows)
        if (isOld(held) && !listed.has(keyOf(kind, id)) && !listeners.has(id)) rows.delete(id);
    }
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

  /** Another history begins its versions again: rows stay in sight until the next reading, which replaces them. */
  distrust(): void {
    this.#histories += 1;
    for (const rows of this.#rows.values())
      for (const [id, held] of rows) rows.set(id, { ...held, version: UNTRUSTED });
    for (const [topic, held] of this.#counters) this.#counters.set(topic, { ...held, position: UNTRUSTED });
    this.#gone.clear();
  }

  /** Forgets every row and counter: another account reads now. */
  clear(): void {
    this.distrust();
    this.#rows.clear();
    this.#counters.clear();
    this.#revision += 1;
    const ofRows = [...this.#rowListeners.values()].flatMap((listeners) => [...listeners.values()]);
    const others = [...this.#kindListeners.values(), ...this.#counterListeners.values()];
    for (const listeners of [...ofRows, ...others]) this.#note(listeners);
    this.#callListeners();
  }

  /** Each listener once, however many of its rows changed. */
  #callListeners(): void {
    const listeners = [...this.#due];
    this.#due.clear();
    for (const listener of listeners) listener();
  }

  #note(listeners: ReadonlySet<Listener> | undefined): void {
    for (const listener of listeners ?? []) this.#due.add(listener);
  }

  #held(kind: RowKind, id: number): HeldRow | undefined {
    return this.#rows.get(kind)?.get(id);
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
    const before = this.#held(kind, row.id)?.row;
    const after = replaceEqualDeep(before, row);
    ofKind(this.#rows, kind).set(row.id, { row: after, version, sweeps: this.#sweeps });
    if (after === before) return;
    this.#revision += 1;
    this.#note(this.#rowListeners.get(kind)?.get(row.id));
    this.#note(this.#kindListeners.get(kind));
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
    if (values !== held?.values) this.#note(this.#counterListeners.get(topic));
    return true;
  }
}

function ofKind<Value>(rows: ByRow<Value>, kind: RowKind): Map<number, Value> {
  const known = rows.get(kind) ?? new Map<number, Value>();
  rows.set(kind, known);
  return known;
}

function addListener<Key>(all: Map<Key, Set<Listener>>, key: Key, listener: Listener): void {
  const listeners = all.get(key);
  if (listeners === undefined) all.set(key, new Set([listener]));
  else listeners.add(listener);
}

function dropListener<Key>(all: Map<Key, Set<Listener>>, key: Key, listener: Listener): void {
  const listeners = all.get(key);
  listeners?.delete(listener);
  if (listeners?.size === 0) all.delete(key);
}
