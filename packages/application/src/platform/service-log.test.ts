import { write, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createServiceLog, type WriteChunk } from './service-log.ts';

let folder: string;
let file: string;
let fd: number;
/** A disk that is full while this says so, and takes half of what it gets when it is not. */
let isFull = false;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-log-'));
  file = join(folder, 'api.log');
  fd = openSync(file, 'a');
  isFull = false;
});
afterEach(() => {
  closeSync(fd);
  rmSync(folder, { recursive: true });
});

const disk: WriteChunk = (to, chunk, done) => {
  if (isFull) setImmediate(done, Object.assign(new Error('no space left'), { code: 'ENOSPC' }), 0);
  else write(to, chunk, 0, Math.ceil(chunk.length / 2), done);
};

const options = () => ({ fd, retryMs: 5, waitingLimit: 2_000, writeChunk: disk });

function lines(): { msg: string; number?: number; dropped?: number; code?: string }[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

test('writes every line once and in order', async () => {
  const { log, droppedLines } = createServiceLog('api', 'info', options());
  for (let number = 0; number < 10; number += 1) log.info({ number }, 'a line');
  await vi.waitFor(() => expect(lines().map(({ number }) => number)).toEqual([...Array(10).keys()]), {
    timeout: 20_000,
  });
  expect(droppedLines()).toBe(0);
});

test('drops and counts lines while the disk is full, then says how many and goes on', async () => {
  const { log, droppedLines } = createServiceLog('api', 'info', options());
  isFull = true;
  log.info('the first');
  await sleep(20);
  for (let number = 0; number < 200; number += 1) log.info({ number }, 'a line');
  const dropped = droppedLines();
  expect(dropped).toBeGreaterThan(100);

  isFull = false;
  await vi.waitFor(() => expect(lines().at(-1)).toMatchObject({ dropped, code: 'ENOSPC' }), {
    timeout: 20_000,
  });
  log.info('the last');
  await vi.waitFor(() => expect(lines().at(-1)?.msg).toBe('the last'), { timeout: 20_000 });
  expect(lines()[0]?.msg).toBe('the first');
  expect(lines()).toHaveLength(200 - dropped + 3);
});
