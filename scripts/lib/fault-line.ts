import type { LogFault } from '@atelier/event-store/proof/fault-list.ts';

/** A line per fault of a log: names, ids and columns, never what stands in an event. */
export function faultLine({ kind, streamId, position, version, field, detail }: LogFault): string {
  const place = [
    streamId,
    version === undefined ? undefined : `version ${version}`,
    position === undefined ? undefined : `position ${position}`,
    field,
  ];
  return [kind, ...place.filter((part) => part !== undefined), detail].join('  ');
}
