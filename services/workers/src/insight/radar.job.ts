import { weekStart } from '@atelier/domain/dashboard/iso-week.ts';
import { watchRadar } from '@atelier/application/insight/radar/watch-radar.commands.ts';
import { z } from 'zod';
import { job, type JobSlice } from '../jobs/job-slice.ts';
import { systemCaller } from '../system-caller.ts';

const INSIGHT_QUEUE = 'insight';
const WATCH = 'watch-defects';
/** UTC, after the week has ended everywhere west of the date line's first hours; its pieces are counted by UTC weeks. */
const EVERY_MONDAY = '20 3 * * 1';

/** The defect radar (docs/product/insight.md §5): judges each finished week once. */
export const insightSlice = (): JobSlice => {
  let hasBegun = false;
  return {
    queue: INSIGHT_QUEUE,
    jobs: [
      job(WATCH, z.object({}), async (services) => {
        await watchRadar(services, (week) => systemCaller(services.clock, INSIGHT_QUEUE, `watch-${week}`));
      }),
    ],
    reactions: [],
    reconcile: async (services, queue) => {
      await queue.schedule('insight-radar', EVERY_MONDAY, WATCH, {});
      if (hasBegun) return;
      // Weeks that ended while nothing ran need not wait for Monday. Nodes that begin in the same week ask for the same job.
      const week = weekStart(services.clock.now().toISOString()).slice(0, 10);
      await queue.add(WATCH, {}, `watch-defects-${week}`);
      hasBegun = true;
    },
  };
};
