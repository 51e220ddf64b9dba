import type { ChangedValue, FoundFault } from '@atelier/domain/audit/verification/events.ts';
import { isExportable } from '@atelier/domain/event-fields/event-fields.ts';
import type { FileFault } from '../files/check-files.queries.ts';
import type { FoundInLog, ProvenValue } from '@atelier/transparency-log/proof/fault-list.ts';

/** Text of errors and of rows that the log does not know: the command prints it, and no event keeps it. */
const PRINTED_ONLY: ReadonlySet<string> = new Set(['reason', 'key']);

/** A fault as events keep it: where it is, and of values only what may be shown to every reader of the log. */
export function toFoundFault({
  kind,
  code,
  facts,
  streamId,
  version,
  position,
  type,
  field,
  values,
}: FoundInLog): FoundFault {
  return {
    kind,
    code,
    facts: Object.fromEntries(Object.entries(facts ?? {}).filter(([name]) => !PRINTED_ONLY.has(name))),
    stream: streamId ?? null,
    version: version ?? null,
    position: position ?? null,
    type: type ?? null,
    field: field ?? null,
    values: shownValues(type, values),
  };
}

/** The same of a file that an event names. */
export const toFileFault = ({ kind, streamId, version, position, field, detail }: FileFault): FoundFault => ({
  kind,
  stream: streamId ?? null,
  version: version ?? null,
  position: position ?? null,
  field: field ?? null,
  detail,
});

/** Numbers, yes or no, and texts that the event's own table names as codes; a person's words stay out. */
export const shownValues = (
  type: string | undefined,
  values: readonly ProvenValue[] = [],
): readonly ChangedValue[] => values.filter((value) => isShown(type ?? '', value));

const MOST_LENGTH = 80;

function isShown(type: string, { field, before, after, by }: ProvenValue): boolean {
  const texts = [before, after].filter((value) => typeof value === 'string');
  if (texts.length === 0) return true;
  const isCode = by === 'seal' || (field.startsWith('data.') && isExportable(type, pathOf(field)));
  return isCode && texts.every((text) => text.length <= MOST_LENGTH);
}

/** As the tables of fields name it: without the column, `*` for a place in a list. */
const pathOf = (field: string): string =>
  field
    .split('.')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? '*' : part))
    .join('.');
