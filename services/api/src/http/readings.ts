import { readingKey, recordReading, type Reading } from '@atelier/application/audit/reading.commands.ts';
import { READING_SPAN_MS } from '@atelier/domain/audit/reading.ts';
import type { EventMetadata } from '@atelier/event-store/types.ts';
import type { ApiDeps } from './deps.ts';

const MOST_REMEMBERED = 10_000;

/** Readings of personal data that this node has recorded lately: each is an event once in an epoch (product/audit.md §7). */
export class Readings {
  readonly #deps: Pick<ApiDeps, 'store' | 'clock'>;
  readonly #recorded = new Map<string, number>();

  constructor(deps: Pick<ApiDeps, 'store' | 'clock'>) {
    this.#deps = deps;
  }

  /** Resolves when the reading is in the log; rejects when it could not be written, and then nothing may be shown. */
  async record(reading: Reading, metadata: () => EventMetadata): Promise<void> {
    const now = this.#deps.clock.now();
    const key = readingKey(reading, now);
    // In another epoch the event may be gone.
    const inEpoch = `${this.#deps.store.epoch()} ${key}`;
    if (this.#recorded.has(inEpoch)) return;
    await recordReading(this.#deps.store, key, reading, metadata());
    this.#recorded.set(inEpoch, now.getTime());
    if (this.#recorded.size > MOST_REMEMBERED) this.#forgetBefore(now.getTime() - READING_SPAN_MS);
  }

  #forgetBefore(moment: number): void {
    for (const [key, at] of this.#recorded) if (at < moment) this.#recorded.delete(key);
  }
}
