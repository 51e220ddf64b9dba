import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PackingWay } from './queries.ts';

/** `?tracking=`: the package one works on; '' = none yet. */
export function useTracking(): [string, (tracking: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = (tracking: string) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      after.delete('sign');
      if (tracking === '') after.delete('tracking');
      else after.set('tracking', tracking);
      return after;
    });
  return [params.get('tracking') ?? '', set];
}

/** `?way=`: where the next package goes; the page's usual way when it says nothing, or something else. */
export function useWay(ways: readonly PackingWay[]): [PackingWay, (way: PackingWay) => void] {
  const [params, setParams] = useSearchParams();
  const [usual = 'workshop'] = ways;
  const chosen = ways.find((way) => way === params.get('way')) ?? usual;
  const set = (way: PackingWay) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      if (way === usual) after.delete('way');
      else after.set('way', way);
      return after;
    });
  return [chosen, set];
}

/** `?item=12,13`: chosen where one came from (the dashboard, a new request). */
export function usePreselected(): ReadonlySet<number> {
  const [params] = useSearchParams();
  const given = params.get('item') ?? '';
  return useMemo(
    () =>
      new Set(
        given
          .split(',')
          .map(Number)
          .filter((id) => id > 0),
      ),
    [given],
  );
}

/** `?sign=1`: the package is opened to be signed. */
export const useIsSigning = (): boolean => useSearchParams()[0].get('sign') === '1';
