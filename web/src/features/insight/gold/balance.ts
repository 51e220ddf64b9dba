import type { GoldRow } from './gold-queries.ts';

const SUMS = [
  'intervals',
  'in_mg',
  'added_mg',
  'out_mg',
  'scrap_mg',
  'loss_mg',
  'difference_mg',
  'beyond',
  'unexplained',
  'unjudged',
] as const;
export type Balance = Record<(typeof SUMS)[number], number>;

/** Every weight is in one row, so rows of any choice add up. */
export function balanceOf(rows: readonly GoldRow[]): Balance {
  const sum = (key: (typeof SUMS)[number]) => rows.reduce((total, row) => total + row[key], 0);
  return {
    intervals: sum('intervals'),
    in_mg: sum('in_mg'),
    added_mg: sum('added_mg'),
    out_mg: sum('out_mg'),
    scrap_mg: sum('scrap_mg'),
    loss_mg: sum('loss_mg'),
    difference_mg: sum('difference_mg'),
    beyond: sum('beyond'),
    unexplained: sum('unexplained'),
    unjudged: sum('unjudged'),
  };
}

export type BenchRow = Pick<GoldRow, 'site_id' | 'site' | 'place' | 'rma_status_id'> &
  Balance & { readonly key: string; readonly months: readonly (Balance & { readonly month: string })[] };

const keyOf = ({ site_id, place, rma_status_id }: GoldRow): string =>
  [site_id ?? '', place, rma_status_id ?? ''].join('-');

/** A line per bench of a site, with its months. */
export function benchesOf(rows: readonly GoldRow[]): readonly BenchRow[] {
  return [...Map.groupBy(rows, keyOf)].flatMap(([key, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const { site_id, site, place, rma_status_id } = first;
    const months = own.map((row) => ({ month: row.month, ...balanceOf([row]) }));
    return [{ key, site_id, site, place, rma_status_id, ...balanceOf(own), months }];
  });
}

/** First and last day of a month. */
export function daysOf(month: string): { readonly from: string; readonly to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
}
