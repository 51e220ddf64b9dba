import { parentPort } from 'node:worker_threads';
import { drawPaper } from './draw-paper.ts';
import type { Order, Reply } from './printer.ts';

/** The thread behind `Printer`: one paper after the other. */
parentPort?.on('message', (order: Order) => void print(order));

async function print({ id, request }: Order): Promise<void> {
  try {
    const drawn = await drawPaper(request);
    answer({ id, ok: true, drawn }, [drawn.bytes.buffer]);
  } catch (error) {
    answer({ id, ok: false, message: error instanceof Error ? error.message : String(error) }, []);
  }
}

function answer(reply: Reply, moved: readonly ArrayBuffer[]): void {
  parentPort?.postMessage(reply, [...moved]);
}
