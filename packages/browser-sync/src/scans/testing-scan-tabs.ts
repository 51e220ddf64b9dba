import type { ScanView } from '@atelier/contracts/repair/schema.ts';
import type { QueueSnapshot, ScanSettled } from './queue-parts.ts';
import type { QueueLock, QueueMessage } from './queue-tabs.ts';
import type { QueuedScan, ScanStore, SendResult } from './queued-scan.ts';
import { ScanQueue } from './scan-queue.ts';

export const scanOf = (index: number): QueuedScan => ({
  key: `scan-${index}`,
  owner: 'user-1',
  code: `PAR-${index}`,
  target: 3,
  trackingNo: null,
  occurredAt: new Date(Date.UTC(2026, 10, 20) + index).toISOString(),
  state: 'waiting',
  wasOffline: false,
  answer: null,
  refusal: null,
});

export type Fault = 'none' | 'lost before' | 'lost after';
export type Pause = (label: string) => Promise<unknown>;
export const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** One browser and the server behind it. `pause` is where the order of steps is chosen. */
export class Browser {
  readonly disk = new Map<string, QueuedScan>();
  /** Keys in the order of their first effect. */
  readonly effects: string[] = [];
  /** Keys that were sent although a tab had their answer. */
  readonly repeats: string[] = [];
  readonly #answered = new Set<string>();
  readonly faults: Fault[] = [];
  isDiskFull = false;
  readonly tabs: Tab[] = [];
  readonly pause: Pause;
  #last: Promise<void> = Promise.resolve();

  constructor(pause: Pause) {
    this.pause = pause;
  }

  readonly lock: QueueLock = (work, signal) => {
    const turn = this.#last.then(async () => {
      await this.pause('lock');
      if (!signal.aborted) await work();
    });
    this.#last = turn;
    return turn;
  };

  open(): void {
    this.tabs.push(new Tab(this));
  }

  /** Odd scans are answered with a conflict. */
  async send({ key }: QueuedScan): Promise<SendResult> {
    if (this.#answered.has(key)) this.repeats.push(key);
    await this.pause('send');
    const fault = this.faults.shift() ?? 'none';
    if (fault === 'lost before') return { kind: 'unreachable' };
    if (!this.effects.includes(key)) this.effects.push(key);
    if (fault === 'lost after') return { kind: 'unreachable' };
    this.#answered.add(key);
    return { kind: 'answer', view: viewOf(key) };
  }
}

export const isOdd = (key: string): boolean => Number(key.split('-')[1]) % 2 === 1;
const viewOf = (key: string): ScanView => ({
  verdict: isOdd(key) ? 'unknown' : 'accepted',
  code: key,
  target: 3,
  item: null,
  first: null,
  rma_status_id: null,
  tracking_number: null,
  holds: [],
});

export class Tab {
  readonly queue: ScanQueue;
  readonly settled: ScanSettled[] = [];
  readonly #browser: Browser;
  #take: (message: QueueMessage) => void = () => undefined;
  #inbox: Promise<unknown> = Promise.resolve();
  #isCrashed = false;

  constructor(browser: Browser) {
    this.#browser = browser;
    this.queue = new ScanQueue({
      owner: 'user-1',
      store: this.#store(),
      send: (scan) => this.#alive(browser.send(scan)),
      onSettled: (one) => this.settled.push(one),
      wait: soon,
      lock: (work, signal) => browser.lock(() => Promise.race([work(), this.#crash.promise]), signal),
      channel: { post: (message) => this.#post(message), listen: (take) => this.#listen(take) },
    });
    void this.queue.resume();
  }

  readonly #crash = Promise.withResolvers<void>();

  /** As when the process dies: nothing that was under way in it goes on. */
  crash(): void {
    this.#isCrashed = true;
    this.queue.close();
    this.#crash.resolve();
    this.#browser.tabs.splice(this.#browser.tabs.indexOf(this), 1);
  }

  hear(message: QueueMessage): void {
    this.#inbox = this.#inbox.then(() => this.#browser.pause('message')).then(() => this.#take(message));
  }

  #alive<T>(work: Promise<T>): Promise<T> {
    return work.then((value) => (this.#isCrashed ? new Promise<T>(() => undefined) : value));
  }

  #post(message: QueueMessage): void {
    if (this.#isCrashed) return;
    for (const tab of this.#browser.tabs) if (tab !== this) tab.hear(message);
  }

  #listen(take: (message: QueueMessage) => void): () => void {
    this.#take = take;
    return () => {
      this.#take = () => undefined;
    };
  }

  #store(): ScanStore {
    const browser = this.#browser;
    const step = async (label: string): Promise<void> => {
      await this.#alive(browser.pause(label));
      if (browser.isDiskFull && label !== 'remove') throw new DOMException('full', 'QuotaExceededError');
    };
    return {
      list: async () => {
        await step('list');
        return [...browser.disk.values()];
      },
      put: async (scan) => {
        await step('put');
        browser.disk.set(scan.key, scan);
      },
      remove: async (key) => {
        await step('remove');
        browser.disk.delete(key);
      },
    };
  }
}

const isQuiet = ({ waiting, unsaved }: QueueSnapshot): boolean => waiting.length === 0 && unsaved === 0;

/** Steps on until nothing waits and the disk says what the tabs say. */
export async function settle(browser: Browser): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) {
    await soon();
    const isSaved = [...browser.disk.values()].every(({ state }) => state === 'conflict');
    if (turn > 5 && isSaved && browser.tabs.every(({ queue }) => isQuiet(queue.snapshot()))) break;
  }
  for (let turn = 0; turn < 10; turn += 1) await soon();
}

export const keysOf = (scans: readonly QueuedScan[]): string[] => scans.map(({ key }) => key).sort();
