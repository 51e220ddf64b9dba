import type { Day } from '../../kernel.ts';
import type { ExpectedBecause, LaterCause, ReadyDateExpected } from './expected-events.ts';

const ANSWER: ReadonlySet<string> = new Set([
  'FeeQuoted',
  'FeeLinkMade',
  'FeeApproved',
  'FeeDeclined',
  'FeeAccepted',
  'WaiverRequested',
  'WaiverDecided',
]);
const WAY: ReadonlySet<string> = new Set([
  'TransferNeeded',
  'TransferFlagged',
  'CustodyTransferred',
  'ItemBoundToShipment',
  'ItemUnboundFromShipment',
  'ShipmentSent',
  'ShipmentUnsent',
]);
/** What concerns the house alone, or a person: the owner reads only that it takes longer. */
const UNNAMED: ReadonlySet<string> = new Set(['ItemMarkedMissing', 'ItemFound', 'ReadyModelFitted']);

export function laterCauseOf(because: ExpectedBecause): LaterCause {
  if (because.kind !== 'event' || UNNAMED.has(because.type)) return 'time';
  if (ANSWER.has(because.type)) return 'answer';
  return WAY.has(because.type) ? 'way' : 'work';
}

/** The latest day that was named first, and what last moved it later; null where the day is no later than that. */
export interface SinceFirst {
  readonly first: Day;
  readonly later: LaterCause | null;
}

export function sinceFirst(
  before: (SinceFirst & { readonly latest: Day }) | null,
  { latest, because }: Pick<ReadyDateExpected['data'], 'latest' | 'because'>,
): SinceFirst {
  if (before === null) return { first: latest, later: null };
  if (latest <= before.first) return { first: before.first, later: null };
  return { first: before.first, later: latest > before.latest ? laterCauseOf(because) : before.later };
}
