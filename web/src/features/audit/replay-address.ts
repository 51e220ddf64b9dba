import { parseSubject } from '@atelier/domain/audit/replay-subject.ts';
import { CONFIG_STREAM } from '@atelier/domain/system/events.ts';
import { type FilterReader, oneOf, readId, useFilters } from '../../shared/filter-bar/use-filters.ts';

const readSubject: FilterReader<string> = (text) => (parseSubject(text) === undefined ? '' : text);
const readDay: FilterReader<string> = (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '');

const REPLAY_VIEWS = ['file', 'board', 'map', 'events'] as const;

const READERS = {
  subject: readSubject,
  from: readDay,
  to: readDay,
  at: readId,
  show: oneOf(REPLAY_VIEWS),
};
export type ReplayAddress = ReturnType<typeof useFilters<typeof READERS>>;

/** Subject, span, moment and what is shown of it, as the address holds them. */
export const useReplayAddress = () => useFilters(READERS);

/** Where the history that an event belongs to is replayed, at that event; null where there is none to replay. */
export function replayOf({
  stream,
  position,
}: {
  readonly stream: string | null;
  readonly position: number | null;
}): string | null {
  const subject = stream === CONFIG_STREAM ? 'config' : stream?.replace(/^nav-/, 'shipment-');
  if (subject === undefined || position === null || parseSubject(subject) === undefined) return null;
  return `/system/audit/replay?subject=${subject}&at=${position}`;
}
