import { createHash, randomBytes, randomInt } from 'node:crypto';

const MAX_NUMBER = 60_000;

/** A puzzle a browser solves by trying: the accessible path past the picture (product/identity.md §1). */
export interface Puzzle {
  /** What the login form's `captcha` field must say: the number, in decimal. */
  readonly answer: string;
  /** JSON data URL `{algorithm, salt, challenge, maxnumber}`: find n with SHA-256(salt + n) = challenge. */
  readonly picture: string;
}

export function makePuzzle(): Puzzle {
  const salt = randomBytes(12).toString('hex');
  const answer = String(randomInt(MAX_NUMBER + 1));
  const challenge = createHash('sha256')
    .update(salt + answer)
    .digest('hex');
  const puzzle = JSON.stringify({ algorithm: 'SHA-256', salt, challenge, maxnumber: MAX_NUMBER });
  return { answer, picture: `data:application/json;base64,${Buffer.from(puzzle).toString('base64')}` };
}
