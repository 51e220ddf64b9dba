// node packages/application/src/event-fixtures/record.ts
//
// Adds histories with the event types and versions that histories.jsonl lacks. What stands there is never
// rewritten: it is how such events were written once, and every later release has to read it.
import { appendFileSync } from 'node:fs';
import { startWalk, steps, take } from '@atelier/domain/processes/walk-testing.ts';
import fc from 'fast-check';
import { EVENT_REGISTRY } from '../event-registry.ts';
import { currentVersion } from '@atelier/event-store/registry/registry.ts';
import type { DomainEvent } from '@atelier/event-store/types.ts';
import { fixtureFile, keyOf, readFixtureHistories, type FixtureHistory } from './histories.ts';
import { singleStreams } from './single-streams.ts';
import { followingEvents } from './following-events.ts';

const histories = [...readFixtureHistories()];
const covered = new Set(histories.flatMap(({ events }) => events.map(keyOf)));
const news = ({ events }: FixtureHistory): number => new Set(events.map(keyOf)).difference(covered).size;

const walks = walkHistories();
for (let best = richest(walks); best !== undefined; best = richest(walks)) keep(best);
for (const history of followingHistories()) if (news(history) > 0) keep(history);

function keep(history: FixtureHistory): void {
  for (const event of history.events) covered.add(keyOf(event));
  histories.push(history);
  appendFileSync(fixtureFile, `${JSON.stringify(history)}\n`);
}

/** The history with the most types that are not there yet; the shortest of them. */
function richest(candidates: readonly FixtureHistory[]): FixtureHistory | undefined {
  const [first] = candidates
    .map((history) => ({ history, gain: news(history) }))
    .filter(({ gain }) => gain > 0)
    .toSorted((a, b) => b.gain - a.gain || a.history.events.length - b.history.events.length);
  return first?.history;
}

function recorded(stream: string, events: readonly DomainEvent[]): FixtureHistory {
  return {
    stream,
    events: events.map(({ type, data }) => ({
      type,
      schemaVersion: currentVersion(EVENT_REGISTRY, type),
      data,
    })),
  };
}

/** Streams of random walks through the domain; what has a new type is kept, the rest of the walks is not. */
function walkHistories(): readonly FixtureHistory[] {
  return fc.sample(steps(160), { numRuns: 600, seed: 5 }).flatMap((walk) => {
    const world = startWalk();
    for (const step of walk) take(world, step);
    return [...world.logs].map(([stream, events]) => recorded(stream, events));
  });
}

function followingHistories(): readonly FixtureHistory[] {
  const following = Object.entries(followingEvents).map(([kind, events]) => {
    const begun = histories.find(({ stream }) => stream.startsWith(`${kind}-`));
    if (begun === undefined) throw new Error(`no history of kind ${kind} to follow`);
    return { stream: begun.stream, events: [...begun.events, ...recorded(begun.stream, events).events] };
  });
  return [...following, ...Object.entries(singleStreams).map(([stream, events]) => recorded(stream, events))];
}
