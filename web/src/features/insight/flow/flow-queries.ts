import type { DataOf, QueryOf } from '../../../lib/api/calls.ts';
import { readQuery } from '../../../lib/api/read-query.ts';

export type FlowQuery = QueryOf<'/insight/flow'>;
export const flowQuery = (query: FlowQuery) => readQuery(['insight', 'flow', query], '/insight/flow', query);
export const stagesQuery = (query: FlowQuery) =>
  readQuery(['insight', 'stages', query], '/insight/stages', query);
export const qualityQuery = (query: FlowQuery) =>
  readQuery(['insight', 'quality', query], '/insight/quality', query);
export const throughputQuery = (query: FlowQuery) =>
  readQuery(['insight', 'throughput', query], '/insight/throughput', query);

export type Flow = DataOf<'GET', '/insight/flow'>;
export type Stage = DataOf<'GET', '/insight/stages'>[number];
export type Quality = DataOf<'GET', '/insight/quality'>;
export type Throughput = DataOf<'GET', '/insight/throughput'>;
