import { weekStart } from '@atelier/domain/dashboard/iso-week.ts';
import { watchRadar } from '@atelier/application/insight/radar/watch-radar.commands.ts';
import { z } from 'zod';
import { job, type JobSlice } from '../jobs/job-slice.ts';
import { systemCaller } from '../system-caller.ts';
import { forgetMailReaction, weeklyJobs, WEEKLY, type OpenWeekly } from './weekly.job.ts';

export const INSIGHT_QUEUE = 'insight';
const WATCH = 'watch-defects';
/** UTC, after the week has ended everywhere west of the date line's first hours; its pieces are counted by UTC weeks. */
const EVERY_MONDAY = '20 3 * * 1';
/** Monday morning comes at another hour in each time zone, and a mail that failed is tried again. */
const EVERY_TEN_MINUTES = '*/10 * * * *';

/** The defect radar judges each finished week once, and a summary of it is mailed to who wants it (docs/product/insight.md §5, §10). */
export const insightSlice = (weekly: OpenWeekly): JobSlice => {
  let hasBegun = false;
  return {
    queue: INSIGHT_QUEUE,
    jobs: [
      job(WATCH, z.object({}), async (services) => {
        await watchRadar(services, (week) => systemCaller(services.clock, INSIGHT_QUEUE, `watch-${week}`));
      }),
      ...weeklyJobs(weekly),
    ],
    reactions: [forgetMailReaction],
    reconcile: async (services, queue) => {
      await queue.schedule('insight-radar', EVERY_MONDAY, WATCH, {});
      await queue.schedule('insight-weekly', EVERY_TEN_MINUTES, WEEKLY, {});
      if (hasBegun) return;
      // Weeks that ended while nothing ran need not wait for Monday. Nodes that begin in the same week ask for the same job.
      const week = weekStart(services.clock.now().toISOString()).slice(0, 10);
      await queue.add(WATCH, {}, `watch-defects-${week}`);
      hasBegun = true;
    },
  };
};
