import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/client.ts';
import type { Puzzle } from './proof-of-work.ts';
import { solvePuzzle } from './proof-of-work.ts';

/** Shortest time between two refreshes by hand (specification §9). */
export const REFRESH_MS = 10_000;

export interface CaptchaData {
  CaptchaId: string;
  PicPath: string;
}
/** A captcha as the form holds it: a picture to read, or a puzzle that was solved without eyes. */
export interface Captcha {
  id: string;
  picture: string;
  /** The answer, when the browser found it itself. */
  answer: string | null;
}

async function getOne(query: { previous?: string | undefined; kind?: 'pow' }): Promise<CaptchaData> {
  const answer = await call<CaptchaData | null>({
    path: '/captcha/getOne',
    query,
    anonymous: true,
    timeout: 15_000,
  });
  if (!answer.success || !answer.data) throw new ApiError('refused', answer);
  return answer.data;
}

/** A picture; `previous` names the one it replaces by hand, which the server refuses within ten seconds. */
export async function fetchPicture(previous?: string): Promise<Captcha> {
  const data = await getOne({ previous });
  return { id: data.CaptchaId, picture: data.PicPath, answer: null };
}

/** The equal path without a picture: the browser works for a moment instead of the person (product §4). */
export async function fetchSolved(): Promise<Captcha> {
  const data = await getOne({ kind: 'pow' });
  const puzzle = JSON.parse(atob(data.PicPath.slice(data.PicPath.indexOf(',') + 1))) as Puzzle;
  return { id: data.CaptchaId, picture: '', answer: await solvePuzzle(puzzle) };
}
