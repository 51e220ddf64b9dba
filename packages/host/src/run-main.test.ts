import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** A command whose child makes the pipe that both write to non-blocking, as any program may. */
const command = `
  import { spawnSync } from 'node:child_process';
  import { runMain } from '${import.meta.resolve('./run-main.ts')}';
  const unblock = 'new (require("net").Socket)({ fd: 1, readable: false }); process.kill(process.pid, "SIGKILL")';
  await runMain(async () => {
    process.stdout.write('begun\\n');
    spawnSync(process.execPath, ['-e', unblock], { stdio: 'inherit' });
    console.log('x'.repeat(1_000_000) + '\\n3 passed, 0 failed');
    return 0;
  });`;

test('a command that ends before its reader took everything loses nothing of what it printed', () => {
  const pipe = '"$0" --input-type=module -e "$1" | (sleep 0.5; tail -n 1)';
  expect(execFileSync('sh', ['-c', pipe, process.execPath, command], { encoding: 'utf8' })).toBe(
    '3 passed, 0 failed\n',
  );
});
