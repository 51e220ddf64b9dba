import { expect, test } from 'vitest';
import { sentenceOf } from './failure-sentence.ts';

const failed = (message: string, fields: object): Error => Object.assign(new Error(message), fields);

test.each([
  [
    failed('could not extend file', { code: '53100' }),
    'The database server has no room left (could not extend file): make room on its disk.',
  ],
  [
    failed('database or disk is full', { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
    'The key vault has no room left (database or disk is full): make room on its disk.',
  ],
  [
    failed('no space left on device', { code: 'ENOSPC', path: '/data/master.key' }),
    '/data/master.key cannot be used (no space left on device): make room on that disk, or name a place on another one.',
  ],
])('%s is an operator’s to mend', (error, sentence) => {
  expect(sentenceOf(error)).toBe(sentence);
});

test('an error without advice is a defect', () => {
  expect(sentenceOf(failed('no such table', { code: 'ERR_SQLITE_ERROR', errcode: 1 }))).toBeUndefined();
  expect(sentenceOf(new TypeError('x is not a function'))).toBeUndefined();
});
