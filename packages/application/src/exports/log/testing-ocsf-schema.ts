import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

// Checks events against the schema that OCSF publishes: its dictionary, classes and objects as they lie in a folder. It knows
// nothing of how lines are written.

const entry = z.looseObject({ caption: z.string() });
const attribute = z.looseObject({
  type: z.string().optional(),
  is_array: z.boolean().optional(),
  requirement: z.enum(['required', 'recommended', 'optional']).optional(),
  profile: z.string().nullable().optional(),
  sibling: z.string().optional(),
  enum: z.record(z.string(), entry).optional(),
  '@deprecated': z.unknown().optional(),
});
type Attribute = z.infer<typeof attribute>;
const definition = z.looseObject({
  name: z.string().optional(),
  extends: z.string().optional(),
  uid: z.number().optional(),
  caption: z.string().optional(),
  category: z.string().optional(),
  attributes: z.record(z.string(), z.unknown()).default({}),
  constraints: z.record(z.string(), z.array(z.string())).optional(),
});
const basic = z.looseObject({
  type: z.string().optional(),
  regex: z.string().optional(),
  range: z.tuple([z.number(), z.number()]).optional(),
  max_len: z.number().optional(),
});
const dictionary = z.looseObject({
  attributes: z.record(z.string(), attribute),
  types: z.looseObject({ attributes: z.record(z.string(), basic) }),
});
const categories = z.looseObject({ attributes: z.record(z.string(), entry.extend({ uid: z.number() })) });

interface Shape {
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly constraints: Readonly<Record<string, readonly string[]>>;
}
interface Schema {
  readonly dictionary: z.infer<typeof dictionary>;
  readonly objects: ReadonlyMap<string, z.infer<typeof definition>>;
  readonly events: ReadonlyMap<string, z.infer<typeof definition>>;
  readonly categories: z.infer<typeof categories>;
  readonly version: string;
}
type Fields = Readonly<Record<string, unknown>>;

/** What does not fit the schema in `folder`, of one release; nothing for an event that is valid. */
export function createOcsfCheck(folder: string): (event: Fields) => readonly string[] {
  const schema = readSchema(folder);
  return (event) => {
    const found = [...schema.events].find(([, each]) => uidOf(schema, each) === event['class_uid']);
    if (found === undefined) return [`class ${String(event['class_uid'])} is unknown`];
    const shape = shapeOf(schema.events, found[1]);
    return [...faultsOf(schema, shape, event, ''), ...numbersOf(schema, found[1], event)];
  };
}

function readSchema(folder: string): Schema {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));
  const all = (pattern: string) =>
    new Map(
      globSync(pattern, { cwd: folder }).map((path) => {
        const each = definition.parse(read(path));
        return [each.name ?? path, each] as const;
      }),
    );
  return {
    dictionary: dictionary.parse(read('dictionary.json')),
    objects: all('objects/*.json'),
    events: all('events/**/*.json'),
    categories: categories.parse(read('categories.json')),
    version: z.object({ version: z.string() }).parse(read('version.json')).version,
  };
}

type Definitions = Schema['events'];

/** Classes are numbered within their category, which they or an ancestor names. */
function uidOf(schema: Schema, each: z.infer<typeof definition>): number {
  return categoryOf(schema, each) * 1_000 + (each.uid ?? 0);
}
function categoryOf(schema: Schema, each: z.infer<typeof definition>): number {
  const parent = schema.events.get(each.extends ?? '');
  if (each.category === undefined) return parent === undefined ? 0 : categoryOf(schema, parent);
  return schema.categories.attributes[each.category]?.uid ?? 0;
}

/** A definition with its inherited attributes, without those of profiles that were not requested. */
function shapeOf(
  all: Definitions,
  { extends: base, attributes, constraints }: z.infer<typeof definition>,
): Shape {
  const parent = base === undefined ? undefined : all.get(base);
  const inherited: Shape =
    parent === undefined ? { attributes: new Map(), constraints: {} } : shapeOf(all, parent);
  const merged = new Map(inherited.attributes);
  for (const [name, given] of Object.entries(attributes)) {
    if (name === '$include') continue;
    const own = attribute.parse(given);
    const before = merged.get(name);
    merged.set(name, { ...before, ...own, enum: { ...before?.enum, ...own.enum } });
  }
  return { attributes: merged, constraints: constraints ?? inherited.constraints };
}

