import { isDeviation } from '@atelier/domain/insight/process.ts';
import type { Arc } from './process-queries.ts';

/** Which arcs the map draws. */
export const SHOWN = ['all', 'usual', 'back', 'outside'] as const;
export type Shown = (typeof SHOWN)[number];

/** Of the busiest arc: less is no usual path. */
const USUAL_SHARE = 0.02;

export const shownIn = (params: URLSearchParams): Shown =>
  SHOWN.find((each) => each === params.get('paths')) ?? 'all';

/** What was taken back is listed, and not drawn: the piece never went on from there. */
export function shownArcs(arcs: readonly Arc[], shown: Shown): readonly Arc[] {
  const most = Math.max(0, ...arcs.map(({ count }) => count));
  return arcs.filter(({ path, count }) => {
    if (path === 'undone') return false;
    if (shown === 'back') return path === 'back';
    if (shown === 'outside') return isDeviation(path);
    return shown === 'all' || count >= most * USUAL_SHARE;
  });
}

/** Moves of the paths that are asked for. */
export const movesOf = (arcs: readonly Arc[], isOne: (path: Arc['path']) => boolean): number =>
  arcs.reduce((sum, { path, count }) => (isOne(path) ? sum + count : sum), 0);
