import type { DataOf, QueryOf } from '../../../lib/api/calls.ts';
import { readQuery } from '../../../lib/api/read-query.ts';

export type GoldQuery = QueryOf<'/insight/gold'>;
export type IntervalsQuery = QueryOf<'/insight/gold/intervals'>;
export const goldQuery = (query: GoldQuery) =>
  readQuery(['insight', 'gold', 'balance', query], '/insight/gold', query);
export const intervalsQuery = (query: IntervalsQuery) =>
  readQuery(['insight', 'gold', 'intervals', query], '/insight/gold/intervals', query);

export type GoldRow = DataOf<'GET', '/insight/gold'>['rows'][number];
export type GoldInterval = DataOf<'GET', '/insight/gold/intervals'>[number];

/** What a mark of the ledger opens. */
export type OpenedWeights = Pick<IntervalsQuery, 'from' | 'to' | 'site_id' | 'place' | 'status' | 'verdict'>;

export interface GoldProps {
  readonly query: GoldQuery;
  readonly open: (opened: Partial<OpenedWeights>) => void;
}
