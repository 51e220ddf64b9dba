import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, openApiWorld, signInAs, type ApiNode, type ApiWorld } from './testing-api.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../../..');
const CLIENT = join(ROOT, 'packages/client');
const COMPILER = join(CLIENT, 'node_modules/typescript/bin/tsc');

let api: ApiWorld;
let node: ApiNode;
let folder: string;
let secret: string;

beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node({ live: true });
  folder = await installedElsewhere();
  const made = await node.app.inject({
    method: 'POST',
    url: '/api/api_key/create',
    headers: bearer(await signInAs(node.app, 'admin')),
    payload: {
      name: 'Client package',
      permissions: ['view list all rma page'],
      site_id: api.sites.get('PAR'),
      last_day: new Date().toISOString().slice(0, 10),
    },
  });
  secret = made.json().data.secret;
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await api.close();
});

/** An external project with the package as it is built for customers. */
async function installedElsewhere(): Promise<string> {
  mkdirSync(join(ROOT, '.tmp'), { recursive: true });
  const home = mkdtempSync(join(ROOT, '.tmp', 'client-'));
  const target = join(home, 'node_modules/@atelier/client');
  mkdirSync(target, { recursive: true });
  await compile(['-p', join(CLIENT, 'tsconfig.build.json'), '--outDir', join(target, 'dist')]);
  cpSync(join(CLIENT, 'package.json'), join(target, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules/openapi-fetch'), join(home, 'node_modules/openapi-fetch'));
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
  return home;
}

const compile = (args: readonly string[]) => run(process.execPath, [COMPILER, ...args]);

/** The words of the compiler, or none when it finds nothing wrong. */
const faultsOf = (file: string): Promise<string> =>
  compile([
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    file,
  ]).then(
    () => '',
    (error: { readonly stdout: string }) => error.stdout,
  );

function written(name: string, code: string): string {
  const file = join(folder, name);
  writeFileSync(file, code);
  return file;
}

function exampleOfReadme(): string {
  const code = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(CLIENT, 'README.md'), 'utf8'))?.[1];
  if (code === undefined) throw new Error('the README of packages/client has no example');
  return code;
}

/** The import and the client, without a call. */
const beginning = (): string => exampleOfReadme().split('\n\n').slice(0, 2).join('\n\n');

async function runExample(key: string) {
  const [address] = node.app.addresses();
  if (typeof address !== 'object') throw new Error('the node does not listen');
  const env = { ...process.env, ATELIER_URL: `http://127.0.0.1:${address.port}`, ATELIER_API_KEY: key };
  return run(process.execPath, [written('example.ts', exampleOfReadme())], { env });
}

describe('the client package', () => {
  it('does what its README shows, with a key', async () => {
    expect(await faultsOf(written('example.ts', exampleOfReadme()))).toBe('');
    const { stdout } = await runExample(secret);
    expect(stdout).toMatch(/^\d+ pieces; limits: "address";r=\d+;t=\d+, "session";r=\d+;t=\d+$/m);
  });

  it('says why a call was refused', async () => {
    await expect(runExample(`${secret}x`)).rejects.toThrow('401 unauthorized: Sign in first.');
  });

  it('compiles as far as its README begins', async () => {
    expect(await faultsOf(written('right.ts', beginning()))).toBe('');
  });

  it.each([
    ['a path that there is none of', "await atelier.GET('/api/rmas');"],
    [
      'a parameter that the call does not take',
      "await atelier.GET('/api/rma', { params: { query: { colour: 1 } } });",
    ],
    ['a body without what it must have', "await atelier.POST('/api/api_key/revoke', { body: {} });"],
  ])('does not compile with %s', async (_, wrong) => {
    expect(await faultsOf(written('wrong.ts', `${beginning()}\n${wrong}\n`))).toContain('error TS');
  });
});
