import { handClock, servicesOf } from '@atelier/application/commands/testing-commands.ts';
import { worldOn } from '@atelier/application/projections/testing.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import type { RetentionSchedule } from '@atelier/domain/shared/retention.ts';
import { jobOf } from './testing-customers.ts';
import { runRetention } from './retention.job.ts';

// A separate process for tests that kill it: continues the run of the retention schedule, a line for each step.
const { DATABASE: database = '', SCHEDULE: schedule = '', NOW: now = '' } = process.env;
const retention: RetentionSchedule = JSON.parse(schedule);
const world = await worldOn({ ...JSON.parse(database), drop: async () => undefined });
const services = {
  ...servicesOf(world, handClock(new Date(now))),
  policy: () => ({ ...DEFAULT_POLICY, retention }),
};
await runRetention(services, {
  ...jobOf('retention'),
  progress: async (done, total) => void process.stdout.write(`${done} of ${total}\n`),
});
process.exit(0);
