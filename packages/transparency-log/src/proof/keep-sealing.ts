import type { Pool } from 'pg';
import { realTimers, type Timers } from '@atelier/postgres/timers.ts';
import { untilStopped, type Stoppable } from '@atelier/postgres/until-stopped.ts';
import { Findings, SealingHeld, type SealingFinding } from './sealing-findings.ts';
import { recallHead, rememberHead } from './own-head.ts';
import { sealLog, type SealResult } from './seal-log.ts';
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
  /**
   * What stands in the way of sealing and what no longer does: called after the first try, when it changes, and after each try while something
   * stands. It is called again after the next try when it fails.
   */
  readonly onFinding?: (finding: SealingFinding) => Promise<void>;
}

const EVERY_MS = 20_000;
/** Sealing takes seconds: a lock that is still held after so many tries is held by something else. */
const BUSY_TRIES = 4;

/** Seals the log again and again while it grows. Every worker may: one at a time does it. */
export function keepSealing(options: SealingOptions): Stoppable {
  const { sleep } = options.timers ?? realTimers;
  const failure = oncePerMessage(options.onError);
  const loss = oncePerMessage(options.onNotKept);
  const findings = new Findings(options);
  let busy = 0;
  const attempt = async (signal: AbortSignal): Promise<unknown> => {
    try {
      const state = await sealAll(options, (error) => (findings.kept(error), loss(error)), signal);
      busy = state === 'busy' ? busy + 1 : 0;
      return busy < BUSY_TRIES ? undefined : new SealingHeld();
    } catch (error) {
      return error;
    }
  };
  const seal = async (signal: AbortSignal): Promise<void> => {
    const error = await attempt(signal);
    failure(error);
    if (busy === 0 || error !== undefined) await findings.report(error);
  };
  return untilStopped(async (signal) => {
    while (!signal.aborted) {
      await seal(signal);
      await sleep(options.everyMs ?? EVERY_MS, signal);
    }
  });
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
