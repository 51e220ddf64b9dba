import type { SeriesKey } from '@atelier/domain/insight/radar/events.ts';
import { isWatched } from '../../shared/radar/watch-series.ts';
import type { DefectSeries } from './series.queries.ts';

export interface WatchedSeries {
  readonly series: SeriesKey;
  readonly counts: readonly number[];
}

/** The series with enough past to be judged; those that are too sparse are judged together, by reason and factory. */
export function watchedSeries(series: readonly DefectSeries[]): readonly WatchedSeries[] {
  const single = series.filter(({ counts }) => isWatched(counts));
  const sparse = Map.groupBy(
    series.filter(({ counts }) => !isWatched(counts)),
    ({ reasonId, factoryId }) => JSON.stringify([reasonId, factoryId]),
  );
  const pools = [...sparse.values()].filter((members) => members.length > 1).flatMap(pooledOf);
  return [
    ...single.map(({ counts, ...key }) => ({ series: { ...key, pooled: null }, counts })),
    ...pools.filter(({ counts }) => isWatched(counts)),
  ];
}

function pooledOf(members: readonly DefectSeries[]): WatchedSeries[] {
  const [first] = members;
  if (first === undefined) return [];
  const { reasonId, factoryId } = first;
  const pooled = members.map(({ product }) => product ?? '');
  return [{ series: { product: null, pooled, reasonId, factoryId }, counts: summed(members) }];
}

/** The counts of a series as an alarm names it. */
export function countsOf(series: readonly DefectSeries[], key: SeriesKey): readonly number[] {
  return summed(
    series.filter(
      ({ product, reasonId, factoryId }) =>
        reasonId === key.reasonId &&
        factoryId === key.factoryId &&
        (key.pooled === null ? product === key.product : key.pooled.includes(product ?? '')),
    ),
  );
}

const summed = (members: readonly DefectSeries[]): readonly number[] =>
  (members[0]?.counts ?? []).map((_, week) =>
    members.reduce((sum, { counts }) => sum + (counts[week] ?? 0), 0),
  );
