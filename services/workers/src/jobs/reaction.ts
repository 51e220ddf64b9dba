import { EpochChanged, UndecodableHistory, isUndecodable } from '@atelier/event-store/errors.ts';
import type { LogEvent, StoredEvent } from '@atelier/event-store/types.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { readReactionCheckpoint, saveReactionCheckpoint } from './reaction-checkpoints.ts';
import { listWaiting, parkForReaction, unparkForReaction } from './reaction-parked.ts';
import type { JobData } from './queues.ts';

/** One job that an event asks for. The key is made from the event, so the same event is the same job. */
export interface Work {
  readonly name: string;
  readonly data: JobData;
  readonly key: string;
}

/** Turns events into jobs: "whenever this happened, do that". */
export interface Reaction {
  /** Name of its checkpoint. */
  readonly name: string;
  readonly types: readonly string[];
  /** Also writes down what must not get lost with a queue, before the checkpoint passes the event. Twice is once. */
  readonly workFor: (
    event: StoredEvent,
    services: CommandServices,
  ) => readonly Work[] | Promise<readonly Work[]>;
}

export interface ReactionOptions {
  readonly services: CommandServices;
  readonly add: (work: Work) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

const SHORTEST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Reads the log from the reaction's own checkpoint and adds a job per event, until aborted; from the checkpoint again when another epoch
 * begins. Jobs first, checkpoint after: a crash in between adds the same keys again, which the queue and the handlers take as one. Any number of
 * processes may run it. An event that cannot be decoded is set aside, reported to `onError`, and tried again when
 * the reaction starts and with every batch: another release may have set it aside. The log goes on without it.
 */
export async function runReaction(reaction: Reaction, options: ReactionOptions): Promise<void> {
  let failures = 0;
  while (!options.signal.aborted) {
    try {
      await followLog(reaction, options, () => (failures = 0));
    } catch (error) {
      if (options.signal.aborted) return;
      if (!(error instanceof EpochChanged) || failures > 0) options.onError(error);
      failures += 1;
      await pause(Math.min(SHORTEST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), options.signal);
    }
  }
}

async function followLog(
  reaction: Reaction,
  options: ReactionOptions,
  onProgress: () => void,
): Promise<void> {
  const { signal, services } = options;
  const { store, db } = services;
  await tryWaiting(reaction, options);
  await store.tail({
    after: await readReactionCheckpoint(db, reaction.name),
    types: reaction.types,
    signal,
    onBatch: async ({ events, next }) => {
      for (const event of events) await react(reaction, options, event);
      await tryWaiting(reaction, options);
      await saveReactionCheckpoint(db, reaction.name, next);
      onProgress();
    },
  });
}

async function react(reaction: Reaction, options: ReactionOptions, event: LogEvent): Promise<void> {
  if (isUndecodable(event)) {
    await parkForReaction(options.services.db, reaction.name, event);
    options.onError(new UndecodableHistory(event));
    return;
  }
  for (const work of await reaction.workFor(event, options.services)) await options.add(work);
}

/** What an older program could not decode: asked for now, if this one can. Jobs first, as above. */
async function tryWaiting(reaction: Reaction, options: ReactionOptions): Promise<void> {
  const { store, db } = options.services;
  const waiting = await listWaiting(db, reaction.name);
  if (waiting.length === 0) return;
  const streams = await store.readLoggedStreams(waiting.map(({ stream_id }) => stream_id));
  for (const { position, stream_id } of waiting) {
    const event = streams.get(stream_id)?.events.find((each) => each.position === position);
    if (event === undefined || isUndecodable(event)) continue;
    await react(reaction, options, event);
    await unparkForReaction(db, reaction.name, position);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
