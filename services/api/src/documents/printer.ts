import { Worker } from 'node:worker_threads';
import type { PaperRequest } from '@atelier/domain/documents/paper.ts';
import { unavailable } from '../http/errors.ts';
import type { Drawn } from './draw-paper.ts';

/** Papers that wait or are drawn at the same time; beyond it the caller is asked to come again. */
const MOST_WAITING = 24;
/** No paper takes this long: a thread that does is stuck, and is replaced. */
const TIME_MS = 30_000;

export type Reply =
  | { readonly id: number; readonly ok: true; readonly drawn: Drawn }
  | { readonly id: number; readonly ok: false; readonly message: string };

export interface Order {
  readonly id: number;
  readonly request: PaperRequest;
}

interface Waiting {
  readonly resolve: (drawn: Drawn) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Draws papers on a separate thread, so that two hundred labels never hold up a scan. The thread begins with the
 * first paper, keeps its fonts, and is begun again when it dies.
 */
export class Printer {
  #worker: Worker | undefined;
  #next = 1;
  readonly #waiting = new Map<number, Waiting>();

  draw(request: PaperRequest): Promise<Drawn> {
    if (this.#waiting.size >= MOST_WAITING) return Promise.reject(unavailable('printer_busy'));
    const order: Order = { id: this.#next++, request };
    return new Promise<Drawn>((resolve, reject) => {
      const timer = setTimeout(() => this.#fail(new Error('a paper took too long')), TIME_MS);
      timer.unref();
      this.#waiting.set(order.id, { resolve, reject, timer });
      this.#thread().postMessage(order);
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#fail(new Error('the printer is closed'));
    await worker?.terminate();
  }

  #thread(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL('printer-thread.ts', import.meta.url), {
      // Papers look the same on every machine: its own fonts are not even looked for.
      env: { ...process.env, DISABLE_SYSTEM_FONTS_LOAD: '1' },
    });
    // An idle printer keeps no process alive.
    worker.unref();
    worker.on('message', (reply: Reply) => this.#settle(reply));
    worker.on('error', (error) => this.#lost(worker, error));
    worker.on('exit', () => this.#lost(worker, new Error('the printer stopped')));
    this.#worker = worker;
    return worker;
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    if (waiting === undefined) return;
    this.#waiting.delete(reply.id);
    clearTimeout(waiting.timer);
    if (reply.ok) waiting.resolve(reply.drawn);
    else waiting.reject(new Error(reply.message));
  }

  #lost(worker: Worker, cause: unknown): void {
    if (this.#worker === worker) this.#fail(cause instanceof Error ? cause : new Error(String(cause)));
  }

  /** Everything that waits fails; the next paper gets a fresh thread. */
  #fail(error: Error): void {
    const worker = this.#worker;
    this.#worker = undefined;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.#waiting.clear();
    void worker?.terminate();
  }
}
