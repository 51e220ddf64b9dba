import { pictureLimits } from '../rules/rules.ts';
import type { ImageRefusal } from '@atelier/domain/images/contract.ts';
import type { CompressAnswer, CompressQuestion } from './compress-messages.ts';

/** Why a picture cannot be taken, found out on the device. */
export class PictureRefused extends Error {
  readonly code: ImageRefusal;
  constructor(code: ImageRefusal) {
    super(code);
    this.code = code;
  }
}

/** A file this large is no photograph; opening it would only stall the device. */
const LARGEST_FILE = 64 * 1024 * 1024;

interface Waiting {
  resolve: (blob: Blob) => void;
  reject: (error: PictureRefused) => void;
}

let worker: Worker | undefined;
let count = 0;
const waiting = new Map<number, Waiting>();

function startWorker(): Worker {
  const started = new Worker(new URL('./compress.worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<CompressAnswer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('blob' in data) asked?.resolve(data.blob);
    else asked?.reject(new PictureRefused(data.code));
  };
  // A worker that ran out of memory takes its questions with it; the next picture gets a fresh one.
  started.onerror = () => {
    worker = undefined;
    started.terminate();
    for (const { reject } of waiting.values()) reject(new PictureRefused('image_unreadable'));
    waiting.clear();
  };
  return started;
}

/** The picture as JPEG within the configured limits, upright and without its metadata, made off the main thread. */
export function compressPicture(file: Blob): Promise<Blob> {
  if (file.size > LARGEST_FILE) return Promise.reject(new PictureRefused('image_too_large'));
  worker ??= startWorker();
  const question: CompressQuestion = { id: ++count, file, limits: pictureLimits() };
  worker.postMessage(question);
  return new Promise((resolve, reject) => waiting.set(question.id, { resolve, reject }));
}
