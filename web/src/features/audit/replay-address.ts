import { parseSubject } from '@atelier/domain/audit/replay-subject.ts';
import type { FilterReader } from '../../shared/filter-bar/use-filters.ts';
import { oneOf, readId, useFilters } from '../../shared/filter-bar/use-filters.ts';

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
