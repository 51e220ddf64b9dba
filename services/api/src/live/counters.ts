import type { LiveCounterSource } from '@atelier/application/live/live-sources.queries.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
import { NODE_TIMERS, pause, type Timers } from './timers.ts';
import { counterScopeOf } from './topics.ts';

/** Pause between two frames of counters: a busy moment is sent a few times a second, not per event. */
const PAUSE_MS = 250;
/** While the projection is behind, or cannot be read, the pauses grow up to this. */
const LONGEST_PAUSE_MS = 2_000;
/**
 * Reading is followed by a pause so many times as long, up to the longest: with a hundred shops on a node, counters would
 * otherwise be read without end and take the database from the rows.
 */
const PAUSE_PER_READING = 3;

export interface TopicCounters {
  readonly topic: string;
  readonly counters: Record<string, unknown> & { readonly position: number };
}

/**
 * Reads the counters of the stores and sites where something changed, once the dashboard's projection has seen it.
 * The first change is sent at once, the next ones after a pause, together. Counters that are older than the change are
 * sent too, because they say so themselves, and read again until they are not.
 */
export class CounterBroadcast {
  readonly #source: LiveCounterSource;
  readonly #clock: Clock;
  readonly #publish: (counted: readonly TopicCounters[]) => void;
  readonly #onError: (error: unknown) => void;
  readonly #timers: Timers;
  #due = new Set<string>();
  #position = 0;
  /** How long the last reading took. */
  #tookMs = 0;
  #running = false;
  #stopped = false;

  constructor(options: {
    readonly source: LiveCounterSource;
    readonly clock: Clock;
    readonly publish: (counted: readonly TopicCounters[]) => void;
    readonly onError: (error: unknown) => void;
    readonly timers?: Timers;
  }) {
    this.#source = options.source;
    this.#clock = options.clock;
    this.#publish = options.publish;
    this.#onError = options.onError;
    this.#timers = options.timers ?? NODE_TIMERS;
  }

  /** Something changed in these topics, at a position of the log; topics without counters are let pass. */
  changed(topics: Iterable<string>, position: number): void {
    for (const topic of topics) if (counterScopeOf(topic) !== undefined) this.#due.add(topic);
    this.#position = Math.max(this.#position, position);
    if (this.#due.size > 0 && !this.#running) void this.#run();
  }

  stop(): void {
    this.#stopped = true;
  }

  async #run(): Promise<void> {
    this.#running = true;
    let wait = PAUSE_MS;
    while (this.#due.size > 0 && !this.#stopped) {
      const topics = [...this.#due];
      this.#due = new Set();
      const isCurrent = await this.#publishOnce(topics, this.#position);
      if (!isCurrent) for (const topic of topics) this.#due.add(topic);
      wait = isCurrent ? PAUSE_MS : Math.min(wait * 2, LONGEST_PAUSE_MS);
      const fair = Math.min(this.#tookMs * PAUSE_PER_READING, LONGEST_PAUSE_MS);
      await pause(this.#timers, Math.max(wait, fair));
    }
    this.#running = false;
  }

  /** Answers whether what was sent includes everything up to the position. */
  async #publishOnce(topics: readonly string[], position: number): Promise<boolean> {
    try {
      const hasPassed = await this.#source.waitFor(position);
      this.#publish(await this.#read(topics));
      return hasPassed;
    } catch (error) {
      this.#onError(error);
      return false;
    }
  }

  async #read(topics: readonly string[]): Promise<readonly TopicCounters[]> {
    const now = this.#clock.now();
    const began = this.#timers.now();
    const counted: TopicCounters[] = [];
    for (const topic of topics) {
      const scope = counterScopeOf(topic);
      if (scope !== undefined) counted.push({ topic, counters: await this.#source.read(scope, now) });
    }
    this.#tookMs = this.#timers.now() - began;
    return counted;
  }
}
