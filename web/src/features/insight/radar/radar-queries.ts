import type { DataOf, QueryOf } from '../../../lib/api/calls.ts';
import { readQuery } from '../../../lib/api/read-query.ts';

export type RadarQuery = QueryOf<'/insight/radar'>;
export const radarQuery = (query: RadarQuery) =>
  readQuery(['insight', 'radar', query], '/insight/radar', query);

/** The series of most pieces; the call pages through all. */
const SERIES_SHOWN = 50;
export const watchedQuery = (query: RadarQuery) =>
  readQuery(['insight', 'radar-series', query], '/insight/radar_series', {
    ...query,
    page_size: SERIES_SHOWN,
  });
export const alarmQuery = (number: number) =>
  readQuery(['insight', 'alarm', number], '/insight/alarm', { number });

export type AlarmPiecesQuery = QueryOf<'/insight/alarm_pieces'>;
export const alarmPiecesQuery = (query: AlarmPiecesQuery) =>
  readQuery(['insight', 'alarm-pieces', query], '/insight/alarm_pieces', query);

export type RadarData = DataOf<'GET', '/insight/radar'>;
export type Alarm = RadarData['alarms'][number];
export type AlarmDetail = DataOf<'GET', '/insight/alarm'>;
export type AlarmWeek = AlarmDetail['weeks'][number];
export type Watched = DataOf<'GET', '/insight/radar_series'>[number];
