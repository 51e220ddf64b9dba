import { shownValues } from '@atelier/application/audit/verification/found-fault.queries.ts';
import type { LogFault } from '@atelier/transparency-log/proof/fault-list.ts';

/**
 * A line per fault of a log: names, ids and columns, and of what stands in an event only numbers and codes that are proven to have been others.
 * @param names of streams: numbers of pieces, RMAs and packages
 */
export function faultLine(
  { kind, streamId, position, version, type, field, detail, values }: Omit<LogFault, 'code'>,
  names: ReadonlyMap<string, string> = new Map(),
): string {
  const name = names.get(streamId ?? '');
  const place = [
    name === undefined ? streamId : `${streamId} (${name})`,
    version === undefined ? undefined : `version ${version}`,
    position === undefined ? undefined : `position ${position}`,
    field,
  ];
  const changes = shownValues(type, values).map(
    (value) => `${value.field} was ${value.before} and is ${value.after}`,
  );
  return [kind, ...place.filter((part) => part !== undefined), [detail, ...changes].join(': ')].join('  ');
}
