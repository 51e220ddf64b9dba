import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startSlowProxy } from '@atelier/tests/harness/slow-proxy.ts';
import { startProgram, type Program } from '@atelier/tests/harness/program.ts';
import { freePort } from '@atelier/host/ports.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openApiWorld, signInAs, type ApiWorld } from './testing-api.ts';
import { Screen } from '../live/testing-screen.ts';
import { depositAt } from '../live/testing-items.ts';

/** A whole program starts in a second, and in half a minute where the machine is busy with others. */
const patienceMs = 60_000;
vi.setConfig({ testTimeout: 2 * patienceMs });

const folder = join(projectRoot, '.tmp', `api-start-${process.pid}`);
const keyFile = join(folder, 'master.key');
let api: ApiWorld;
const programs: Program[] = [];

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(keyFile, Buffer.alloc(32, 7).toString('hex'));
  api = await openApiWorld();
});
afterEach(async () => {
  for (const program of programs.splice(0)) await program.kill();
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(env: Record<string, string>): Program {
  const main = join(projectRoot, 'services', 'api', 'src', 'main.ts');
  const program = startProgram(process.execPath, [main], { cwd: projectRoot, env });
  programs.push(program);
  return program;
}

const environment = (port: number): Record<string, string> => ({
  PORT: String(port),
  HOST: '127.0.0.1',
  DATABASE_URL: api.world.database.appUrl,
  MASTER_KEY_FILE: keyFile,
  DEMO: '1',
});

describe('a start that cannot be', () => {
  it.each([
    ['a port that is none', { PORT: '99999' }, /PORT must be a whole number between 1 and 65535/],
    ['no database', {}, /DATABASE_URL is not set: set it, or use "npm start"/],
    [
      'a database address that is none',
      { DATABASE_URL: 'mysql://x' },
      /DATABASE_URL must be an address beginning with/,
    ],
    [
      'a fixed captcha outside the demo',
      { DATABASE_URL: 'postgres://127.0.0.1:1/x', DEMO: '0', CAPTCHA_FIXED_ANSWER: 'x' },
      /CAPTCHA_FIXED_ANSWER is for tests/,
    ],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://127.0.0.1:1/x', MASTER_KEY_FILE: 'KEY' },
      /database 127\.0\.0\.1:1\/x cannot be used .* start it, or correct host and port in DATABASE_URL/,
    ],
    [
      'a key file that is not there',
      { DATABASE_URL: 'postgres://127.0.0.1:1/x', MASTER_KEY_FILE: '/nowhere/key' },
      /master key \/nowhere\/key cannot be used .* MASTER_KEY_FILE/,
    ],
  ])('for %s says one sentence and ends with 1', async (_what, env, sentence) => {
    const program = start({
      ...env,
      ...('MASTER_KEY_FILE' in env && env.MASTER_KEY_FILE === 'KEY' && { MASTER_KEY_FILE: keyFile }),
    });
    expect(await program.ended()).toBe(1);
    const said = program.stderr().trim();
    expect(said).toMatch(sentence);
    expect(said.split('\n')).toHaveLength(1);
    expect(program.stdout()).toBe('');
  });

  it('for a port that is taken says so', async () => {
    const port = await freePort();
    const other = createServer();
    await new Promise<void>((resolve) => void other.listen(port, '127.0.0.1', resolve));
    const program = start(environment(port));
    expect(await program.ended()).toBe(1);
    expect(program.stderr()).toContain(`Port ${port} is taken`);
    other.close();
  });
});

describe('a node that runs', () => {
  it('measures how far ahead the partitions of the log are', async () => {
    const port = await freePort();
    const node = start(environment(port));
    await node.line(/^ready /);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/api/metrics`)).text();
    const line = /^atelier_event_partitions_ahead (\S+)$/m.exec(metrics)?.[1];
    expect(Number(line)).toBeGreaterThanOrEqual(3);
  });

  it('says which worker leads which projection, and when none does', async () => {
    const { rows } = await api.world.projectorPool.query<{ id: number }>(
      `with joined as (insert into projection_runners (name, projections) values ('host:7', '{dashboard}') returning id)
       insert into projection_checkpoints (name, leader) select * from (
         select 'dashboard', id from joined union all select 'search', null from joined) led
       on conflict (name) do update set leader = excluded.leader returning (select id from joined)`,
    );
    const id = rows[0]?.id;
    const port = await freePort();
    await start(environment(port)).line(/^ready /);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/api/metrics`)).text();
    expect(metrics).toContain(
      `atelier_projection_leader{projection="dashboard",runner="${id}",name="host:7"} 1`,
    );
    expect(metrics).toContain('atelier_projection_leader{projection="search",runner="",name=""} 0');
    expect(metrics).toMatch(/^atelier_projection_behind\{projection="dashboard"\} \d+$/m);
    const ready = await fetch(`http://127.0.0.1:${port}/api/health/ready`);
    const { data } = (await ready.json()) as {
      data: { projections: { name: string; leader: number | null }[] };
    };
    const led = data.projections.map(({ name, leader }) => [name, leader]);
    expect(Object.fromEntries(led)).toMatchObject({ dashboard: id, search: null });
    await api.world.projectorPool.query('delete from projection_runners');
  });

  // All of 127.0.0.0/8 leads here on Linux: an address beside the one that is listened on.
  it.runIf(process.platform === 'linux').each([
    ['with the demo for this machine only', { DEMO: '1' }, false],
    ['with the demo where HOST says', { DEMO: '1', HOST: '0.0.0.0' }, true],
    ['without the demo for the network', { DEMO: '0' }, true],
  ])('listens %s', async (_what, env, isReachable) => {
    const port = await freePort();
    const { HOST: _, ...others } = environment(port);
    const node = start({ ...others, ...env });
    await node.line(/^ready /);
    expect(await isReady(port)).toBe(true);
    expect(await isReady(port, '127.0.0.2')).toBe(isReachable);
  });
});

