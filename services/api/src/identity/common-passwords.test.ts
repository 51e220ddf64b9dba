import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

const email = 'nina.novak@demo.test';

test.each([
  ['blanks', ' '.repeat(12)],
  ['blanks that are none to look at', '\u200B\u3000'.repeat(8)],
  ['a known one', '1q2w3e4r5t6y'],
  ['a known one with a year and a sign', 'Password2026!'],
  ['a known one in wide letters', 'ｐａｓｓｗｏｒｄ１２３４'],
  ['one character', 'aaaaaaaaaaaa'],
  ['one piece', 'abcabcabcabca'],
  ['digits in a row', '123456789012'],
  ['keys in a row', 'qwertyuiopas'],
  ['the own address', 'nina.novak@demo.test'],
  ['the own name with a year', 'Nina.Novak2026'],
])('%s is easy to guess', async (_what, password) =>
  expect(await isCommonPassword(password, email)).toBe(true),
);

test.each([
  'demo-Repair-2026',
  'a long enough one',
  'correct horse battery staple',
  '指輪の修理は来週の水曜日です',
])('%s is not', async (password) => expect(await isCommonPassword(password, email)).toBe(false));
