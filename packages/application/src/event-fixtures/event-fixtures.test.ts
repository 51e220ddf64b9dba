import { evolveRole, initialRole } from '@atelier/domain/identity/role.ts';
import { evolveUser, initialUser } from '@atelier/domain/identity/user.ts';
import { evolveConfig, initialConfig } from '@atelier/domain/system/config.ts';
import { CONFIG_STREAM } from '@atelier/domain/system/events.ts';
import { describe, expect, test } from 'vitest';
import { inlineRowOf } from '../aggregates.ts';
import { EVENT_REGISTRY } from '../event-registry.ts';
import { upcast } from '@atelier/event-store/registry/registry.ts';
import { openFields, sealFields } from '@atelier/event-store/registry/sealed-fields.ts';
import { keyOf, readFixtureHistories, type FixtureHistory } from './histories.ts';

const histories = readFixtureHistories();
const named = histories.map((history, index) => [`${index}-${history.stream}`, history] as const);

/** As a stream is read: lifted to today's shape. */
function lifted({ events }: FixtureHistory) {
  return events.map(({ type, schemaVersion, data }) => ({
    type,
    data: upcast(EVENT_REGISTRY, type, schemaVersion, data),
  }));
}

describe('every event ever written can still be read (product/reliability.md §6)', () => {
  test('no type, and no version of one, lacks a recorded payload', () => {
    const covered = new Set(histories.flatMap(({ events }) => events.map(keyOf)));
    const written = Object.entries(EVENT_REGISTRY.types).flatMap(([type, { schemaVersion = 1 }]) =>
      Array.from({ length: schemaVersion }, (_, index) => `${type} v${index + 1}`),
    );
    // One is missing? node packages/application/src/event-fixtures/record.ts
    expect(written.filter((key) => !covered.has(key))).toEqual([]);
  });

  test.each(named)('%s replays to the state it had', async (name, history) => {
    const events = lifted(history);
    const state = stateOf(history.stream, events);
    await expect(`${JSON.stringify(state ?? null, null, 1)}\n`).toMatchFileSnapshot(`states/${name}.snap`);
  });

  test.each(named)('%s replays without the persons in it, once they are erased', (_, history) => {
    const events = lifted(history).map(({ type, data }) => ({ type, data: erased(type, data) }));
    expect(() => stateOf(history.stream, events)).not.toThrow();
  });
});

type Lifted = ReturnType<typeof lifted>;

/** The state that the domain folds out of a stream of this kind; undefined where it folds none. */
function stateOf(stream: string, events: Lifted): unknown {
  if (stream.startsWith('user-')) return fold(evolveUser, initialUser, events);
  if (stream.startsWith('role-')) return fold(evolveRole, initialRole, events);
  if (stream === CONFIG_STREAM) return fold(evolveConfig, initialConfig, events);
  return inlineRowOf(stream, events)?.values;
}

function fold<State, Event>(
  evolve: (state: State, event: Event) => State,
  initial: State,
  events: Lifted,
): State {
  // A recorded event is one of the stream's: recorded from the domain's own types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return events.reduce((state, event) => evolve(state, event as Event), initial);
}

/** What is read when the person's key is gone. */
function erased<T extends object>(type: string, data: T): T {
  const fields = EVENT_REGISTRY.personal[type];
  if (fields === undefined) return data;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealing keeps the shape
  return openFields(sealFields(data, fields, undefined) as T, fields, undefined);
}
