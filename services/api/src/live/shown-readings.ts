import { randomUUID } from 'node:crypto';
import { LIST } from '@atelier/domain/audit/reading.ts';
import { isReadingRecorded } from '@atelier/domain/identity/auditor.ts';
import { LIVE_CLOSE } from '@atelier/domain/live/contract.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
import type { Logger } from 'pino';
import { Readings } from '../http/readings.ts';
import type { TopicChange } from './topic-frames.ts';
import type { LiveConnection } from './connection.ts';
import type { Subscriptions } from './subscriptions.ts';

const CALL = 'GET /live';
const RECORD = /^(item|rma):(\d+)$/;
const ROWS = /^(store|site|stage|shipment):/;

/** Rows that reach an auditor's screen are a reading like any other: recorded before they are sent (product/audit.md §7). */
export class ShownReadings {
  readonly #readings: Readings;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #recording = new WeakMap<LiveConnection, Promise<void>>();

  constructor(deps: { readonly store: EventStore; readonly clock: Clock; readonly log: Logger }) {
    this.#readings = new Readings(deps);
    this.#clock = deps.clock;
    this.#log = deps.log;
  }

  /**
   * Before a batch is sent: what an auditor's screen is sent waits until its reading is recorded, the other screens do not. A screen whose
   * reading could not be recorded is sent away, and comes back.
   */
  beforeRows(topics: ReadonlyMap<string, TopicChange>, subscriptions: Subscriptions): void {
    const due = new Map<LiveConnection, string[]>();
    for (const [topic, { rows }] of topics) {
      if (rows.length === 0) continue;
      for (const connection of subscriptions.of(topic)) {
        if (!isReadingRecorded(connection.principal)) continue;
        due.set(connection, [...(due.get(connection) ?? []), topic]);
      }
    }
    for (const [connection, shown] of due) this.#recordBeside(connection, shown);
  }

  /** One reading at a time for a screen, however many topics and batches it is due. */
  #recordBeside(connection: LiveConnection, topics: readonly string[]): void {
    const gap = connection.hold();
    const recorded = (this.#recording.get(connection) ?? Promise.resolve()).then(async () => {
      if (await this.#recordOrClose(connection, topics)) connection.fill(gap, []);
    });
    this.#recording.set(connection, recorded);
  }

  /** Before a screen is sent what it missed in these topics. Rejects when a reading could not be recorded. */
  async beforeReplay(connection: LiveConnection, topics: Iterable<string>): Promise<void> {
    if (!isReadingRecorded(connection.principal)) return;
    for (const topic of topics) await this.#record(connection, topic);
  }

  async #recordOrClose(connection: LiveConnection, topics: readonly string[]): Promise<boolean> {
    if (!connection.isOpen) return false;
    try {
      for (const topic of topics) await this.#record(connection, topic);
      return true;
    } catch (error) {
      this.#log.warn({ err: error, topics }, 'live reading not recorded, connection closed to come back');
      connection.close(LIVE_CLOSE.restarting);
      return false;
    }
  }

  async #record({ principal }: LiveConnection, topic: string): Promise<void> {
    const subject = subjectOf(topic);
    if (subject === undefined) return;
    await this.#readings.record({ sessionId: principal.sessionId, subject, call: CALL }, () => ({
      actor: { id: principal.user.id, kind: 'user' },
      commandId: randomUUID(),
      occurredAt: this.#clock.now().toISOString(),
    }));
  }
}

/** Whose data rows of a topic show; undefined where they show no personal data. */
function subjectOf(topic: string): string | undefined {
  const [, kind, id] = RECORD.exec(topic) ?? [];
  if (kind !== undefined) return `${kind}-${id}`;
  return ROWS.test(topic) ? LIST : undefined;
}
