import { unreachable } from '../../decider.ts';
import type { Custody, Instant, SiteId } from '../../kernel.ts';
import { Status, type StatusId } from '../../shared/status.ts';
import { DEFAULT_TOLERANCE_MG } from '../../shared/weight-tolerance.ts';
import type { ItemDeposited, ItemDepositEdited } from '../item/deposit-events.ts';
import type {
  CustodyTransferred,
  ItemEvent,
  ItemReplaced,
  ItemStatusChanged,
  MeasurementsRecorded,
} from '../item/events.ts';
import type { PartLine, PartsUsed } from '../parts/part-events.ts';
import type { CustodySpan, WeighingInterval } from './interval.ts';
import type { WeightDifferenceExplained } from './weight-events.ts';

/** What a piece weighed when an interval began. */
interface Opening {
  readonly weightMg: number;
  readonly at: Instant;
}

/** Parts that stand in one interval: a correction changes the interval of the record that it corrects. */
interface PartsTaken {
  readonly record: number;
  /** The weighing that ended the interval; null while it runs. */
  readonly weighing: number | null;
  readonly addedMg: number;
  readonly unweighed: number;
}

/** The weights of a piece, folded from its events. */
export interface WeightLedger {
  readonly holder: Custody;
  readonly status: StatusId;
  /** When the running span began. */
  readonly since: Instant;
  /** Spans that ended since the last weighing. */
  readonly spans: readonly CustodySpan[];
  /** Number of the last weighing. */
  readonly weighings: number;
  /** null until it is weighed: what came instead of it, or was deposited without a weight. */
  readonly opening: Opening | null;
  readonly parts: readonly PartsTaken[];
  readonly intervals: readonly WeighingInterval[];
  /** The weighing whose interval the newest event of weights ended or changed. */
  readonly changed: number | null;
}

type LedgerEvent =
  | ItemDepositEdited
  | ItemStatusChanged
  | CustodyTransferred
  | MeasurementsRecorded
  | PartsUsed
  | ItemReplaced
  | WeightDifferenceExplained;
const TYPES: ReadonlySet<string> = new Set<LedgerEvent['type']>([
  'ItemDepositEdited',
  'ItemStatusChanged',
  'CustodyTransferred',
  'MeasurementsRecorded',
  'PartsUsed',
  'ItemReplaced',
  'WeightDifferenceExplained',
]);
const isLedgerEvent = (event: ItemEvent): event is LedgerEvent => TYPES.has(event.type);

/** Folds one event. Undefined while the piece was never deposited. */
export function evolveWeights(ledger: WeightLedger | undefined, event: ItemEvent): WeightLedger | undefined {
  if (event.type === 'ItemDeposited') return deposited(event.data);
  return ledger === undefined || !isLedgerEvent(event) ? ledger : changed(ledger, event);
}

/** The interval that the newest event of weights ended or changed. */
export const changedInterval = ({ intervals, changed: weighing }: WeightLedger): WeighingInterval | null =>
  intervals.find((interval) => interval.weighing === weighing) ?? null;

function changed(ledger: WeightLedger, event: LedgerEvent): WeightLedger {
  switch (event.type) {
    case 'ItemDepositEdited':
      return ledger.weighings === 0
        ? { ...ledger, opening: openingOf(event.data.weights.totalMg, ledger.opening?.at ?? event.data.at) }
        : ledger;
    case 'ItemStatusChanged':
      return { ...withSpanEnded(ledger, event.data.at), status: event.data.to };
    case 'CustodyTransferred':
      return { ...withSpanEnded(ledger, event.data.at), holder: event.data.to };
    case 'MeasurementsRecorded':
      return weighed(ledger, event.data);
    case 'PartsUsed':
      return partsUsed(ledger, event.data);
    case 'ItemReplaced':
      return { ...ledger, opening: null };
    case 'WeightDifferenceExplained':
      return revised(ledger, event.data.weighing, { explanation: event.data.explanation });
    default:
      return unreachable(event);
  }
}

const openingOf = (weightMg: number | null, at: Instant): Opening | null =>
  weightMg === null ? null : { weightMg, at };

/** A piece that goes on for another one was described before its repair: its old weight opens nothing. */
function deposited({ storeId, weights, linkedFrom, createdAt }: ItemDeposited['data']): WeightLedger {
  return {
    holder: { kind: 'site', siteId: storeId },
    status: Status.Created,
    since: createdAt,
    spans: [],
    weighings: 0,
    opening: linkedFrom === null ? openingOf(weights.totalMg, createdAt) : null,
    parts: [],
    intervals: [],
    changed: null,
  };
}

