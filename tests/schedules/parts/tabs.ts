import { ScanQueue } from '@atelier/browser-sync/scans/scan-queue.ts';
import type { QueueChannel, QueueMessage } from '@atelier/browser-sync/scans/queue-tabs.ts';
import { memoryScanStore } from '@atelier/browser-sync/scans/testing-scan-store.ts';
import type { QueuedScan, ScanStore, SendResult } from '@atelier/browser-sync/scans/queued-scan.ts';
import { sendScan } from '@atelier/web/src/shared/scan/send-scan.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cast, type Part, wander } from '../cast.ts';
import { whileCounterCalls } from '../counter.ts';
import type { LoggedEvent } from '../log-facts.ts';
import type { Stage } from '../stage.ts';

/** Packing at the shop: what a deposited piece is ready for. */
const TARGET = 2;
const LOOK_MS = 200;

/** Two tabs of one person at a counter: one disk that may fail, a network that loses answers, a lock, a channel. */
export const tabs: Part = {
  actor: 'counter',
  isWork: true,
  run: async (cast) => {
    const { stage } = cast;
    const desk = new Desk(stage);
    const open = [desk.openTab(0), desk.openTab(1)];
    for (const [index, { id }] of cast.counterPieces.entries()) {
      await wander(stage, 6);
      stage.runAs(`tab-${index}`, () => void open[index]?.add(scanOf(id, stage)));
    }
    while (open.some((tab) => tab.snapshot().waiting.length > 0)) await sleep(LOOK_MS);
    await sleep(LOOK_MS);
    for (const tab of open) for (const { key } of tab.snapshot().conflicts) cast.trays.push(key);
    open.forEach((tab) => tab.close());
    const streams = cast.counterPieces.map(({ id }) => `item-${id}`);
    const text = 'select max(last_position) as position from streams where stream_id = any($1)';
    cast.scannedUpTo = (await stage.look<{ position: number }>(text, [streams]))[0]?.position ?? 0;
  },
};

function scanOf(id: number, { time }: Stage): QueuedScan {
  return {
    key: `scan-${id}`,
    owner: 'user-1',
    code: String(id),
    target: TARGET,
    trackingNo: null,
    occurredAt: time.now().toISOString(),
    state: 'waiting',
    wasOffline: false,
    answer: null,
    refusal: null,
  };
}

/** What the tabs of one browser share. */
class Desk {
  readonly #stage: Stage;
  readonly #disk = memoryScanStore();
  readonly #ears = new Map<string, (message: QueueMessage) => void>();
  #lock: Promise<unknown> = Promise.resolve();
  readonly #failing: number;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#failing = stage.scheduler.pick([0, 0, 0.3, 1]);
  }

  openTab(index: number): ScanQueue {
    const name = `tab-${index}`;
    return this.#stage.runAs(name, () => {
      const queue = new ScanQueue({
        owner: 'user-1',
        store: this.#store(),
        send: (scan) => this.#send(scan),
        onSettled: () => undefined,
        wait: (ms) => sleep(ms),
        lock: async (work) => this.#alone(work),
        channel: this.#channel(name),
      });
      void queue.resume();
      return queue;
    });
  }

  #store(): ScanStore {
    const slowly = async <T>(label: string, work: () => Promise<T>): Promise<T> => {
      await this.#stage.scheduler.pause(label);
      if (label !== 'lists' && this.#stage.scheduler.chance(this.#failing))
        throw new Error('the disk is full');
      const result = await work();
      await this.#stage.scheduler.pause(`${label} ←`);
      return result;
    };
    return {
      list: (owner) => slowly('lists', () => this.#disk.list(owner)),
      put: (scan) => slowly('puts', () => this.#disk.put(scan)),
      remove: (key) => slowly('removes', () => this.#disk.remove(key)),
    };
  }

  /** The real call over a network that may lose the request, or the answer after it was carried out. */
  async #send(scan: QueuedScan): Promise<SendResult> {
    const { scheduler } = this.#stage;
    await scheduler.pause('sends');
    if (scheduler.chance(0.15)) return { kind: 'unreachable' };
    const result = await whileCounterCalls(this.#stage, () => sendScan(scan));
    await scheduler.pause('sends ←');
    return scheduler.chance(0.25) ? { kind: 'unreachable' } : result;
  }

  async #alone(work: () => Promise<void>): Promise<void> {
    const before = this.#lock;
    const done = Promise.withResolvers<void>();
    this.#lock = done.promise;
    await before;
    try {
      await work();
    } finally {
      done.resolve();
    }
  }

  #channel(name: string): QueueChannel {
    return {
      post: (message) => {
        for (const [other, hear] of this.#ears) {
          if (other === name) continue;
          // In order per sender: one step for each, taken from the front.
          this.#stage.scheduler.offer({
            actor: other,
            label: 'hears',
            run: this.#deliver(other, hear, message),
          });
        }
      },
      listen: (hear) => {
        this.#ears.set(name, hear);
        return () => this.#ears.delete(name);
      },
    };
  }

  readonly #mail = new Map<string, QueueMessage[]>();

  #deliver(to: string, hear: (message: QueueMessage) => void, message: QueueMessage): () => void {
    const waiting = this.#mail.get(to) ?? [];
    this.#mail.set(to, waiting);
    waiting.push(message);
    return () => {
      const next = waiting.shift();
      if (next !== undefined) this.#stage.runAs(to, () => hear(next));
    };
  }
}

/** Every scan is recorded once, and none of them needs a review. */
export function scansNotOnce({ counterPieces, trays }: Cast, events: readonly LoggedEvent[]): string[] {
  const wrong = counterPieces.flatMap(({ id }) => {
    const scans = events.filter(
      ({ stream_id, type }) => stream_id === `item-${id}` && type === 'ItemScanned',
    );
    return scans.length === 1 ? [] : [`the scan of item ${id} was recorded ${scans.length} times`];
  });
  return [...wrong, ...trays.map((key) => `${key} came back as a conflict`)];
}
