import { setTimeout as sleep } from 'node:timers/promises';
import type { EncodedCommand } from './append-batch.ts';
import { AppendBusy, OutcomeUnknown } from '../errors.ts';
import type { Send } from './send-batch.ts';
import type { AppendResult, ReadBehind } from '../types.ts';
import { withTimeout } from '@atelier/postgres/with-timeout.ts';

export interface Enqueued {
  /** A read that leaves with the command's append, and counts when the command is kept. */
  readonly behind?: ReadBehind | undefined;
  /** When the caller gives up, of `performance.now()`: never later than the append's own limit. */
  readonly until?: number | undefined;
}

export type Append = (command: EncodedCommand, more?: Enqueued) => Promise<AppendResult>;

/** How long an append, or a command with its reading and deciding, waits at most. */
export const APPEND_LIMIT_MS = 5_000;
const firstPauseMs = 5;
const longestPauseMs = 200;

/** Before a command that found a lock taken is sent again; longer after each time. */
export const pauseAfter = (waits: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** (waits - 1)) * (0.5 + Math.random() / 2);

/** A statement and a commit for each command, at once; again after a pause while its streams or key are locked. */
export function appendAlone(send: Send, { limitMs = APPEND_LIMIT_MS, onCommit }: AloneOptions): Append {
  return async (command, { behind, until = Infinity } = {}) => {
    const end = Math.min(performance.now() + limitMs, until);
    for (let waits = 1; ; waits += 1) {
      const late = () => new OutcomeUnknown('no answer in time');
      const [result] = await withTimeout(send([{ command, behind }]), end - performance.now(), late);
      onCommit();
      if (result === undefined || result === 'alone') throw new Error('no outcome');
      if (!(result instanceof Error)) return result;
      if (!(result instanceof AppendBusy) || performance.now() > end) throw result;
      await sleep(pauseAfter(waits));
    }
  };
}

interface AloneOptions {
  readonly limitMs?: number;
  /** Called after each commit. */
  readonly onCommit: () => void;
}
