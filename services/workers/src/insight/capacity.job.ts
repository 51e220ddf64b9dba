import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { fitFlows } from '@atelier/application/insight/fit-flow.commands.ts';
import { z } from 'zod';
import { job, type JobSlice } from '../jobs/job-slice.ts';
import { systemCaller } from '../system-caller.ts';

const QUEUE = 'capacity';
const LEARN = 'learn';
/** UTC: every night; a model is learnt where the newest is a week old. */
const NIGHTLY = '20 3 * * *';

/** How each factory works (docs/product/insight.md §8): learnt weekly, and once as soon as workers begin. */
export const capacitySlice = (): JobSlice => {
  let hasBegun = false;
  return {
    queue: QUEUE,
    jobs: [job(LEARN, z.object({}), learn)],
    reactions: [],
    reconcile: async ({ clock }, queue) => {
      await queue.schedule('capacity-learn', NIGHTLY, LEARN, {});
      // Nodes that begin in the same hour ask for the same job.
      if (!hasBegun) await queue.add(LEARN, {}, `capacity-${clock.now().toISOString().slice(0, 13)}`);
      hasBegun = true;
    },
  };
};

const learn = async (services: CommandServices): Promise<void> =>
  void (await fitFlows(services, systemCaller(services.clock, QUEUE)));
