import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';

const packageFolder = dirname(dirname(fileURLToPath(import.meta.url)));
// Inside the package, so that its own name leads to it.
const folder = join(packageFolder, '.tmp');
afterEach(() => rm(folder, { recursive: true, force: true }));

it('the example of the README prints what its comments say', async () => {
  const readme = await readFile(join(packageFolder, 'README.md'), 'utf8');
  const [, example = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  const promised = [...example.matchAll(/ \/\/ (.*)/g)].map(([, said]) => said);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'example.ts'), example);

  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'example.ts')], {
    timeout: 30_000,
  });
  expect(promised).toHaveLength(2);
  expect(stdout.trim().split('\n')).toEqual(promised);
});
