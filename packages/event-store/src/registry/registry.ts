import { UnknownEventTypes } from '../errors.ts';
import type { JsonObject } from '../types.ts';
import type { EventRegistry, EventTypeDefinition, PersonalData, PersonalRows } from '../event-types.ts';

/** The version of a type written today. Throws when the type is not registered. */
export function currentVersion(registry: EventRegistry, type: string): number {
  const definition = registry.types[type];
  if (definition === undefined) throw new UnknownEventTypes([type]);
  return definition.schemaVersion ?? 1;
}

/**
 * Lifts data written at an older version to today's shape, one step at a time.
 * Throws `UnknownEventTypes` for a type or a version this release does not know.
 */
export function upcast<T extends object>(
  registry: EventRegistry,
  type: string,
  schemaVersion: number,
  data: T,
): T {
  const current = currentVersion(registry, type);
  if (schemaVersion === current) return data;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- data came out of a JSON column
  let lifted = data as unknown as JsonObject;
  for (let version = schemaVersion; version < current; version += 1) {
    const step = registry.types[type]?.upcast?.[version];
    if (step === undefined) throw new UnknownEventTypes([`${type} v${version}`]);
    lifted = step(lifted);
  }
  if (schemaVersion > current) throw new UnknownEventTypes([`${type} v${schemaVersion}`]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the event fixtures hold upcasters to it
  return lifted as unknown as T;
}

/** Checks that every older version of every type can be lifted, and that personal types exist. */
export function createRegistry(
  types: Readonly<Record<string, EventTypeDefinition>>,
  personal: PersonalData,
  rows: PersonalRows = {},
): EventRegistry {
  const registry = { types, personal, rows };
  for (const [type, definition] of Object.entries(types)) {
    for (let version = 1; version < (definition.schemaVersion ?? 1); version += 1) {
      if (definition.upcast?.[version] === undefined) throw new Error(`${type} v${version} has no upcaster`);
    }
  }
  for (const type of Object.keys(personal)) currentVersion(registry, type);
  return registry;
}
