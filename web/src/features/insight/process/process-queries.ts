import type { DataOf, QueryOf } from '../../../lib/api/calls.ts';
import { readQuery } from '../../../lib/api/read-query.ts';

export type ProcessQuery = QueryOf<'/insight/process'>;
/** What was read before stays until the next weeks are read: the map does not blink while the slider moves. */
export const processQuery = (query: ProcessQuery) =>
  readQuery(['insight', 'process', query], '/insight/process', query, {
    placeholderData: (before) => before,
  });

export type Process = DataOf<'GET', '/insight/process'>;
export type Node = Process['nodes'][number];
export type Arc = Process['arcs'][number];
