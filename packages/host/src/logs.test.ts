import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyLargeLog } from './logs.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-logs-'));
  file = join(folder, 'API.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

const textOf = (path: string): string => readFileSync(path, 'utf8');

test('a log that has grown large is emptied under its writer, its lines kept beside', () => {
  const writer = openSync(file, 'a');
  writeSync(writer, 'one\ntwo\n');
  emptyLargeLog(file, 4);
  writeSync(writer, 'three\n');
  closeSync(writer);
  expect([textOf(`${file}.1`), textOf(file)]).toEqual(['one\ntwo\n', 'three\n']);
});

test('a small log and one that is not there are left alone', () => {
  appendFileSync(file, 'one\n');
  emptyLargeLog(file, 4);
  emptyLargeLog(join(folder, 'none.log'), 4);
  expect(textOf(file)).toBe('one\n');
});

test('a log whose lines cannot be kept is emptied all the same', () => {
  appendFileSync(file, 'one\ntwo\n');
  mkdirSync(`${file}.1`);
  emptyLargeLog(file, 4);
  expect(textOf(file)).toBe('');
});
