import { setImmediate as turnEnds } from 'node:timers/promises';
import type { Pool } from 'pg';
import { appendBatch, isLostRace, isRolledBack, refusalOf } from './append-batch.ts';
import type { EncodedCommand, EncodedStream, Settled } from './append-batch.ts';
import { sendReads } from './read-behind.ts';
import { WrongExpectedVersion } from '../errors.ts';
import { sendTogether } from '../prepared-client.ts';
import { createSeenVersions } from './seen-versions.ts';
import type { SeenVersions } from './seen-versions.ts';
import type { AppendResult, Idempotency, ReadBehind } from '../types.ts';

export interface AppendQueueOptions {
  /**
   * Statements under way at once, 1 by default: the fewer, the more appends share a commit. While one is slow (a
   * locked stream, a slow disk), others go past it, up to `spareLanes` (7) more.
   */
  readonly lanes?: number;
  readonly spareLanes?: number;
  /** Commands per statement at most, 32 by default; 1 gives every command a commit of its own. */
  readonly batch?: number;
  /** Called after each commit. */
  readonly onCommit: () => void;
}

interface Waiting {
  readonly command: EncodedCommand;
  readonly behind: ReadBehind | undefined;
  readonly settle: (result: Settled) => void;
}

/** What to do now with a command that waits. */
type Turn = 'go' | 'wait' | 'ask' | 'refuse';

/** `behind`: a read that leaves with the command's append, and counts when the command is kept. */
export type AppendQueue = (command: EncodedCommand, behind?: ReadBehind) => Promise<AppendResult>;

const tries = 5;
// Longer than a statement takes where the disk is fast; where it is not, one commits while the next is prepared.
const slowMs = 2;
// How far a lane looks past commands that have to wait for another lane.
const lookahead = 256;

/**
 * Groups the appends that wait while others are under way into one statement and one commit. An idle queue sends
 * when this turn of the event loop ends: nobody waits for company but for who comes in the same moment. Commands stay
 * independent: each has its own outcome, and when a statement fails as a whole, its commands are sent again one by one.
 * Of those on one stream only such as can all succeed travel at once; the others wait, and fail as soon as the first
 * has won.
 */
