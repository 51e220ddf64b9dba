import { fold } from '@atelier/domain/decider.ts';
import { toInstant } from '@atelier/domain/kernel.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import {
  evolveConfig,
  initialConfig,
  nextChangeMs,
  policyAt,
  policyTimeline,
  type ConfigState,
  type PolicySpan,
} from '@atelier/domain/system/config.ts';
import { CONFIG_STREAM, SYSTEM_PERSONAL_DATA, type ConfigEvent } from '@atelier/domain/system/events.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { EpochChanged } from '@atelier/event-store/errors.ts';
import type { DomainEvent, EventStore } from '@atelier/event-store/types.ts';
import type { Horizon } from '@atelier/event-store/log-requests.ts';
import type { Clock } from '@atelier/postgres/timers.ts';

type ConfigLog = Pick<EventStore, 'readStream' | 'readHorizon' | 'tail'>;

/** The values in force now, or at a past moment. */
export type PolicyAt = (at?: Date) => Policy;

/** The values in force, at hand without waiting: the timeline of versions is kept, the clock picks from it. */
export interface PolicySource {
  readonly policy: PolicyAt;
  /** When other values take hold by the clock alone; null when nothing is planned. */
  readonly nextChangeAt: () => string | null;
  /** Called whenever other values hold: by an event, or because their time has come. Answers how to stop it. */
  readonly onChange: (listener: () => void) => () => void;
  readonly stop: () => Promise<void>;
}

export interface PolicySourceOptions {
  readonly store: ConfigLog;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

const CONFIG_EVENTS = Object.keys(SYSTEM_PERSONAL_DATA);
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 3_000;
/** Timers hold 24 days at most; looking earlier costs nothing. */
const LONGEST_TIMER_MS = 3_600_000;

export async function readConfig(store: Pick<EventStore, 'readStream'>): Promise<ConfigState> {
  return configOf((await store.readStream(CONFIG_STREAM)).events);
}

/** The configuration after these events of its stream. */
export function configOf(events: readonly DomainEvent[]): ConfigState {
  // The stream's name says that no other events stand in it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return fold(evolveConfig, initialConfig, events as readonly ConfigEvent[]);
}

/** Reads the configuration, then follows the log for more of it: every node knows of a change when its doorbell rings. */
export async function openPolicySource(options: PolicySourceOptions): Promise<PolicySource> {
  const source = new TailedPolicy(options);
  await source.start();
  return source;
}

class TailedPolicy implements PolicySource {
  readonly #options: PolicySourceOptions;
  readonly #listeners = new Set<() => void>();
  readonly #stopping = new AbortController();
  #timeline: readonly PolicySpan[] = [];
  #timer: NodeJS.Timeout | undefined;
  #following: Promise<void> = Promise.resolve();

  constructor(options: PolicySourceOptions) {
    this.#options = options;
  }

  readonly policy: PolicyAt = (at) => policyAt(this.#timeline, at?.getTime() ?? this.#now());

  readonly nextChangeAt = (): string | null => {
    const next = nextChangeMs(this.#timeline, this.#now());
    return next === null ? null : toInstant(next);
  };

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly stop = async (): Promise<void> => {
    clearTimeout(this.#timer);
    this.#stopping.abort();
    await this.#following;
  };

  async start(): Promise<void> {
    this.#following = this.#follow(await this.#readFromEnd());
  }

  async #follow(end: Horizon): Promise<void> {
    const { signal } = this.#stopping;
    let pause = FIRST_PAUSE_MS;
    let after: Horizon | undefined = end;
    while (!signal.aborted) {
      try {
        after ??= await this.#readFromEnd();
        await this.#options.store.tail({
          after,
          types: CONFIG_EVENTS,
          signal,
          onBatch: async () => {
            pause = FIRST_PAUSE_MS;
            await this.#read();
            this.#notify();
          },
        });
      } catch (error) {
        if (!signal.aborted && !(error instanceof EpochChanged)) this.#options.onError(error);
        after = undefined;
        await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  /** Where to follow from is asked first: what is written while the stream is read is read once more. */
  async #readFromEnd(): Promise<Horizon> {
    const end = await this.#options.store.readHorizon();
    await this.#read();
    this.#notify();
    return end;
  }

  async #read(): Promise<void> {
    this.#timeline = policyTimeline(await readConfig(this.#options.store));
    this.#wakeForNext();
  }

  /** A planned change takes hold without any event: listeners are called at its moment. */
  #wakeForNext(): void {
    clearTimeout(this.#timer);
    const next = nextChangeMs(this.#timeline, this.#now());
    if (next === null || this.#stopping.signal.aborted) return;
    const wait = Math.min(next - this.#now(), LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => this.#wake(next), Math.max(1, wait)).unref();
  }

  #wake(next: number): void {
    if (this.#now() >= next) this.#notify();
    this.#wakeForNext();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }
}
