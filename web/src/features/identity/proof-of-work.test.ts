import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { solvePuzzle } from './proof-of-work.ts';

const puzzleFor = (answer: string) => ({
  salt: 'ab12',
  challenge: createHash('sha256').update(`ab12${answer}`).digest('hex'),
  maxnumber: 2000,
});

describe('the puzzle in place of the picture', () => {
  it.each(['0', '499', '500', '2000'])('finds %s', async (answer) => {
    await expect(solvePuzzle(puzzleFor(answer))).resolves.toBe(answer);
  });

  it('says when there is no answer', async () => {
    await expect(solvePuzzle(puzzleFor('2001'))).rejects.toThrow('no answer');
  });
});
