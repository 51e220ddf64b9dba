import type { Cell } from '@atelier/contracts/exports/cells.ts';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FileWriter } from './file-writer.ts';
import type { SheetMessage, SheetOptions } from './sheet-thread.ts';

/** Fifty thousand rows of the widest type take about half of it (the figures stand in docs/benchmarks.md). */
const MOST_MEMORY_MB = 1_024;

/** An Excel sheet: frozen head, widths, real dates and numbers. */
export function createSheetWriter(options: SheetOptions): FileWriter {
  const thread = new Worker(new URL('sheet-thread.ts', import.meta.url), {
    workerData: options,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  const ended = endOf(thread);
  const ask = async (message: SheetMessage): Promise<unknown> => {
    const answered = once(thread, 'message');
    thread.postMessage(message);
    const [answer]: unknown[] = await Promise.race([answered, ended]);
    return answer;
  };
  return {
    format: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    add: async (rows: readonly (readonly Cell[])[]) => void (await ask({ rows })),
    end: async () => bytesOf(await ask({ end: true })),
    close: async () => void (await thread.terminate()),
  };
}

/** Rejects when the thread ends, whether by an error, by want of memory, or because it was closed. */
function endOf(thread: Worker): Promise<never> {
  const ended = new Promise<never>((_, reject) => {
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread of the sheet has ended')));
  });
  ended.catch(() => undefined);
  return ended;
}

function bytesOf(answer: unknown): Uint8Array {
  if (
    typeof answer === 'object' &&
    answer !== null &&
    'bytes' in answer &&
    answer.bytes instanceof Uint8Array
  )
    return answer.bytes;
  throw new TypeError('the sheet was not written');
}
