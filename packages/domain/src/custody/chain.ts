import { unreachable } from '../decider.ts';
import { isSameCustody, micros, type Custody, type Instant } from '../kernel.ts';
import type { ItemDeposited } from '../repair/item/deposit-events.ts';
import type { CustodyTransferred, ItemReplaced } from '../repair/item/events.ts';

/** The events that say who holds a jewel. */
export type CustodyEvent = ItemDeposited | CustodyTransferred | ItemReplaced;
export const CUSTODY_EVENTS = [
  'ItemDeposited',
  'CustodyTransferred',
  'ItemReplaced',
] as const satisfies readonly CustodyEvent['type'][];

/** An event with its place in the log. */
export type Recorded<E> = E & { readonly position: number };

/**
 * One holder from one event to the next. Times are the events' own, which the server's clock gave, and never run backwards,
 * whatever a clock said. `piece` 0 is the jewel the item goes on with; 1, 2 … are pieces that were replaced and stay behind.
 */
export interface CustodySpan {
  readonly piece: number;
  readonly holder: Custody;
  readonly enteredAt: Instant;
  readonly enteredPosition: number;
  /** null while it lasts. */
  readonly leftAt: Instant | null;
  readonly leftPosition: number | null;
}

/** What is true of an item after an event: who holds its jewel, and how many pieces it left behind. */
export interface CustodyNow {
  readonly span: CustodySpan;
  readonly kept: number;
}

/** What one event changes: the span that ends with it and those that begin; none of both when the holder stays. */
export interface CustodyStep {
  readonly now: CustodyNow;
  readonly ended: CustodySpan | null;
  readonly begun: readonly CustodySpan[];
}

/** Folds one event. Undefined while the item was never deposited: a piece that does not exist has no holder. */
export function custodyStep(
  before: CustodyNow | undefined,
  event: Recorded<CustodyEvent>,
): CustodyStep | undefined {
  if (event.type === 'ItemDeposited') {
    const span = spanOf({ kind: 'site', siteId: event.data.storeId }, micros(event.data.createdAt), event);
    return { now: { span, kept: 0 }, ended: null, begun: [span] };
  }
  if (before === undefined) return undefined;
  const at = later(before.span.enteredAt, micros(event.data.at));
  switch (event.type) {
    case 'CustodyTransferred':
      return passed(before, event.data.to, at, event);
    case 'ItemReplaced':
      return left(before, event.data.oldPiece.keptBy, at, event);
    default:
      return unreachable(event);
  }
}

type At = { readonly position: number };

function passed(before: CustodyNow, to: Custody, at: Instant, { position }: At): CustodyStep {
  if (isSameCustody(before.span.holder, to)) return { now: before, ended: null, begun: [] };
  const ended = { ...before.span, leftAt: at, leftPosition: position };
  const span = spanOf(to, at, { position });
  return { now: { ...before, span }, ended, begun: [span] };
}

function left(before: CustodyNow, siteId: number, at: Instant, { position }: At): CustodyStep {
  const piece = before.kept + 1;
  const kept = { ...spanOf({ kind: 'factory-kept', siteId }, at, { position }), piece };
  return { now: { ...before, kept: piece }, ended: null, begun: [kept] };
}

function spanOf(holder: Custody, enteredAt: Instant, { position }: At): CustodySpan {
  return { piece: 0, holder, enteredAt, enteredPosition: position, leftAt: null, leftPosition: null };
}

/** Every holder an item's pieces ever had, in the order of the log: the whole chain of custody. */
export function custodyChain(events: readonly Recorded<CustodyEvent>[]): readonly CustodySpan[] {
  const spans = new Map<string, CustodySpan>();
  const put = (span: CustodySpan) => spans.set(`${span.piece} ${span.enteredPosition}`, span);
  let now: CustodyNow | undefined;
  for (const event of events) {
    const step = custodyStep(now, event);
    if (step === undefined) continue;
    if (step.ended !== null) put(step.ended);
    for (const span of step.begun) put(span);
    now = step.now;
  }
  return [...spans.values()];
}

/** Who holds the jewel at the end of a chain; undefined before its deposit. */
export function holderOf<Span extends CustodySpan>(chain: readonly Span[]): Span | undefined {
  return chain.findLast((span) => span.piece === 0 && span.leftAt === null);
}

const later = (a: Instant, b: Instant): Instant => (a > b ? a : b);