function faultsOf(schema: Schema, shape: Shape, value: Fields, at: string): readonly string[] {
  const missing = [...shape.attributes].flatMap(([name, { requirement, profile }]) =>
    requirement === 'required' && (profile ?? null) === null && value[name] === undefined
      ? [`${at}${name} is required`]
      : [],
  );
  const present = (names: readonly string[]) => names.filter((name) => value[name] !== undefined).length;
  const broken = Object.entries(shape.constraints).flatMap(([rule, names]) =>
    rule === 'at_least_one' && present(names) === 0 ? [`${at}needs one of ${names.join()}`] : [],
  );
  const wrong = Object.entries(value).flatMap(([name, given]) => {
    const own = shape.attributes.get(name);
    if (own === undefined) return [`${at}${name} is unknown`];
    if (own['@deprecated'] !== undefined) return [`${at}${name} is deprecated`];
    return attributeFaults(schema, name, own, given, at);
  });
  return [...missing, ...broken, ...wrong];
}

function attributeFaults(
  schema: Schema,
  name: string,
  own: Attribute,
  given: unknown,
  at: string,
): readonly string[] {
  const general = schema.dictionary.attributes[name];
  if (general === undefined) return [`${at}${name} is in no dictionary`];
  const type = own.type ?? general.type ?? '';
  const values: readonly unknown[] = Array.isArray(given) ? given : [given];
  if ((general.is_array ?? false) !== Array.isArray(given)) return [`${at}${name} is or is not a list`];
  const names = { ...general.enum, ...own.enum };
  const isListed = Object.keys(names).length === 0 || name === 'class_uid' || name === 'category_uid';
  return values.flatMap((each) => [
    ...(isListed || String(each) in names || isObservable(schema, name, at) || name === 'type_uid'
      ? []
      : [`${at}${name} ${String(each)} is no value of it`]),
    ...valueFaults(schema, type, each, `${at}${name}`),
  ]);
}

/** Kinds of observables are numbered by the attributes and objects that are some. */
const isObservable = (_schema: Schema, name: string, at: string): boolean =>
  name === 'type_id' && at === 'observables.';

function valueFaults(schema: Schema, type: string, value: unknown, at: string): readonly string[] {
  const object = schema.objects.get(type);
  if (object !== undefined) {
    if (!isFields(value)) return [`${at} is no object`];
    return type === 'object' ? [] : faultsOf(schema, shapeOf(schema.objects, object), value, `${at}.`);
  }
  const {
    type: base = type,
    regex,
    range,
    max_len: longest,
  } = schema.dictionary.types.attributes[type] ?? {};
  if (!fits(base, value)) return [`${at} is not of type ${type}`];
  if (regex !== undefined && !new RegExp(regex).test(String(value)))
    return [`${at} is not written as ${type}`];
  if (range !== undefined && (Number(value) < range[0] || Number(value) > range[1]))
    return [`${at} is out of range`];
  return longest !== undefined && String(value).length > longest ? [`${at} is too long`] : [];
}

function fits(base: string, value: unknown): boolean {
  if (base === 'string_t') return typeof value === 'string';
  if (base === 'integer_t') return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31;
  if (base === 'long_t') return Number.isSafeInteger(value);
  if (base === 'float_t') return typeof value === 'number';
  return base === 'boolean_t' ? typeof value === 'boolean' : base === 'json_t';
}

/** Fields that follow from the class and from numbers: other numbers, the names beside them, and the release. */
function numbersOf(schema: Schema, own: z.infer<typeof definition>, event: Fields): readonly string[] {
  const [uid, activity] = [uidOf(schema, own), event['activity_id']];
  const category = Object.values(schema.categories.attributes).find(
    (each) => each.uid === uidOfCategory(uid),
  );
  const names = { ...schema.dictionary.attributes['activity_id']?.enum };
  const caption = captionOf(
    { ...names, ...shapeOf(schema.events, own).attributes.get('activity_id')?.enum },
    activity,
  );
  const metadata = isFields(event['metadata']) ? event['metadata'] : {};
  const expected: readonly (readonly [string, unknown, unknown])[] = [
    ['type_uid', event['type_uid'], uid * 100 + Number(activity)],
    ['category_uid', event['category_uid'], category?.uid],
    ['category_name', event['category_name'], category?.caption],
    ['class_name', event['class_name'], own.caption],
    // An activity that the class does not list has a name of its own.
    ['activity_name', event['activity_name'], activity === 99 ? event['activity_name'] : caption],
    ['type_name', event['type_name'], `${own.caption}: ${caption}`],
    ...['severity', 'status'].map(
      (name) => [name, event[name], dictionaryCaption(schema, `${name}_id`, event[`${name}_id`])] as const,
    ),
    ['metadata.version', metadata['version'], schema.version],
  ];
  return expected.flatMap(([name, given, wanted]) =>
    given === wanted ? [] : [`${name} is ${String(given)}, not ${String(wanted)}`],
  );
}

const uidOfCategory = (uid: number): number => Math.floor(uid / 1_000);
const captionOf = (names: Attribute['enum'], value: unknown): string | undefined =>
  names?.[String(value)]?.caption;
const dictionaryCaption = (schema: Schema, name: string, value: unknown): string | undefined =>
  captionOf(schema.dictionary.attributes[name]?.enum, value);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
