/** What lies at the end of a way of names; undefined where the way ends early. */
export function at(value: unknown, ...way: readonly string[]): unknown {
  return way.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), value);
}

export const record = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const number = (value: unknown, fallback: number): number =>
  typeof value === 'number' ? value : fallback;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The sentences whose promise does not hold, each after the name that it is about. */
export const broken = (name: string, promises: readonly (readonly [boolean, string])[]): string[] =>
  promises.filter(([holds]) => !holds).map(([, gap]) => `${name} ${gap}`);