export function createAppendQueue(pool: Pool, options: AppendQueueOptions): AppendQueue {
  const batchSize = options.batch ?? 32;
  const waiting: Waiting[] = [];
  const busy = new Set<string>();
  const seen = createSeenVersions();
  const begun = new Set<{ readonly at: number }>();
  let freeLanes = options.lanes ?? 1;
  let spareLanes = options.spareLanes ?? 7;
  let earlyTimer: NodeJS.Timeout | undefined;

  async function sendBatch(batch: readonly Waiting[]): Promise<void> {
    const claims = batch.flatMap(({ command }) => (isStale(command, seen) ? [] : claimsOf(command)));
    for (const claim of claims) busy.add(claim);
    const mine = { at: performance.now() };
    begun.add(mine);
    startLane();
    const results = await send(pool, batch);
    begun.delete(mine);
    for (const claim of claims) busy.delete(claim);
    options.onCommit();
    for (const result of results) noteVersions(seen, result);
    for (const [index, { settle }] of batch.entries()) settle(results[index] ?? new Error('no outcome'));
  }

  async function drain(): Promise<void> {
    freeLanes -= 1;
    for (;;) {
      // Whoever was answered just now often has the next thing to write: it goes along, not in a statement after this one.
      await turnEnds();
      const batch = take();
      if (batch.length === 0) break;
      await sendBatch(batch);
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
    await sendBatch(batch);
    spareLanes += 1;
    startLane();
  }

  const take = (): readonly Waiting[] => takeBatch(waiting, batchSize, busy, seen);
  const startLane = (): void => {
    if (waiting.length === 0) return;
    if (freeLanes > 0) void drain();
    else earlyTimer ??= setTimeout(() => void sendEarly(), slowMs);
  };

  return (command, behind) =>
    new Promise((resolve, reject) => {
      waiting.push({
        command,
        behind,
        settle: (result) => (result instanceof Error ? reject(result) : resolve(result)),
      });
      startLane();
    });
}

/** What a command must have to itself while it is under way: its streams and its key. */
function claimsOf({ streams, idempotency }: EncodedCommand): readonly string[] {
  const ids = streams.map((stream) => stream.streamId);
  return idempotency === undefined ? ids : [...ids, keyOf(idempotency)];
}

// No stream id begins with a bracket.
const keyOf = (use: Idempotency): string => JSON.stringify([use.person, use.key]);
const isKey = (claim: string): boolean => claim.startsWith('[');

/** Takes the oldest commands whose turn it is, and refuses those that have lost already. */
function takeBatch(
  waiting: Waiting[],
  size: number,
  busy: ReadonlySet<string>,
  seen: SeenVersions,
): readonly Waiting[] {
  const blocked = new Set(busy);
  const reached = new Map<string, number>();
  const taken: Waiting[] = [];
  const left: Waiting[] = [];
  let looked = 0;
  for (; looked < waiting.length && looked < lookahead && taken.length < size; looked += 1) {
    const candidate = waiting[looked];
    if (candidate === undefined) break;
    const { command } = candidate;
    const turn = turnOf(command, blocked, reached, seen);
    if (turn === 'refuse') candidate.settle(conflictWith(command, seen));
    else (turn === 'wait' ? left : taken).push(candidate);
    for (const claim of claimsOf(command)) if (turn === 'wait' || isKey(claim)) blocked.add(claim);
    if (turn === 'go')
      for (const stream of command.streams) reached.set(stream.streamId, versionAfter(stream));
  }
  waiting.splice(0, looked, ...left);
  return taken;
}

/**
 * A command that is too old for what its streams are known to have reached is refused at once; with a key it asks
 * the database whether it was carried out before. One goes if nothing it claims is under way, and if those that go
 * with it leave its streams where it expects them.
 */
function turnOf(
  command: EncodedCommand,
  blocked: ReadonlySet<string>,
  reached: ReadonlyMap<string, number>,
  seen: SeenVersions,
): Turn {
  const { streams, idempotency } = command;
  if (idempotency !== undefined && blocked.has(keyOf(idempotency))) return 'wait';
  if (isStale(command, seen)) return idempotency === undefined ? 'refuse' : 'ask';
  const inLine = streams.every(
    ({ streamId, expectedVersion }) =>
      !blocked.has(streamId) && (reached.get(streamId) ?? expectedVersion) === expectedVersion,
  );
  return inLine ? 'go' : 'wait';
}

function isStale({ streams }: EncodedCommand, seen: SeenVersions): boolean {
  return streams.some(({ streamId, expectedVersion }) => expectedVersion < seen.of(streamId));
}

function conflictWith({ streams }: EncodedCommand, seen: SeenVersions): WrongExpectedVersion {
  const late = streams.find(({ streamId, expectedVersion }) => expectedVersion < seen.of(streamId));
  const streamId = late?.streamId ?? '';
  return new WrongExpectedVersion(streamId, late?.expectedVersion ?? 0, seen.of(streamId));
}

function noteVersions(seen: SeenVersions, result: Settled): void {
  if (result instanceof WrongExpectedVersion) seen.note(result.streamId, result.actual);
  if (result instanceof Error) return;
  for (const [streamId, version] of Object.entries(result.versions)) seen.note(streamId, version);
}

function versionAfter({ expectedVersion, events }: EncodedStream): number {
  return expectedVersion + events.length;
}

/** One statement; when it is refused as a whole for what one command brought, one by one. */
async function send(pool: Pool, batch: readonly Waiting[]): Promise<readonly Settled[]> {
  const results = await sendAsOne(pool, batch);
  if (!(results instanceof Error)) return results;
  if (batch.length === 1 || !isRolledBack(results)) return batch.map(() => results);
  const single: Settled[] = [];
  for (const one of batch) {
    const alone = await sendAsOne(pool, [one]);
    single.push(alone instanceof Error ? alone : (alone[0] ?? new Error('no outcome')));
  }
  return single;
}

/** A lost race is decided by reading again: the winner has committed, so the next try reads its events. */
async function sendAsOne(pool: Pool, batch: readonly Waiting[]): Promise<readonly Settled[] | Error> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await appendWithReads(pool, batch);
    } catch (error) {
      if (!isLostRace(error) || attempt === tries) return refusalOf(error);
    }
  }
}

/** The session is given back when the reads behind the append have been answered; nobody waits for them here. */
async function appendWithReads(pool: Pool, batch: readonly Waiting[]): Promise<readonly Settled[]> {
  const commands = batch.map(({ command }) => command);
  const reads = batch.flatMap(({ behind }) => behind ?? []);
  if (reads.length === 0) return appendBatch(pool, commands);
  const client = await pool.connect();
  const [appended, sent] = sendTogether(client, () => [
    appendBatch(client, commands),
    sendReads(client, reads),
  ]);
  void sent.isClean.then((isClean) => client.release(!isClean));
  const results = await appended;
  for (const [index, { behind }] of batch.entries())
    if (behind !== undefined && !(results[index] instanceof Error)) sent.keep(behind);
  return results;
}
