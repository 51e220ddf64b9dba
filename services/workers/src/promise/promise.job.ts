import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { expectDue } from '@atelier/application/promise/expect-due.commands.ts';
import { expectPiece } from '@atelier/application/promise/expect-piece.commands.ts';
import { fitModel } from '@atelier/application/promise/fit-model.commands.ts';
import { z } from 'zod';
import { job, type JobSlice } from '../jobs/job-slice.ts';
import type { DueJob, JobQueue } from '../jobs/queues.ts';
import { systemCaller } from '../system-caller.ts';
import { PROMISE_QUEUE, promiseReaction } from './promise.reaction.ts';

const LEARN = 'learn';
const SWEEP = 'sweep';
/** UTC: every night after the other sweeps; a model is learnt where the newest is a week old, so the first one comes within a day. */
const NIGHTLY_LEARN = '10 2 * * *';
const NIGHTLY_SWEEP = '40 2 * * *';

/** Ready dates (docs/product/promise.md): learns from ended pieces, and moves the dates of open ones. */
export const promiseSlice = (): JobSlice => {
  let hasBegun = false;
  return {
    queue: PROMISE_QUEUE,
    jobs: [
      job(
        'expect',
        z.object({ item_id: z.int(), position: z.int(), type: z.string() }),
        async (services, asked) => {
          const because = { kind: 'event', position: asked.position, type: asked.type } as const;
          const caller = systemCaller(services.clock, PROMISE_QUEUE, `expect-e${asked.position}`);
          await expectPiece(services, caller, asked.item_id, because);
        },
      ),
      job(LEARN, z.object({}), learn),
      job(SWEEP, z.object({}), sweep),
    ],
    reactions: [promiseReaction],
    reconcile: async (services, queue) => {
      await queue.schedule('promise-learn', NIGHTLY_LEARN, LEARN, {});
      await queue.schedule('promise-sweep', NIGHTLY_SWEEP, SWEEP, {});
      if (!hasBegun) await begin(services, queue);
      hasBegun = true;
    },
  };
};

/** What fell due while nothing ran need not wait for the night. Nodes that begin in the same hour ask for the same job. */
async function begin({ clock }: CommandServices, queue: JobQueue): Promise<void> {
  await queue.add(LEARN, {}, `promise-${clock.now().toISOString().slice(0, 13)}`);
}

async function learn(services: CommandServices, _: object, due: DueJob): Promise<void> {
  const caller = systemCaller(services.clock, PROMISE_QUEUE);
  if ((await fitModel(services, caller)) === 'fitted') await sweep(services, _, due);
}

async function sweep(services: CommandServices, _: object, { progress: onProgress }: DueJob): Promise<void> {
  const callerFor = (key: string) => systemCaller(services.clock, PROMISE_QUEUE, key);
  await expectDue(services, { callerFor, onProgress });
}
