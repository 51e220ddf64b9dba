import { z } from 'zod';

// Written from the text of the standard alone (OCEL 2.0, JSON): the four arrays, and what fits the types of attributes, whose
// values are text as the published schema wants them. It uses nothing of the code that writes them.

const value = z.string();
const relationships = z.array(z.strictObject({ objectId: z.string(), qualifier: z.string() }));
const types = z.array(
  z.strictObject({
    name: z.string(),
    attributes: z.array(
      z.strictObject({ name: z.string(), type: z.enum(['string', 'time', 'integer', 'float', 'boolean']) }),
    ),
  }),
);
const time = z.iso.datetime({ offset: true });
const document = z.strictObject({
  eventTypes: types,
  objectTypes: types,
  events: z.array(
    z.strictObject({
      id: z.string(),
      type: z.string(),
      time,
      attributes: z.array(z.strictObject({ name: z.string(), value })),
      relationships,
    }),
  ),
  objects: z.array(
    z.strictObject({
      id: z.string(),
      type: z.string(),
      attributes: z.array(z.strictObject({ name: z.string(), time, value })),
      relationships,
    }),
  ),
});

/** What a reader finds: how many of each, and everything that does not fit together. */
export interface OcelReading {
  readonly events: ReadonlyMap<string, number>;
  readonly objects: ReadonlyMap<string, number>;
  readonly faults: readonly string[];
}

export function readOcel(text: string): OcelReading {
  const log = document.parse(JSON.parse(text));
  const ids = new Set(log.objects.map(({ id }) => id));
  const faults = [
    ...(ids.size === log.objects.length ? [] : ['an object stands twice']),
    ...(new Set(log.events.map(({ id }) => id)).size === log.events.length ? [] : ['an event stands twice']),
    ...[...log.events, ...log.objects].flatMap((each) => unknownIn(each, ids)),
    ...untypedIn(log.events, log.eventTypes),
    ...untypedIn(log.objects, log.objectTypes),
  ];
  return { events: countsOf(log.events), objects: countsOf(log.objects), faults };
}

type Log = z.infer<typeof document>;

const unknownIn = (
  { id, relationships: all }: Log['events'][number] | Log['objects'][number],
  ids: Set<string>,
) =>
  all.flatMap(({ objectId }) => (ids.has(objectId) ? [] : [`${id} names ${objectId}, which is not there`]));

function untypedIn(
  things: readonly {
    readonly type: string;
    readonly attributes: readonly { readonly name: string; readonly value: string }[];
  }[],
  declared: Log['eventTypes'],
): readonly string[] {
  const known = new Map(
    declared.flatMap(({ name, attributes }) => attributes.map((each) => [`${name} ${each.name}`, each.type])),
  );
  const names = new Set(declared.map(({ name }) => name));
  return things.flatMap(({ type, attributes }) => [
    ...(names.has(type) ? [] : [`type ${type} is not declared`]),
    ...attributes.flatMap(({ name, value: given }) =>
      fits(known.get(`${type} ${name}`), given) ? [] : [`${type} ${name} is ${given}`],
    ),
  ]);
}

function fits(type: string | undefined, given: string): boolean {
  if (type === 'integer') return /^-?\d+$/.test(given);
  if (type === 'float') return given.trim() !== '' && Number.isFinite(Number(given));
  if (type === 'boolean') return given === 'true' || given === 'false';
  return type === 'time' ? time.safeParse(given).success : type === 'string';
}

function countsOf(things: readonly { readonly type: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { type } of things) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}
