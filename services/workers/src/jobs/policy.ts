import type { EventStore, StoredEvent } from '@atelier/store/event-store/types.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReferenceDb } from '@atelier/store/reference/reference-db.ts';
import { readPolicyCheckpoint, savePolicyCheckpoint } from './policy-checkpoints.ts';
import type { JobData } from './queues.ts';

/** One job that an event asks for. The key is made from the event, so the same event is the same job. */
export interface Work {
  readonly name: string;
  readonly data: JobData;
  readonly key: string;
}

/** Turns events into jobs: "whenever this happened, do that". */
export interface Policy {
  /** Name of its checkpoint. */
  readonly name: string;
  readonly types: readonly string[];
  readonly workFor: (event: StoredEvent) => readonly Work[];
}

export interface PolicyOptions {
  readonly store: Pick<EventStore, 'tail'>;
  readonly db: ReferenceDb;
  readonly add: (work: Work) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

const SHORTEST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Reads the log from the policy's own checkpoint and adds a job per event, until aborted. Jobs first, checkpoint
 * after: a crash in between adds the same keys again, which the queue and the handlers take as one. Any number of
 * processes may run it.
 */
export async function runPolicy(policy: Policy, options: PolicyOptions): Promise<void> {
  let failures = 0;
  while (!options.signal.aborted) {
    try {
      await followLog(policy, options, () => (failures = 0));
    } catch (error) {
      if (options.signal.aborted) return;
      options.onError(error);
      failures += 1;
      await pause(Math.min(SHORTEST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), options.signal);
    }
  }
}

async function followLog(policy: Policy, options: PolicyOptions, onProgress: () => void): Promise<void> {
  const { store, db, add, signal } = options;
  await store.tail({
    after: await readPolicyCheckpoint(db, policy.name),
    types: policy.types,
    signal,
    onBatch: async ({ events, next }) => {
      for (const event of events) for (const work of policy.workFor(event)) await add(work);
      await savePolicyCheckpoint(db, policy.name, next);
      onProgress();
    },
  });
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
