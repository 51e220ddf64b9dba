import type { StatusId } from '../../shared/status.ts';
import type { Episode, Visit } from './flow-model.ts';

/** A stay of a piece at a stage of one site, in hours since 1970; `until` null = it lasts. */
export interface SiteStay {
  readonly piece: number;
  readonly stage: StatusId;
  readonly from: number;
  readonly until: number | null;
}

/**
 * The times of pieces at a site, from its stays in the order of piece and beginning. A stay that does not begin where the one
 * before ended begins another time; two in a row at one stage are one visit.
 */
export function episodesOf(stays: readonly SiteStay[]): readonly Episode[] {
  const episodes: Visit[][] = [];
  let before: SiteStay | undefined;
  for (const stay of stays) {
    const { stage, from, until } = stay;
    const isNext = before?.piece === stay.piece && before.until === from;
    const last = episodes.at(-1);
    if (!isNext || last === undefined) episodes.push([{ stage, from, until }]);
    else if (before?.stage === stage) last.push({ stage, from: last.pop()?.from ?? from, until });
    else last.push({ stage, from, until });
    before = stay;
  }
  return episodes;
}
