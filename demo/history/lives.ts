import { DAY_MS, toMs } from '@atelier/domain/kernel.ts';
import { isItemEvent } from '@atelier/domain/personal-data.ts';
import type { PieceState, PieceWorld } from '@atelier/domain/processes/ready-history.ts';
import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import { isAtFactory } from '@atelier/domain/shared/status.ts';
import type { StoryCommand } from './story.ts';

/** The events of each piece by its stream, oldest first, with the moment of their command. */
export function itemEvents(
  commands: readonly StoryCommand[],
): ReadonlyMap<string, readonly { at: number; event: ItemEvent }[]> {
  const found = new Map<string, { at: number; event: ItemEvent }[]>();
  for (const { at, streams } of commands)
    for (const { streamId, events } of streams)
      for (const event of events) {
        if (!isItemEvent(event)) continue;
        const known = found.get(streamId);
        if (known === undefined) found.set(streamId, [{ at: toMs(at), event }]);
        else known.push({ at: toMs(at), event });
      }
  return found;
}

/** How many pieces each factory holds when a day begins, as far as `end`; all of them for a piece that is elsewhere. */
export function loadsOf(lives: readonly (readonly PieceState[])[], end: number): PieceWorld['loadOf'] {
  const counts = new Map<string, number>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  const atWork = new Set<number>();
  for (const states of lives)
    for (const [index, { at, facts }] of states.entries()) {
      const until = states[index + 1]?.at ?? end;
      if (!isAtFactory(facts.status) || facts.site === null) continue;
      atWork.add(facts.site);
      for (let day = Math.ceil(at / DAY_MS); day * DAY_MS < until; day += 1) {
        add(`${facts.site} ${day}`);
        add(`all ${day}`);
      }
    }
  return (site, ms) =>
    counts.get(`${site !== null && atWork.has(site) ? site : 'all'} ${Math.floor(ms / DAY_MS)}`) ?? 0;
}
