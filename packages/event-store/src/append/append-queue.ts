import { setImmediate as turnEnds } from 'node:timers/promises';
import { APPEND_LIMIT_MS, pauseAfter, type Append } from './append-alone.ts';
import type { Settled } from './append-batch.ts';
import { AppendBusy, OutcomeUnknown, WrongExpectedVersion } from '../errors.ts';
import { createRoom } from './room.ts';
import { createSeenVersions, type SeenVersions } from './seen-versions.ts';
import type { Send } from './send-batch.ts';
import { isStale, takeBatch } from './take-batch.ts';
import { claimsOf, type Waiting } from './waiting.ts';

export interface AppendQueueOptions {
  /**
   * Statements under way at once, 1 by default: the fewer, the more appends share a commit. While one is slow (a slow disk, a
   * standby that is away), others go past it, up to `spareLanes` (3) more. Each holds a connection.
   */
  readonly lanes?: number;
  readonly spareLanes?: number;
  /** Commands per statement at most, 32 by default; 1 gives every command a separate commit. */
  readonly batch?: number;
  /** How long a caller waits at most, 5 s by default. */
  readonly limitMs?: number;
  /** Commands that are not answered yet, 2,000 by default, and of these with one stream or key, 256. */
  readonly most?: number;
  readonly mostOfOne?: number;
  /** Called after each commit. */
  readonly onCommit: () => void;
}

// Longer than a statement takes where the disk is fast; where it is not, one commits while the next is prepared.
const slowMs = 2;

/**
 * Decorates sending: groups the appends that wait while others are under way into one statement and one commit. An idle queue sends
 * when this turn of the event loop ends: a command is never delayed to fill a batch. Commands stay independent: each has
 * its outcome, and when a statement fails as a whole, each of its commands is sent again in a separate statement.
 * Of those on one stream only such as can all succeed travel at once; the others wait, and fail as soon as the first
 * has won. A command that finds a stream or its key locked is sent again after a pause.
 * Every caller is answered within the limit: `OutcomeUnknown` when a statement with its command is under way by then, `AppendBusy`
 * when none is. Where every lane is under way for longer than that, a new command is refused at once.
 */
export function batched(send: Send, options: AppendQueueOptions): Append {
  const batchSize = options.batch ?? 32;
  const limitMs = options.limitMs ?? APPEND_LIMIT_MS;
  const room = createRoom(options.most ?? 2_000, options.mostOfOne ?? 256);
  const waiting: Waiting[] = [];
  const busy = new Set<string>();
  const seen = createSeenVersions();
  const begun = new Set<{ readonly at: number }>();
  let freeLanes = options.lanes ?? 1;
  let spareLanes = options.spareLanes ?? 3;
  let earlyTimer: NodeJS.Timeout | undefined;

  async function carry(batch: readonly Waiting[]): Promise<void> {
    const claims = batch.flatMap(({ command, claims: own }) => (isStale(command, seen) ? [] : own));
    for (const claim of claims) busy.add(claim);
    for (const one of batch) one.isSent = true;
    const mine = { at: performance.now() };
    begun.add(mine);
    startLane();
    const results = await send(batch);
    begun.delete(mine);
    for (const claim of claims) busy.delete(claim);
    options.onCommit();
    const again = batch.filter((one, index) => !isAnswered(one, results[index] ?? new Error('no outcome')));
    if (again.length > 0) sendAgain(again);
  }

  /** Whether that was the last of it; otherwise the command is to be sent again. */
  function isAnswered(one: Waiting, result: Settled | 'alone'): boolean {
    one.isSent = false;
    if (result === 'alone') one.isAlone = true;
    else if (result instanceof AppendBusy) one.waits += 1;
    else {
      noteVersions(seen, result);
      one.settle(result);
    }
    return one.isOver;
  }

  /** Before the others, in the order they came. */
  function sendAgain(commands: readonly Waiting[]): void {
    const goOn = (): void => {
      waiting.unshift(...commands.filter(({ isOver }) => !isOver));
      startLane();
    };
    const waits = Math.max(...commands.map((one) => one.waits));
    if (waits === 0) return goOn();
    setTimeout(goOn, pauseAfter(waits));
  }

  async function drain(): Promise<void> {
    freeLanes -= 1;
    for (;;) {
      // A caller that just got its result often has the next thing to write: it can join this batch.
      await turnEnds();
      const batch = take();
      if (batch.length === 0) break;
      await carry(batch);
    }
    freeLanes += 1;
  }

  /** One batch past the lanes that are slow; sooner than that, it waits on. */
  async function sendEarly(): Promise<void> {
    const [oldest] = begun;
    earlyTimer = undefined;
    // With nothing under way a lane takes what waits when this turn ends.
    if (oldest === undefined) return;
    const early = oldest.at + slowMs - performance.now();
    if (early > 0.5) {
      earlyTimer = setTimeout(() => void sendEarly(), early);
      return;
    }
    const batch = spareLanes > 0 ? take() : [];
    if (batch.length === 0) return;
    spareLanes -= 1;
    await carry(batch);
    spareLanes += 1;
    startLane();
  }

  const take = (): readonly Waiting[] => takeBatch(waiting, batchSize, busy, seen);
  const startLane = (): void => {
    if (waiting.length === 0) return;
    if (freeLanes > 0) void drain();
    else earlyTimer ??= setTimeout(() => void sendEarly(), slowMs);
  };
  const isStalled = (): boolean =>
    freeLanes === 0 && spareLanes === 0 && [...begun].every(({ at }) => performance.now() - at > limitMs);

  /** Answers a caller whose time is up. */
  function expire(one: Waiting): void {
    const index = waiting.indexOf(one);
    if (index >= 0) waiting.splice(index, 1);
    if (one.isSent) one.settle(new OutcomeUnknown('no answer in time'));
    else one.settle(new AppendBusy(one.waits > 0 ? 'stream_busy' : 'append_queue_full'));
  }

  return (command, { behind, until = Infinity } = {}) =>
    new Promise((resolve, reject) => {
      const claims = claimsOf(command);
      const refusal = isStalled() ? new AppendBusy('append_queue_full') : room.refusal(claims);
      if (refusal !== undefined) return reject(refusal);
      const settle = (result: Settled): void => {
        if (one.isOver) return;
        one.isOver = true;
        clearTimeout(timer);
        room.leave(claims);
        if (result instanceof Error) reject(result);
        else resolve(result);
      };
      const one = { command, claims, behind, settle, isOver: false, isSent: false, waits: 0, isAlone: false };
      const timer = setTimeout(() => expire(one), Math.min(limitMs, until - performance.now()));
      room.enter(claims);
      waiting.push(one);
      startLane();
    });
}

function noteVersions(seen: SeenVersions, result: Settled): void {
  if (result instanceof WrongExpectedVersion) seen.note(result.streamId, result.actual);
  if (result instanceof Error) return;
  for (const [streamId, version] of Object.entries(result.versions)) seen.note(streamId, version);
}
