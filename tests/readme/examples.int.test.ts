import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@atelier/host/files.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../harness/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const PACKAGES = ['browser-sync', 'contracts', 'event-store', 'key-vault', 'postgres', 'transparency-log'];

test.each(PACKAGES)('the example of packages/%s prints what its comments say', async (name) => {
  const folder = join(projectRoot, 'packages', name);
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const [, example = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  const promised = [...example.matchAll(/; \/\/ (.*)/g)].map(([, said]) => said);
  // Inside the package, so that names of packages lead to them.
  const work = join(folder, '.tmp');
  await mkdir(work, { recursive: true });
  try {
    const file = join(work, 'example.ts');
    await writeFile(file, example);
    const env = { ...process.env, DATABASE_URL: database.appUrl };
    const { stdout } = await promisify(execFile)(process.execPath, [file], { env, timeout: 30_000 });
    expect(promised).toHaveLength(2);
    expect(stdout.trim().split('\n')).toEqual(promised);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
});
