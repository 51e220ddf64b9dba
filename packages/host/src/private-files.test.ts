import { chmodSync, closeSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDataFolder, makePrivateFolder, openPrivateLog } from './private-files.ts';
import { reachableTmp } from './run-as.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(reachableTmp(undefined), 'atelier-private-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (path: string): number => statSync(path).mode & 0o1777;

test('a data folder is closed to everybody but its owner and the group that PostgreSQL passes with', () => {
  closeDataFolder(folder);
  expect(modeOf(folder) & 0o067).toBe(0);
});

test('a data folder that PostgreSQL’s user cannot reach anyway is closed wholly', () => {
  const inside = join(folder, 'data');
  mkdirSync(inside);
  chmodSync(folder, 0o700);
  closeDataFolder(inside);
  expect(modeOf(inside)).toBe(0o700);
});

test('a folder that everybody shares is left as it is', () => {
  chmodSync(folder, 0o1777);
  closeDataFolder(folder);
  expect(modeOf(folder)).toBe(0o1777);
});

test('folders and logs of an earlier version are closed when they are used again', () => {
  const logs = join(folder, 'logs');
  mkdirSync(logs, { mode: 0o755 });
  makePrivateFolder(logs);
  const log = join(logs, 'API.log');
  writeFileSync(log, 'a line of yesterday', { mode: 0o644 });
  closeSync(openPrivateLog(log));
  expect([modeOf(logs), modeOf(log)]).toEqual([0o700, 0o600]);
});