describe('a busy machine', () => {
  it('may take longer for the first connection than a caller would wait', async () => {
    const proxy = await startSlowProxy(api.world.database.appUrl, { count: 1, milliseconds: 3_000 });
    const program = start({ ...environment(await freePort()), DATABASE_URL: proxy.url });
    expect(await program.line(/^ready /)).toMatch(/^ready http/);
    await program.kill('SIGTERM');
    await proxy.close();
  });
});

describe.runIf(existsSync('/dev/full'))('a full disk under the log', () => {
  it.each(['api', 'workers'] as const)('ends neither the %s nor their end', async (name) => {
    const port = await freePort();
    const program = startOnFullDisk(name, { ...environment(port), LOG_LEVEL: 'trace' });
    const isUp = name === 'api' ? () => isReady(port) : hasWorkers;
    await expect.poll(isUp, { timeout: patienceMs }).toBe(true);
    for (let call = 0; call < 20; call += 1)
      await fetch(`http://127.0.0.1:${port}/api/x`).catch(() => undefined);
    expect(program.child.exitCode).toBeNull();
    program.child.kill('SIGTERM');
    // Workers say nothing when they are up: asked to end before that, they end by the signal.
    expect(name === 'api' ? [0] : [0, 'SIGTERM']).toContain(await program.ended());
  });
});

function startOnFullDisk(service: string, env: Record<string, string>): Program {
  const main = join(projectRoot, 'services', service, 'src', 'main.ts');
  const full = 'exec "$0" "$1" > /dev/full 2>&1';
  const program = startProgram('/bin/sh', ['-c', full, process.execPath, main], { cwd: projectRoot, env });
  programs.push(program);
  return program;
}

async function hasWorkers(): Promise<boolean> {
  const { rows } = await api.world.projectorPool.query(
    `select from pg_stat_activity where application_name like 'atelier workers%' and datname = current_database()`,
  );
  return rows.length > 1;
}

const isReady = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  fetch(`http://${host}:${port}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

describe('two processes on one database', () => {
  it('both say "ready", both tell every change, and end in order', async () => {
    const ports = [await freePort(), await freePort()];
    const nodes = ports.map((port) => start(environment(port)));
    await Promise.all(nodes.map((node) => node.line(/^ready http:\/\/localhost:\d+$/)));
    const helper = await api.node();
    const token = await signInAs(helper.app, 'paris');
    const par = api.sites.get('PAR') ?? 0;
    const screens = await Promise.all(ports.map((port) => screenAt(port, token, `store:${par}`)));
    const items = await Promise.all(Array.from({ length: 20 }, () => depositAt(api.world, par)));
    for (const screen of screens) {
      for (const item of items) await screen.rowOf(`store:${par}`, item.id);
    }
    nodes.forEach((node) => node.child.kill('SIGTERM'));
    for (const screen of screens) {
      const { code, reason } = await screen.whenClosed();
      expect(code).toBe(1012);
      expect(JSON.parse(reason).resume_after_ms).toBeLessThanOrEqual(3_000);
    }
    expect(await Promise.all(nodes.map((node) => node.ended()))).toEqual([0, 0]);
  });

  it('say "not ready" before they end, and finish what is under way', async () => {
    const port = await freePort();
    const node = start(environment(port));
    await node.line(/^ready /);
    const url = `http://127.0.0.1:${port}/api/health/ready`;
    expect((await fetch(url)).status).toBe(200);
    node.child.kill('SIGTERM');
    let last = await fetch(url);
    while (last.status === 200) last = await fetch(url);
    expect([last.status, last.headers.get('connection')]).toEqual([503, 'close']);
    expect(await node.ended()).toBe(0);
  });
});

async function screenAt(port: number, token: string, topic: string): Promise<Screen> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${port}/api/live/ticket`, { method: 'POST', headers });
  const { data } = (await answer.json()) as { data: { ticket: string } };
  const screen = new Screen(`ws://127.0.0.1:${port}/api/live`);
  await screen.opened();
  screen.send({ type: 'hello', ticket: data.ticket });
  await screen.frame('welcome');
  screen.send({ type: 'subscribe', topics: [topic] });
  await screen.frame('subscribed');
  return screen;
}
