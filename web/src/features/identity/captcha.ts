import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/client.ts';
import { type Puzzle, solvePuzzle } from './proof-of-work.ts';

/** A captcha as the form holds it: a picture to read, or a puzzle that was solved without eyes. */
export interface Captcha {
  id: string;
  picture: string;
  /** The answer, when the browser found it itself. */
  answer: string | null;
  /** Shortest time until another may be asked for by hand, as configured (product/identity.md §1). */
  refreshMs: number;
}

async function getOne(query: { previous?: string | undefined; kind?: 'pow' }) {
  const answer = await call({
    path: '/captcha/getOne',
    query,
    anonymous: true,
    timeout: 15_000,
  });
  if (!answer.success || !answer.data) throw new ApiError('refused', answer);
  // Beside the data, where the captcha's own fields stand too (product/calls.md §1).
  const told = 'refresh_ms' in answer ? answer.refresh_ms : undefined;
  return { ...answer.data, refreshMs: typeof told === 'number' ? told : 0 };
}

/** A picture; `previous` names the one it replaces by hand, which the server refuses when it is too young. */
export async function fetchPicture(previous?: string): Promise<Captcha> {
  const data = await getOne({ previous });
  return { id: data.CaptchaId, picture: data.PicPath, answer: null, refreshMs: data.refreshMs };
}

/** The equal path without a picture: the browser works for a moment instead of the person (product/identity.md §1). */
export async function fetchSolved(): Promise<Captcha> {
  const data = await getOne({ kind: 'pow' });
  const puzzle = JSON.parse(atob(data.PicPath.slice(data.PicPath.indexOf(',') + 1))) as Puzzle;
  const answer = await solvePuzzle(puzzle);
  return { id: data.CaptchaId, picture: '', answer, refreshMs: data.refreshMs };
}
