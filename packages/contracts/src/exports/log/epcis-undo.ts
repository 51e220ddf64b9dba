import { isSameCustody } from '@atelier/domain/kernel.ts';
import { custodyIn, type LoggedEvent } from './logged-event.ts';

/**
 * Which earlier event of a stream an undo takes back: that one is declared an error, and its undo is not a
 * separate event.
 */

const UNDOING: ReadonlySet<unknown> = new Set(['undo', 'undo-administrative']);

export const isUndo = ({ type, data }: LoggedEvent): boolean =>
  type === 'ItemStatusChanged' && UNDOING.has(data['move']);

/** Whether the events before it in its stream have to be known. `undone` = the commands that took something back. */
export function needsHistory(event: LoggedEvent, undone: ReadonlySet<string>): boolean {
  if (event.type === 'CustodyTransferred') return undone.has(event.metadata.commandId);
  return isUndo(event) || HISTORICAL.has(event.type);
}
const HISTORICAL: ReadonlySet<string> = new Set([
  'ItemReplaced',
  'ShipmentUnsent',
  'ShipmentItemReceiptUndone',
]);

/** The event that this one takes back, out of those before it; undefined where there is none such. */
export function takenBack(event: LoggedEvent, before: readonly LoggedEvent[]): LoggedEvent | undefined {
  switch (event.type) {
    case 'ItemStatusChanged':
      return isUndo(event) ? standing(before, 'ItemStatusChanged', isReverseMove).at(-1) : undefined;
    case 'CustodyTransferred':
      return custodyTakenBack(event, before);
    case 'ShipmentUnsent':
      return before.findLast(({ type }) => type === 'ShipmentSent');
    case 'ShipmentItemReceiptUndone':
      return before.findLast(
        ({ type, data }) => type === 'ShipmentItemReceived' && data['itemId'] === event.data['itemId'],
      );
    default:
      return undefined;
  }
}

type Reverses = (event: LoggedEvent, of: LoggedEvent) => boolean;

/** Events of a type that still stand: what an undo took back stands no longer. */
function standing(before: readonly LoggedEvent[], type: string, reverses: Reverses): readonly LoggedEvent[] {
  const stack: LoggedEvent[] = [];
  const undone = new Set(before.filter(isUndo).map(({ metadata }) => metadata.commandId));
  for (const event of before.filter((each) => each.type === type)) {
    const top = stack.at(-1);
    if (undone.has(event.metadata.commandId) && top !== undefined && reverses(event, top)) stack.pop();
    else stack.push(event);
  }
  return stack;
}

const isReverseMove: Reverses = (event, of) => isUndo(event) && endsOf(event).from === endsOf(of).to;

const endsOf = ({ data: { from, to } }: LoggedEvent) => ({ from, to });
const holdersOf = (event: LoggedEvent) => {
  const { from, to } = endsOf(event);
  return { giver: custodyIn(from), taker: custodyIn(to) };
};

function isReversePassing(event: LoggedEvent, of: LoggedEvent): boolean {
  const [back, away] = [holdersOf(event), holdersOf(of)];
  if (back.giver === null || back.taker === null || away.giver === null || away.taker === null) return false;
  return isSameCustody(back.giver, away.taker) && isSameCustody(back.taker, away.giver);
}

function custodyTakenBack(event: LoggedEvent, before: readonly LoggedEvent[]): LoggedEvent | undefined {
  const isOfUndo = before.some(
    (each) => isUndo(each) && each.metadata.commandId === event.metadata.commandId,
  );
  const last = standing(before, 'CustodyTransferred', isReversePassing).at(-1);
  return isOfUndo && last !== undefined && isReversePassing(event, last) ? last : undefined;
}