/** A span without duration held nothing: a move and its change of hands carry one moment. */
function withSpanEnded(ledger: WeightLedger, at: Instant): WeightLedger {
  if (at === ledger.since) return ledger;
  return { ...ledger, since: at, spans: [...ledger.spans, runningSpan(ledger, at)] };
}

function runningSpan({ holder, status, since }: WeightLedger, until: Instant): CustodySpan {
  return {
    site: siteOf(holder),
    shipmentId: holder.kind === 'shipment' ? holder.shipmentId : null,
    status,
    from: since,
    until,
  };
}

const siteOf = (holder: Custody): SiteId | null =>
  holder.kind === 'site' || holder.kind === 'factory-kept' ? holder.siteId : null;

type Measured = MeasurementsRecorded['data'];

function weighed(ledger: WeightLedger, data: Measured): WeightLedger {
  if (data.weightMg === null) return ledger;
  if (data.replaces === true && ledger.weighings > 0) return weighedAgain(ledger, data, data.weightMg);
  const weighing = ledger.weighings + 1;
  const spans = since(ledger, data.at);
  const parts = ledger.parts.map((one) => (one.weighing === null ? { ...one, weighing } : one));
  const opened = { ...ledger, weighings: weighing, parts, since: data.at, spans: [] };
  const { opening } = ledger;
  const next = { ...opened, opening: { weightMg: data.weightMg, at: data.at } };
  if (opening === null) return { ...next, changed: null };
  const interval: WeighingInterval = {
    weighing,
    inMg: opening.weightMg,
    outMg: data.weightMg,
    scrapMg: data.scrapMg ?? 0,
    lossMg: data.lossMg ?? 0,
    ...takenIn(parts, weighing),
    toleranceMg: data.toleranceMg ?? DEFAULT_TOLERANCE_MG,
    openedAt: opening.at,
    closedAt: data.at,
    site: data.siteId ?? siteOf(ledger.holder),
    spans,
    explanation: null,
  };
  return { ...next, intervals: [...ledger.intervals, interval], changed: weighing };
}

/** The spans since the last weighing; the running one even where it has just begun and is the only one. */
function since(ledger: WeightLedger, at: Instant): readonly CustodySpan[] {
  const { spans } = ledger;
  return spans.length > 0 && at === ledger.since ? spans : [...spans, runningSpan(ledger, at)];
}

/** The scale was read wrongly: the same weighing, with what it should have said. */
function weighedAgain(ledger: WeightLedger, data: Measured, weightMg: number): WeightLedger {
  const { opening, weighings } = ledger;
  const right = { ...ledger, opening: { weightMg, at: opening?.at ?? data.at } };
  return revised(right, weighings, {
    outMg: weightMg,
    ...(data.scrapMg !== undefined && { scrapMg: data.scrapMg }),
    ...(data.lossMg !== undefined && { lossMg: data.lossMg }),
  });
}

function revised(ledger: WeightLedger, weighing: number, part: Partial<WeighingInterval>): WeightLedger {
  if (!ledger.intervals.some((interval) => interval.weighing === weighing)) return ledger;
  const intervals = ledger.intervals.map((interval) =>
    interval.weighing === weighing ? { ...interval, ...part } : interval,
  );
  return { ...ledger, intervals, changed: weighing };
}

/** What a record adds; a correction stands where the record that it replaces stood. */
function partsUsed(ledger: WeightLedger, { record, corrects, lines }: PartsUsed['data']): WeightLedger {
  const weighing = ledger.parts.find((one) => one.record === corrects)?.weighing ?? null;
  const standing = ledger.parts.filter((one) => one.record !== corrects);
  const parts = [...standing, { record, weighing, ...sumOf(lines) }];
  const next = { ...ledger, parts };
  return weighing === null ? next : revised(next, weighing, takenIn(parts, weighing));
}

function sumOf(lines: readonly PartLine[]): Pick<PartsTaken, 'addedMg' | 'unweighed'> {
  return {
    addedMg: lines.reduce((sum, { weightMg }) => sum + (weightMg ?? 0), 0),
    unweighed: lines.filter(({ weightMg }) => weightMg === null).length,
  };
}

function takenIn(parts: readonly PartsTaken[], weighing: number) {
  const taken = parts.filter((one) => one.weighing === weighing);
  return {
    addedMg: taken.reduce((sum, one) => sum + one.addedMg, 0),
    unweighedParts: taken.reduce((sum, one) => sum + one.unweighed, 0),
  };
}
