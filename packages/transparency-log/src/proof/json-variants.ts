import type { Scalar } from './fault-list.ts';

/** A value with one scalar in it replaced, or one property left out. */
export interface Variant {
  readonly value: unknown;
  readonly path: readonly string[];
  /** Null where the property was left out. */
  readonly before: Scalar;
  /** Null where the property holds no scalar. */
  readonly after: Scalar;
}

/** Scalars by their type, each once. */
export type KnownScalars = ReadonlyMap<string, ReadonlySet<Scalar>>;

const isScalar = (value: unknown): value is Scalar => !isHolder(value);
const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** All scalars anywhere in these values. */
export function scalarsIn(values: readonly unknown[]): KnownScalars {
  const found = new Map<string, Set<Scalar>>([['boolean', new Set([true, false])]]);
  const note = (value: unknown): void => {
    if (isHolder(value)) return Object.values(value).forEach(note);
    if (!isScalar(value) || value === null) return;
    found.set(typeof value, (found.get(typeof value) ?? new Set()).add(value));
  };
  values.forEach(note);
  return found;
}

/** Each way in which one change may have made this value of another: with known scalars of the same type, and without a property. */
export function* variantsOf(
  value: unknown,
  known: KnownScalars,
  path: readonly string[] = [],
): Generator<Variant> {
  if (isHolder(value)) yield* variantsOfHolder(value, known, path);
  else if (isScalar(value))
    for (const before of othersThan(value, known)) yield { value: before, path, before, after: value };
}

function othersThan(value: Scalar, known: KnownScalars): readonly Scalar[] {
  const same =
    value === null
      ? [...known.values()].flatMap((each) => [...each])
      : [...(known.get(typeof value) ?? []), null];
  return same.filter((each) => each !== value);
}

function* variantsOfHolder(holder: object, known: KnownScalars, path: readonly string[]): Generator<Variant> {
  for (const [name, own] of Object.entries(holder)) {
    if (!Array.isArray(holder)) yield without(holder, name, [...path, name]);
    for (const variant of variantsOf(own, known, [...path, name]))
      yield { ...variant, value: withOwn(holder, name, variant.value) };
  }
}

function without(holder: object, name: string, path: readonly string[]): Variant {
  const entries = Object.entries(holder);
  const after: unknown = entries.find(([key]) => key === name)?.[1];
  const value = Object.fromEntries(entries.filter(([key]) => key !== name));
  return { value, path, before: null, after: isScalar(after) ? after : null };
}

function withOwn(holder: object, name: string, own: unknown): unknown {
  if (Array.isArray(holder)) return holder.map((each: unknown, at) => (String(at) === name ? own : each));
  return { ...holder, [name]: own };
}
