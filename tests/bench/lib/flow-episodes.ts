import { FLOW_STAGES } from '@atelier/domain/insight/factory-stages.ts';
import { episodesOf, type SiteStay } from '@atelier/domain/insight/simulation/episodes.ts';
import type { Episode } from '@atelier/domain/insight/simulation/flow-model.ts';
import type { Told } from './promise-lives.ts';

const HOUR_MS = 3_600_000;

/** Every piece's times at each factory, from the states that its events made. */
export function episodesBySite(pieces: readonly Told[]): ReadonlyMap<number, readonly Episode[]> {
  const stays = new Map<number, SiteStay[]>();
  for (const { origin, states } of pieces)
    for (const [index, { at, facts }] of states.entries()) {
      if (facts.site === null || !FLOW_STAGES.includes(facts.status)) continue;
      const next = states[index + 1]?.at;
      const until = next === undefined ? null : next / HOUR_MS;
      const stay = { piece: origin.itemId, stage: facts.status, from: at / HOUR_MS, until };
      const known = stays.get(facts.site);
      if (known === undefined) stays.set(facts.site, [stay]);
      else known.push(stay);
    }
  return new Map([...stays].map(([site, list]) => [site, episodesOf(list)]));
}
