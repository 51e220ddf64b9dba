/** What the server asks: find n with SHA-256(salt + n) = challenge, n at most `maxnumber`. */
export interface Puzzle {
  salt: string;
  challenge: string;
  maxnumber: number;
}

const BATCH = 500;

const hex = (buffer: ArrayBuffer) =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');

async function fits(puzzle: Puzzle, candidate: number): Promise<number | null> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(`${puzzle.salt}${candidate}`),
  );
  return hex(digest) === puzzle.challenge ? candidate : null;
}

/** The number as text. The digest runs outside the page's thread, in batches, so the form stays usable meanwhile. */
export async function solvePuzzle(puzzle: Puzzle): Promise<string> {
  for (let start = 0; start <= puzzle.maxnumber; start += BATCH) {
    const count = Math.min(BATCH, puzzle.maxnumber - start + 1);
    const found = await Promise.all(Array.from({ length: count }, (_, index) => fits(puzzle, start + index)));
    const answer = found.find((candidate) => candidate !== null);
    if (answer !== undefined) return String(answer);
  }
  throw new Error('the puzzle has no answer');
}
