import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTestDatabase, type TestDatabase } from '@atelier/tests/harness/postgres.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const packageFolder = dirname(dirname(fileURLToPath(import.meta.url)));
// Inside the package, so that its own name leads to it.
const folder = join(packageFolder, '.tmp');
const file = join(folder, 'readme-example.ts');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await mkdir(folder, { recursive: true });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

describe('the example of the README', () => {
  test('runs as it stands and prints what its comments say', async () => {
    const readme = await readFile(join(packageFolder, 'README.md'), 'utf8');
    const [, example = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
    const promised = [...example.matchAll(/ \/\/ (.*)/g)].map(([, said]) => said);
    await writeFile(file, example);

    const env = { ...process.env, DATABASE_URL: database.appUrl };
    const { stdout } = await promisify(execFile)(process.execPath, [file], { env, timeout: 30_000 });

    expect(promised).toHaveLength(2);
    expect(stdout.trim().split('\n')).toEqual(promised);
  });
});
