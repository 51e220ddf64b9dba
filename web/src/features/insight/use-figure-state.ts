import { movedBy, type Period } from '@atelier/domain/insight/periods.ts';
import { REPEATS_BY, TURNAROUNDS, type RepeatsBy, type Turnaround } from '@atelier/domain/insight/figures.ts';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { screenNow } from '../../lib/time/screen-clock.ts';

const DAY_MS = 86_400_000;
/** Weeks that a period offers, the running one included. */
export const PERIOD_WEEKS = [4, 13, 26, 52] as const;
const USUAL_WEEKS = 26;
export const COMPARISONS = ['none', 'previous', 'year', 'place'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What stands in the address: a reload, a link and "back" show the same figures. */
export interface FigureState {
  /** Weeks up to today, or days that were chosen. */
  readonly weeks: number | null;
  readonly period: Period;
  readonly comparison: Comparison;
  /** The other place of a comparison, written as `where`. */
  readonly beside: string;
  /** `shop:1`, `country:FR`, `factory:30`; empty = everywhere. */
  readonly where: string;
  readonly line: string;
  readonly until: Turnaround;
  readonly by: RepeatsBy;
  /** By what the warranty cost is grouped, and the currency that is drawn; empty = the one of most pieces. */
  readonly costBy: RepeatsBy;
  readonly currency: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** From a Monday on, so that each week of a chart is whole but the running one. */
export function weeksUntil(now: number, weeks: number): Period {
  const weekday = (new Date(now).getUTCDay() + 6) % 7;
  return { from: dayOf(now - (weekday + 7 * (weeks - 1)) * DAY_MS), to: dayOf(now) };
}

export function readFigureState(params: URLSearchParams, now: number): FigureState {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const isChosen = DAY.test(from) && DAY.test(to) && from <= to;
  const weeks = PERIOD_WEEKS.find((count) => String(count) === params.get('weeks')) ?? USUAL_WEEKS;
  return {
    weeks: isChosen ? null : weeks,
    period: isChosen ? { from, to } : weeksUntil(now, weeks),
    comparison: COMPARISONS.find((each) => each === params.get('before')) ?? 'previous',
    beside: params.get('beside') ?? '',
    where: params.get('where') ?? '',
    line: params.get('line') ?? '',
    until: TURNAROUNDS.find((each) => each === params.get('until')) ?? 'ready',
    by: REPEATS_BY.find((each) => each === params.get('by')) ?? 'line',
    costBy: REPEATS_BY.find((each) => each === params.get('cost_by')) ?? 'line',
    currency: params.get('currency') ?? '',
  };
}

/** The period beside it: as many days just before, or 52 weeks earlier so that weekdays agree; none beside a place. */
export function comparedWith({
  period,
  comparison,
}: Pick<FigureState, 'period' | 'comparison'>): Period | null {
  if (comparison === 'none' || comparison === 'place') return null;
  if (comparison === 'year') return movedBy(period, -364);
  const days = (Date.parse(period.to) - Date.parse(period.from)) / DAY_MS + 1;
  return movedBy(period, -days);
}

/** The parameters of every figure's call. */
export function figureQuery(state: FigureState) {
  const before = comparedWith(state);
  const [kind, id = ''] = state.where.split(':');
  const [besideKind, besideId = ''] = state.comparison === 'place' ? state.beside.split(':') : [];
  return {
    ...state.period,
    ...(before && { before_from: before.from, before_to: before.to }),
    ...(besideKind === 'shop' && { before_shop_id: Number(besideId) }),
    ...(besideKind === 'country' && { before_country: besideId }),
    ...(besideKind === 'factory' && { before_factory_id: Number(besideId) }),
    ...(kind === 'shop' && { shop_id: Number(id) }),
    ...(kind === 'country' && { country: id }),
    ...(kind === 'factory' && { factory_id: Number(id) }),
    ...(state.line !== '' && { line: state.line }),
  };
}
export type FigureQuery = ReturnType<typeof figureQuery>;

export type ChangeFigures = (part: Readonly<Record<string, string | null>>) => void;

/** The state of the address, and a way to change parts of it; null takes a part away. */
export function useFigureState(): [FigureState, ChangeFigures] {
  const [params, setParams] = useSearchParams();
  const change = useCallback<ChangeFigures>(
    (part) =>
      setParams((before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(part))
          if (value === null || value === '') after.delete(name);
          else after.set(name, value);
        return after;
      }),
    [setParams],
  );
  return [readFigureState(params, screenNow()), change];
}
