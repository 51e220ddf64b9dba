import type { Pool } from 'pg';
import { realTimers } from '../timers.ts';
import type { Timers } from '../timers.ts';
import { recallHead, rememberHead } from './own-head.ts';
import { sealLog } from './seal-log.ts';
import type { SealResult } from './seal-log.ts';
import type { SignerKey } from './signed-note.ts';

export interface SealingOptions {
  /** Sessions of role `atelier_projector`. */
  readonly pool: Pool;
  readonly signer: SignerKey;
  /** Keeps the checkpoint that this node signed last with its leaves, outside the database; undefined where nothing can be written. */
  readonly rememberIn: string | undefined;
  /** 20 seconds by default. */
  readonly everyMs?: number;
  readonly timers?: Timers;
  /** Sealing failed; it is tried again. The same message comes once, until it works again. */
  readonly onError: (error: unknown) => void;
  /** The file of `rememberIn` cannot be written: sealing goes on. Called once, until it can. */
  readonly onNotKept: (error: unknown) => void;
}

export interface Sealing {
  readonly stop: () => Promise<void>;
}

const EVERY_MS = 20_000;
/** Sealing takes seconds: a lock that is still held after so many tries is held by something else. */
const BUSY_TRIES = 4;

/** The lock that one sealer at a time takes is held all the time: nothing is sealed meanwhile. */
export class SealingHeld extends Error {
  readonly code = 'sealing_held';

  constructor() {
    super('another session holds the lock of sealing for a minute or more: nothing is sealed until it ends');
    this.name = 'SealingHeld';
  }
}

/** Seals the log again and again while it grows. Every worker may: one at a time does it. */
export function keepSealing(options: SealingOptions): Sealing {
  const { sleep } = options.timers ?? realTimers;
  const stopping = new AbortController();
  const failure = oncePerMessage(options.onError);
  const loss = oncePerMessage(options.onNotKept);
  let busy = 0;
  const seal = async (): Promise<void> => {
    try {
      busy = (await sealAll(options, loss, stopping.signal)) === 'busy' ? busy + 1 : 0;
      failure(busy < BUSY_TRIES ? undefined : new SealingHeld());
    } catch (error) {
      failure(error);
    }
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await seal();
      await sleep(options.everyMs ?? EVERY_MS, stopping.signal);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

type Report = (error: unknown) => void;

/** Reports an error unless the one before said the same; a call without one says that it works again. */
function oncePerMessage(report: Report): Report {
  let last: string | undefined;
  return (error) => {
    const message = error instanceof Error ? error.message : undefined;
    if (message !== undefined && message !== last) report(error);
    last = message;
  };
}

async function sealAll(
  { pool, signer, rememberIn }: SealingOptions,
  loss: Report,
  signal: AbortSignal,
): Promise<SealResult['state']> {
  for (let isWhole = false; !isWhole && !signal.aborted;) {
    const remembered = await recallHead(rememberIn);
    const result = await sealLog(pool, { signer, remembered });
    if (result.state !== 'sealed') return result.state;
    if (rememberIn !== undefined) await rememberHead(pool, rememberIn, result.latest).then(loss, loss);
    isWhole = result.isWhole;
  }
  return 'sealed';
}
