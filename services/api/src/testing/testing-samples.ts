import { z } from 'zod';

/** A value for a field, by its name; undefined leaves it to the schema. */
export type Chooser = (field: string) => string | number | undefined;

/**
 * An input that a contract takes, made from the contract itself: fields get what the chooser says for their name,
 * others something harmless. Undefined where no such input was found.
 */
export function sampleOf(schema: z.ZodType, choose: Chooser): unknown {
  const made = make(schema, '', choose);
  if (schema.safeParse(made).success) return made;
  // Optional fields that may not stand together: the needed ones alone.
  const bare = make(schema, '', choose, true);
  return schema.safeParse(bare).success ? bare : undefined;
}

const ABSENT = Symbol('absent');

function make(schema: z.ZodType, field: string, choose: Chooser, bare = false): unknown {
  const chosen = choose(field);
  if (chosen !== undefined && schema.safeParse(chosen).success) return chosen;
  if (chosen !== undefined && schema.safeParse([chosen]).success) return [chosen];
  if (schema instanceof z.ZodObject) return objectOf(schema, choose, bare);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return optional(schema, field, choose, bare);
  }
  if (schema instanceof z.ZodPipe) {
    const ends = [schema.def.in, schema.def.out].map(inner);
    const made = ends
      .filter((end) => !(end instanceof z.ZodTransform))
      .map((end) => make(end, field, choose, bare));
    return made.find((value) => schema.safeParse(value).success) ?? made[0];
  }
  if (schema instanceof z.ZodUnion) return firstThatFits(schema.def.options.map(inner), field, choose, bare);
  if (schema instanceof z.ZodArray) return [make(inner(schema.def.element), field, choose, bare)];
  return PLAIN.find((value) => schema.safeParse(value).success) ?? firstOption(schema);
}

function objectOf(schema: z.ZodObject, choose: Chooser, bare: boolean): Record<string, unknown> {
  const entries = Object.entries<z.core.$ZodType>(schema.def.shape).map(
    ([key, part]) => [key, make(inner(part), key, choose, bare)] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== ABSENT && value !== undefined));
}

/** Left out, unless the chooser knows a value for it: ids are what this is about. */
function optional(
  schema: z.ZodOptional | z.ZodDefault | z.ZodNullable,
  field: string,
  choose: Chooser,
  bare: boolean,
): unknown {
  const known = choose(field) !== undefined && !bare;
  if (known) return make(inner(schema.def.innerType), field, choose, bare);
  return schema instanceof z.ZodNullable ? null : ABSENT;
}

function firstThatFits(
  options: readonly z.ZodType[],
  field: string,
  choose: Chooser,
  bare: boolean,
): unknown {
  const made = options.map((option) => ({ option, value: make(option, field, choose, bare) }));
  return (made.find(({ option, value }) => option.safeParse(value).success) ?? made[0])?.value;
}

function firstOption(schema: z.ZodType): unknown {
  return schema instanceof z.ZodEnum ? schema.options[0] : undefined;
}

const PLAIN: readonly unknown[] = [
  1,
  'sample',
  'because of a test',
  true,
  'true',
  '2026-01-15',
  '2026-01-15T10:00:00.000Z',
  'sample@store.test',
  '12345678',
  {},
];

function inner(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('a part of a contract is not a schema');
}
