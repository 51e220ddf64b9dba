import type { Instant, ShipmentId, SiteId } from '../../kernel.ts';
import type { StatusId } from '../../shared/status.ts';
import type { Explanation } from './weight-events.ts';

/** One holder and one stage, without a break. */
export interface CustodySpan {
  /** null on its way, and with the client. */
  readonly site: SiteId | null;
  /** The package that holds it. */
  readonly shipmentId: ShipmentId | null;
  readonly status: StatusId;
  readonly from: Instant;
  readonly until: Instant;
}

/**
 * What happened to a piece's weight between two weighings, in milligrams: `in + added = out + scrap + loss − difference`
 * exactly (product/insight.md §6). No weighing lies inside, so a difference arose somewhere in `spans`.
 */
export interface WeighingInterval {
  /** The weighing that ends it; 0 is the deposit's. */
  readonly weighing: number;
  readonly inMg: number;
  readonly addedMg: number;
  readonly outMg: number;
  readonly scrapMg: number;
  readonly lossMg: number;
  /** Stones and parts that were added and have no weight: the interval cannot be judged. */
  readonly unweighedParts: number;
  readonly toleranceMg: number;
  readonly openedAt: Instant;
  readonly closedAt: Instant;
  /** Where it was weighed last. */
  readonly site: SiteId | null;
  /** In which it lies, oldest first: never empty. */
  readonly spans: readonly CustodySpan[];
  readonly explanation: Explanation | null;
}

/** Minus: missing. */
export const differenceOf = ({ inMg, addedMg, outMg, scrapMg, lossMg }: WeighingInterval): number =>
  outMg + scrapMg + lossMg - inMg - addedMg;

export const VERDICTS = ['within', 'beyond', 'unjudged'] as const;
export type WeightVerdict = (typeof VERDICTS)[number];

export function verdictOf(interval: WeighingInterval): WeightVerdict {
  if (interval.unweighedParts > 0) return 'unjudged';
  return Math.abs(differenceOf(interval)) > interval.toleranceMg ? 'beyond' : 'within';
}

/** Where an interval is counted: at the one bench in whose span it lies, else on the way, else between benches of one site. */
export type IntervalPlace =
  | { readonly kind: 'bench'; readonly status: StatusId }
  | { readonly kind: 'way' | 'benches'; readonly status: null };

export function placeOf({ spans }: Pick<WeighingInterval, 'spans'>): IntervalPlace {
  const [only] = spans;
  if (spans.length === 1 && only !== undefined && only.site !== null)
    return { kind: 'bench', status: only.status };
  const sites = new Set(spans.map(({ site }) => site));
  return { kind: sites.size === 1 && !sites.has(null) ? 'benches' : 'way', status: null };
}
