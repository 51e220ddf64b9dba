import { expect, it } from 'vitest';
import { masterKeyOf } from './master-key.ts';
import { searchWordsOf } from './search-words.ts';

const masterKey = masterKeyOf(Buffer.alloc(32, 7));
const epoch = (number: number) => ({
  epoch: number,
  erasures: 0,
  secret: Buffer.alloc(32, number),
  since: '2026-11-20T10:00:00.000Z',
  isWhole: true,
});
const words = searchWordsOf([epoch(1), epoch(2)], masterKey);

it('writes words that say nothing and are found by their beginnings (decisions/0163)', () => {
  const whole = words.blind('élodie dupré');
  expect(whole).not.toMatch(/lodie|dupr/u);
  for (const beginning of ['é', 'élo', 'élodie ', 'élodie dupré'])
    expect(words.allBlind(beginning).some((blind) => whole.startsWith(blind))).toBe(true);
  for (const other of ['e', 'élof', 'dupré', 'lodie'])
    expect(words.allBlind(other).some((blind) => whole.startsWith(blind))).toBe(false);
});

it('writes with the newest key and looks with each', () => {
  const older = searchWordsOf([epoch(1)], masterKey).blind('anna');
  expect(words.blind('anna')).not.toBe(older);
  expect(words.allBlind('anna')).toEqual([older, words.blind('anna')]);
  expect(words.blind('anna').startsWith(words.mark)).toBe(true);
});

it('leaves words as they are while there is no key', () => {
  const none = searchWordsOf([], masterKey);
  expect([none.blind('anna'), none.allBlind('anna'), none.mark]).toEqual(['anna', [], '']);
});
