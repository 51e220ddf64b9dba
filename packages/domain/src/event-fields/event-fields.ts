import { type FieldClass, SHARED_FIELDS } from './field-class.ts';
import { HOUSE_FIELDS } from './house.ts';
import { PERSON_FIELDS } from './persons.ts';
import { PIECE_FIELDS } from './pieces.ts';

type Fields = Readonly<Record<string, FieldClass>>;

/** The texts of every event type beside the shared ones (decisions/0197). */
export const EVENT_FIELDS: Readonly<Record<string, Fields>> = {
  ...PIECE_FIELDS,
  ...PERSON_FIELDS,
  ...HOUSE_FIELDS,
};

/** What a text of an event is; undefined for an event type or a field that is not named. */
export function fieldClass(type: string, path: string): FieldClass | undefined {
  const fields = EVENT_FIELDS[type];
  if (fields === undefined) return undefined;
  const shared: Fields = SHARED_FIELDS;
  return own(fields, path) ?? own(shared, path);
}

const own = (fields: Fields, path: string): FieldClass | undefined =>
  Object.hasOwn(fields, path) ? fields[path] : undefined;

/** Codes and numbers: the only texts that leave the house in an open format of the log. */
export function isExportable(type: string, path: string): boolean {
  const found = fieldClass(type, path);
  return found === 'code' || found === 'number';
}

/**
 * An event's data as the open formats of the log may see it: numbers, yes or no, and the texts that are codes or numbers by the
 * event's own table. Everything else is left out, also in a field that a later release adds.
 */
export function exportableData(type: string, data: object): Readonly<Record<string, unknown>> {
  return exportableIn(type, '', data);
}

function exportableIn(type: string, above: string, data: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]: [string, unknown]) => {
      const kept = exportableAt(type, `${above}${name}`, value);
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}

function exportableAt(type: string, path: string, value: unknown): unknown {
  if (typeof value === 'string') return isExportable(type, path) ? value : undefined;
  if (Array.isArray(value)) return value.flatMap((each) => exportableAt(type, `${path}.*`, each) ?? []);
  if (typeof value !== 'object' || value === null) return value;
  return exportableIn(type, `${path}.`, value);
}
