import { handClock, servicesOf } from '@atelier/application/commands/testing-commands.ts';
import { runJobOf } from '../../jobs/job-slice.ts';
import { openWorld, TEST_NOW, type World } from '@atelier/application/projections/testing.ts';
import { randomStories, writeStories } from '@atelier/application/projections/testing-histories.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DueJob } from '../../jobs/queues.ts';
import { consistencySlice } from './consistency.job.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const JOB: DueJob = {
  name: 'consistency',
  data: {},
  id: undefined,
  isLastAttempt: true,
  progress: () => Promise.resolve(),
};

it('a worker finds a spoilt row, says so in its log without its values, and writes it again', async () => {
  const [story] = randomStories({ seed: 5, deposits: 1, steps: 4 });
  if (story === undefined) throw new Error('no story');
  await writeStories(world.store, [story]);
  await world.settle();
  await world.projectorPool.query(`update rma_row set lastname = 'SPOILT'`);
  const lines: string[] = [];
  const write = (fields: object, words: string): void =>
    void lines.push(`${JSON.stringify(fields)} ${words}`);
  const slice = consistencySlice({
    databaseUrl: world.database.projectorUrl,
    streams: 100,
    log: { error: write, warn: write, debug: write },
  });
  await runJobOf(slice, servicesOf(world, handClock(TEST_NOW)))(JOB);
  const rows = await world.projector.selectFrom('rma_row').select('lastname').execute();
  expect(rows).toEqual([{ lastname: `Name${story.rmaId}` }]);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('consistency difference found, row will be rewritten from the log');
  expect(lines[0]).toContain('"columns":["lastname"]');
  expect(lines[1]).toContain('consistency difference repaired');
  expect(lines.join('\n')).not.toMatch(/SPOILT|Name\d/);
});
