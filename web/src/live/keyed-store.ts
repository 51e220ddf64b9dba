import type { LiveRemoved, LiveRow } from '@atelier/domain/live/contract.ts';

export type RowKind = LiveRow['kind'];

/** What one frame of the screen learns at once. */
export interface LiveChange {
  topic: string;
  position: number;
  rows: readonly LiveRow[];
  removed: readonly LiveRemoved[];
  counters: Record<string, unknown> | undefined;
}

type Listener = () => void;
const keyOf = (kind: RowKind, id: number) => `${kind}:${id}`;

/**
 * Rows and counters outside React, by key. Only the listeners of what really changed are called. Versions decide: a row
 * that is not newer than what is held, or than what said it left the topic, is dropped; clocks and arrival order mean nothing.
 */
export class KeyedStore {
  #rows = new Map<string, LiveRow>();
  #gone = new Map<string, number>();
  #counters = new Map<string, { position: number; values: Record<string, unknown> }>();
  #listeners = new Map<string, Set<Listener>>();

  row(kind: RowKind, id: number): LiveRow | undefined {
    return this.#rows.get(keyOf(kind, id));
  }

  counters(topic: string): Record<string, unknown> | undefined {
    return this.#counters.get(topic)?.values;
  }

  subscribe(key: string, listener: Listener): () => void {
    const set = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, set.add(listener));
    return () => {
      set.delete(listener);
      if (set.size === 0) this.#listeners.delete(key);
    };
  }

  subscribeRow(kind: RowKind, id: number, listener: Listener): () => void {
    return this.subscribe(keyOf(kind, id), listener);
  }

  subscribeCounters(topic: string, listener: Listener): () => void {
    return this.subscribe(`counters:${topic}`, listener);
  }

  /** Takes a change; answers the part of it that was news. */
  apply(change: LiveChange): LiveChange {
    const rows = change.rows.filter((row) => this.#takeRow(change.topic, row));
    const removed = change.removed.filter((row) => this.#takeRemoval(change.topic, row));
    const counters = this.#takeCounters(change) ? change.counters : undefined;
    for (const row of [...rows, ...removed]) this.#notify(keyOf(row.kind, row.id));
    if (counters) this.#notify(`counters:${change.topic}`);
    return { ...change, rows, removed, counters };
  }

  /** Forgets what a topic told: after `resync` its rows are read again. */
  forgetTopic(topic: string): void {
    this.#counters.delete(topic);
    for (const key of this.#gone.keys()) if (key.startsWith(`${topic}|`)) this.#gone.delete(key);
  }

  clear(): void {
    this.#rows.clear();
    this.#gone.clear();
    this.#counters.clear();
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener();
  }

  #takeRow(topic: string, row: LiveRow): boolean {
    const key = keyOf(row.kind, row.id);
    const left = this.#gone.get(`${topic}|${key}`);
    if (left !== undefined && row.version <= left) return false;
    const held = this.#rows.get(key);
    if (held && held.version > row.version) return false;
    this.#gone.delete(`${topic}|${key}`);
    this.#rows.set(key, row);
    return true;
  }

  #takeRemoval(topic: string, row: LiveRemoved): boolean {
    const key = keyOf(row.kind, row.id);
    const left = this.#gone.get(`${topic}|${key}`);
    if (left !== undefined && left >= row.version) return false;
    this.#gone.set(`${topic}|${key}`, row.version);
    return true;
  }

  #takeCounters(change: LiveChange): boolean {
    if (!change.counters) return false;
    const position =
      typeof change.counters.position === 'number' ? change.counters.position : change.position;
    const held = this.#counters.get(change.topic);
    if (held && held.position > position) return false;
    this.#counters.set(change.topic, { position, values: change.counters });
    return true;
  }

  #notify(key: string): void {
    for (const listener of this.#listeners.get(key) ?? []) listener();
  }
}
