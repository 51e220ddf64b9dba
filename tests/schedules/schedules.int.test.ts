import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '@atelier/host/files.ts';
import { startProgram } from '../harness/program.ts';

const program = join(projectRoot, 'tests', 'schedules', 'main.ts');
const patienceMs = 240_000;

/** In a separate process: schedules put virtual time in the place of the runtime's. */
async function runSchedules(...args: readonly string[]): Promise<string> {
  const server = process.env['ATELIER_TEST_POSTGRES'] ?? '';
  const running = startProgram(process.execPath, [program, ...args], {
    cwd: projectRoot,
    env: { ATELIER_TEST_POSTGRES: server },
  });
  await running.ended(patienceMs);
  return running.stdout().trim();
}

test('200 schedules keep every promise', { timeout: patienceMs }, async () => {
  const printed = await runSchedules('--seed', '1', '--count', '200');
  expect(printed).toMatch(/^\{"schedules":200,"steps":\d+,"failed":0\}$/);
});

test('a seed takes the same steps again', { timeout: patienceMs }, async () => {
  const printed = await runSchedules('--seed', '1001', '--count', '15', '--twice');
  expect(printed).toMatch(/^\{"schedules":15,"steps":\d+,"failed":0\}$/);
});
