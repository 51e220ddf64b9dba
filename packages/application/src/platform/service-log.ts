import { write, writeSync } from 'node:fs';
import { pino, type Logger, type LoggerOptions } from 'pino';
import { isConnectionLost } from './connection-lost.ts';
import { Outages } from './outages.ts';
import { plainError } from './plain-error.ts';

/** The log of one process. */
export interface ServiceLog {
  readonly log: Logger;
  /** A warning or error whose `err` is a lost connection is logged only when nothing that is watched here is away. */
  readonly outages: Outages;
  /** Lines that could not be written since the start. */
  readonly droppedLines: () => number;
}

/** Writes a chunk to a descriptor, as `fs.write` does. */
export type WriteChunk = (
  fd: number,
  chunk: Buffer,
  done: (error: NodeJS.ErrnoException | null, written: number) => void,
) => void;

export interface LogOptions {
  /** Stderr when not given: stdout carries the one line that says "ready". */
  readonly fd?: number;
  /** Characters kept while nothing can be written; 1 Mi when not given. */
  readonly waitingLimit?: number;
  readonly retryMs?: number;
  readonly writeChunk?: WriteChunk;
}

/** JSON lines. A log that cannot be written (a full disk) drops and counts lines, and never ends or delays the process. */
export function createServiceLog(service: string, level: string, options: LogOptions = {}): ServiceLog {
  const writer = new LogWriter(options);
  const hooks: LoggerOptions['hooks'] = {
    logMethod(args, method, severity) {
      const write = (): void => method.apply(this, args);
      if (severity >= WARN && isOfLostConnection(args[0])) outages.suspect(write);
      else write();
    },
  };
  const log = pino({ level, base: { service }, serializers: { err: plainError }, hooks }, writer);
  const outages = new Outages(log);
  writer.onRecovered = (facts) => log.warn(facts, 'log was not writable, later lines are written again');
  process.once('exit', () => {
    outages.flush();
    writer.flush();
  });
  return { log, outages, droppedLines: () => writer.dropped };
}

const WARN = 40;

/** Not of what an outage itself reports. */
const isOfLostConnection = (facts: unknown): boolean =>
  typeof facts === 'object' &&
  facts !== null &&
  'err' in facts &&
  !('dependency' in facts) &&
  isConnectionLost(facts.err);

const WAITING_LIMIT = 1024 * 1024;
const RETRY_MS = 1_000;

class LogWriter {
  dropped = 0;
  onRecovered: (facts: { readonly dropped: number; readonly code: string | undefined }) => void = () =>
    undefined;
  readonly #fd: number;
  readonly #limit: number;
  readonly #retryMs: number;
  readonly #writeChunk: WriteChunk;
  #waiting: string[] = [];
  #waitingLength = 0;
  #chunk: Buffer = Buffer.alloc(0);
  /** A chunk is on its way to the disk, or waits to be tried again. */
  #state: 'idle' | 'writing' | 'waiting' = 'idle';
  #failure: { readonly code: string | undefined; readonly droppedBefore: number } | undefined;

  constructor({ fd = 2, waitingLimit = WAITING_LIMIT, retryMs = RETRY_MS, writeChunk = write }: LogOptions) {
    this.#fd = fd;
    this.#limit = waitingLimit;
    this.#retryMs = retryMs;
    this.#writeChunk = writeChunk;
  }

  write(line: string): void {
    if (this.#waitingLength + line.length > this.#limit) {
      this.dropped += 1;
      return;
    }
    this.#waiting.push(line);
    this.#waitingLength += line.length;
    if (this.#state === 'idle') this.#next();
  }

  /** At the end of the process: one attempt, as there is no later one. What is being written is not written twice. */
  flush(): void {
    if (this.#state === 'writing') this.#chunk = Buffer.alloc(0);
    try {
      for (let rest = this.#takeWaiting(); rest.length > 0;) {
        rest = rest.subarray(writeSync(this.#fd, rest));
      }
    } catch {
      // There is nowhere left to report it.
    }
  }

  #next(): void {
    this.#chunk = this.#takeWaiting();
    if (this.#chunk.length === 0) return;
    this.#state = 'writing';
    this.#writeChunk(this.#fd, this.#chunk, (error, written) => {
      this.#state = 'idle';
      if (error === null) this.#afterWrite(written);
      else this.#afterFailure(error);
    });
  }

  /** What a write left over, then what came since. */
  #takeWaiting(): Buffer {
    const taken = Buffer.concat([this.#chunk, Buffer.from(this.#waiting.join(''))]);
    this.#chunk = Buffer.alloc(0);
    this.#waiting = [];
    this.#waitingLength = 0;
    return taken;
  }

  #afterWrite(written: number): void {
    this.#chunk = this.#chunk.subarray(written);
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined)
      this.onRecovered({ code: failure.code, dropped: this.dropped - failure.droppedBefore });
    if (this.#state === 'idle') this.#next();
  }

  /** Lines wait for the next attempt, up to the limit. */
  #afterFailure({ code }: NodeJS.ErrnoException): void {
    this.#failure ??= { code, droppedBefore: this.dropped };
    this.#state = 'waiting';
    setTimeout(() => {
      this.#state = 'idle';
      this.#next();
    }, this.#retryMs).unref();
  }
}
