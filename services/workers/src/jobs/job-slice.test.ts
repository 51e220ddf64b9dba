import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { job, runJobOf } from './job-slice.ts';

const handled: number[] = [];
const jobs = [
  job('gild', z.object({ ring_id: z.int() }), async (_, { ring_id }) => void handled.push(ring_id)),
];
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these jobs use no services
const run = runJobOf({ queue: 'rings', jobs }, {} as CommandServices);
const due = { id: 'one', isLastAttempt: false, progress: () => Promise.resolve() };

test('hands a job its payload', async () => {
  await run({ ...due, name: 'gild', data: { ring_id: 7 } });
  expect(handled).toEqual([7]);
});

test('fails a job whose payload does not parse, or whose name the queue does not know', async () => {
  await expect(run({ ...due, name: 'gild', data: { ring_id: 'seven' } })).rejects.toThrow(z.ZodError);
  await expect(run({ ...due, name: 'melt', data: {} })).rejects.toThrow(
    'the queue rings has no job named melt',
  );
  expect(handled).toEqual([7]);
});
