import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCuttingProxy, type CuttingProxy } from '@atelier/tests/harness/cutting-proxy.ts';
import type { Program } from '@atelier/tests/harness/program.ts';
import { endRedis, launchRedis, startRedis, type TestRedis } from '@atelier/tests/harness/redis.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '@atelier/host/ports.ts';
import { findProgram } from './lib/programs.ts';
import { startFaultServer, type FaultServer } from './testing-fault-server.ts';
import {
  expectSentence,
  noteFault,
  openFaultyStarts,
  printFaults,
  expectLine,
  type FaultyStarts,
} from './testing-start.ts';

let starts: FaultyStarts;
let server: FaultServer;
let redis: TestRedis;
beforeAll(async () => {
  [starts, server, redis] = await Promise.all([openFaultyStarts(), startFaultServer(), startRedis()]);
});
afterEach(() => starts.endAll(), 40_000);
afterAll(async () => {
  printFaults();
  await redis.stop();
  await server.stop();
  starts.remove();
});

/** Longer than the slowest of what would log meanwhile: reconnecting, polling, reconciling after a failure. */
const awayMs = 6_000;

interface Started {
  readonly program: Program;
  /** Warnings and errors that a service has logged. */
  readonly warnings: (service: 'API' | 'workers') => readonly string[];
}

let databases = 0;
async function start(env: Record<string, string>): Promise<Started> {
  const folder = starts.dataFolder();
  const url = await server.migrated(`away${(databases += 1)}`);
  const program = starts.start({ DATABASE_URL: url, DATA_DIR: folder, ...env });
  const warnings = (service: string): string[] =>
    readFileSync(join(folder, 'logs', `${service}.log`), 'utf8')
      .split('\n')
      .filter((line) => /^\{"level":[4-6]0/.test(line))
      .map((line): { msg: string; err?: { message: string } } => JSON.parse(line))
      // A job of a schedule that ran when Redis was killed lost its lock with Redis's data; a machine that stands still for
      // seconds hears nothing of a Redis that is there.
      .filter(({ err }) => !/renew lock|Missing (lock|key) for job|Socket timeout/.test(err?.message ?? ''))
      .map(({ msg }) => msg)
      // These databases have no account yet, and the API says so at its start.
      .filter((message) => message !== 'no account exists yet');
  return { program, warnings };
}

/** Lines on the console that are not part of a healthy start; these databases have no account yet. */
const linesOf = (program: Program): readonly string[] =>
  program
    .stderr()
    .trim()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('No account exists yet'));

const AWAY = 'dependency away, its return is logged too';
const BACK = 'dependency back, what waited for it goes on';

/** Sends one command in clear and waits for the answer. */
async function tellRedis(port: number, command: string): Promise<void> {
  const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
  await once(socket, 'data');
  socket.destroy();
}

describe('Redis', () => {
  const away =
    /^Redis 127\.0\.0\.1:\d+ cannot be used \(.+\): commands are saved as before, background jobs .* wait until it is back\.$/;
  const back = /^Redis 127\.0\.0\.1:\d+ is back after \d+ s\.$/;

  test('that is away at the start is one line, and one when it is back', async () => {
    await redis.kill();
    const { program, warnings } = await start({ REDIS_URL: redis.url });
    await expectLine('Redis is away at the start', program, away);
    await sleep(awayMs);
    await redis.restart();
    noteFault('Redis is back', await program.line(back), 'goes on');
    expect(linesOf(program)).toEqual([expect.stringMatching(away), expect.stringMatching(back)]);
    await expect.poll(() => warnings('workers')).toEqual([AWAY, BACK]);
  });

  test('that goes away is one line, and one when it is back', async () => {
    const { program, warnings } = await start({ REDIS_URL: redis.url });
    await program.line(/^ready /);
    expect(linesOf(program)).toEqual([]);
    await redis.kill();
    noteFault('Redis goes away', await program.line(away), 'goes on');
    await sleep(awayMs);
    await redis.restart();
    await program.line(back);
    expect(linesOf(program)).toEqual([expect.stringMatching(away), expect.stringMatching(back)]);
    await expect.poll(() => warnings('workers')).toEqual([AWAY, BACK]);
    expect(warnings('API')).toEqual([]);
  });

  test('with another password is a fault, and one that may remove jobs a warning', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-strict-redis-'));
    const port = await freePort();
    const program = findProgram('redis-server') ?? '';
    const child = await launchRedis(program, folder, port, { 'maxmemory-policy': 'allkeys-lru' });
    await tellRedis(port, 'CONFIG SET requirepass s3cret');
    const refused = await start({ REDIS_URL: `redis://:wr0ng@127.0.0.1:${port}` });
    const says =
      /^The workers did not start: Redis 127\.0\.0\.1:\d+ cannot be used \(WRONGPASS .*\): correct user and password in REDIS_URL\.$/;
    await expectSentence('Redis password is wrong', refused.program, says, ['wr0ng']);
    const warned = await start({ REDIS_URL: `redis://:s3cret@127.0.0.1:${port}` });
    const warning =
      /^Redis 127\.0\.0\.1:\d+ may remove jobs when its memory is full \(maxmemory-policy allkeys-lru\): set/;
    await expectLine('Redis may remove keys', warned.program, warning);
    expect(warned.program.stderr()).not.toContain('s3cret');
    await endRedis(child, 'SIGTERM');
    rmSync(folder, { recursive: true });
  });
});

describe('PostgreSQL', () => {
  let proxy: CuttingProxy;
  afterEach(() => proxy.close());

  test('that goes away is one line of all services together, and one when it is back', async () => {
    proxy = await startCuttingProxy(Number(server.place.split(':')[1]));
    const url = await server.migrated('cut');
    const through = url.replace(/:\d+\//, `:${proxy.port}/`);
    const { program, warnings } = await start({ DATABASE_URL: through });
    await program.line(/^ready /);
    proxy.cut();
    const away =
      /^PostgreSQL 127\.0\.0\.1:\d+\/cut cannot be used \(.+\): calls are answered with 503 and jobs wait, both go on when it is back\.$/;
    noteFault('PostgreSQL goes away', await program.line(away), 'goes on');
    await sleep(awayMs);
    proxy.heal();
    const back = /^PostgreSQL 127\.0\.0\.1:\d+\/cut is back after \d+ s\.$/;
    noteFault('PostgreSQL is back', await program.line(back), 'goes on');
    expect(linesOf(program)).toEqual([expect.stringMatching(away), expect.stringMatching(back)]);
    // The console's line is of the service that noticed first.
    await expect.poll(() => warnings('API')).toEqual([AWAY, BACK]);
    // On its return the workers find that they missed their own beat: that is no line about the outage.
    const taken = 'worker missed, its projections taken over by the others';
    await expect.poll(() => warnings('workers').filter((line) => line !== taken)).toEqual([AWAY, BACK]);
  });
});
