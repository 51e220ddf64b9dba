import type { DataOf, QueryOf } from '../../lib/api/calls.ts';
import { readQuery } from '../../lib/api/read-query.ts';
import type { FigureQuery } from './use-figure-state.ts';

export const turnaroundQuery = (query: FigureQuery, until: 'ready' | 'collected') =>
  readQuery(['insight', 'turnaround', until, query], '/insight/turnaround', { ...query, until });
export const agesQuery = (query: FigureQuery) =>
  readQuery(['insight', 'ages', query], '/insight/ages', query);
export const feesQuery = (query: FigureQuery) =>
  readQuery(['insight', 'fees', query], '/insight/fees', query);
export const lossesQuery = (query: FigureQuery) =>
  readQuery(['insight', 'losses', query], '/insight/losses', query);
export const shopsQuery = (query: FigureQuery) =>
  readQuery(['insight', 'shops', query], '/insight/shops', query);
export const repeatsQuery = (query: FigureQuery, by: 'line' | 'sku' | 'factory') =>
  readQuery(['insight', 'repeats', by, query], '/insight/repeats', { ...query, by });
export const warrantyQuery = (query: FigureQuery, by: 'line' | 'sku' | 'factory') =>
  readQuery(['insight', 'warranty', by, query], '/insight/warranty', { ...query, by });
export const choicesQuery = () =>
  readQuery(['insight', 'choices'], '/insight/choices', {}, { staleTime: 600_000 });

export type PiecesQuery = QueryOf<'/insight/pieces'>;
export const PIECES_PAGE = 50;
export const piecesQuery = (query: PiecesQuery) =>
  readQuery(['insight', 'pieces', query], '/insight/pieces', query);

export type Turnarounds = DataOf<'GET', '/insight/turnaround'>;
export type Ages = DataOf<'GET', '/insight/ages'>;
export type Fees = DataOf<'GET', '/insight/fees'>[number];
export type Losses = DataOf<'GET', '/insight/losses'>;
export type Repeats = DataOf<'GET', '/insight/repeats'>;
export type Warranty = DataOf<'GET', '/insight/warranty'>;
export type ShopRow = DataOf<'GET', '/insight/shops'>[number];
export type Piece = DataOf<'GET', '/insight/pieces'>[number];
