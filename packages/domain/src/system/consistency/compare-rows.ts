import type { DifferenceKind } from './events.ts';

/** A row as JSON, column by column; null where there is none. */
export type JsonRow = Readonly<Record<string, unknown>> | null;

/** How a held row differs from the expected one; undefined when it does not. Values are compared, never given out. */
export function compareRows(
  expected: JsonRow,
  held: JsonRow,
): { readonly kind: DifferenceKind; readonly columns: readonly string[] } | undefined {
  if (expected === null) return held === null ? undefined : { kind: 'extra', columns: [] };
  if (held === null) return { kind: 'missing', columns: [] };
  const columns = Object.keys(expected).filter((column) => !isSame(expected[column], held[column]));
  if (columns.length === 0) return undefined;
  return { kind: isOlder(held, expected) ? 'outdated' : 'changed', columns: columns.toSorted() };
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function isOlder(held: NonNullable<JsonRow>, expected: NonNullable<JsonRow>): boolean {
  const [before, now] = [held['version'], expected['version']];
  return typeof before === 'number' && typeof now === 'number' && before < now;
}
