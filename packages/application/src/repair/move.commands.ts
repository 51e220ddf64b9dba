import { isSendTarget, moveItem } from '@atelier/domain/processes/move-items.ts';
import { sendByMove } from '@atelier/domain/processes/send-by-move.ts';
import { undoMove } from '@atelier/domain/processes/receive.ts';
import { reject } from '@atelier/domain/decider.ts';
import type { ItemId, SiteId } from '@atelier/domain/kernel.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { ChangeItemStatus, FindingsInput, UndoInput } from '@atelier/domain/repair/item/commands.ts';
import type { Outcome } from '@atelier/domain/shared/item-facts.ts';
import { savesFindings } from '@atelier/domain/repair/scanning/findings.ts';
import type { Item, ItemState } from '@atelier/domain/repair/item/item.ts';
import { subReasonsAfter } from '@atelier/domain/repair/scanning/quality.ts';
import { findListedFee, findSubReasonRefs } from '../reference/listed-prices.queries.ts';
import type { Caller, CommandOutcome, CommandServices } from '../commands/run-command.ts';
import { alone, runOnEachItem, type DecideItem, type ItemOutcome } from '../commands/each-item.ts';
import { unsentItem, visibleItem } from '../commands/visible-item.ts';
import { runItemCommand } from '../commands/item-command.ts';
import { describePiece } from './new-piece.queries.ts';

/** Findings with sub-reasons by id alone; each belongs to one reason, which is looked up. */
export interface FindingsByIds extends Omit<FindingsInput, 'subReasons'> {
  readonly subReasonIds?: readonly number[];
}

export interface Move extends Omit<ChangeItemStatus, 'type' | 'findings' | 'listedFee'> {
  readonly itemId: ItemId;
  readonly findings?: FindingsByIds;
}

/**
 * `PUT /rmastatus`: forward, lateral and reasoned backward moves, out of and into packages (product/repair.md §2), in one
 * append. Findings, status and custody are saved together. 2, 14 and 18 are reached by sending: the whole package takes
 * part, so the moves name all that is in it.
 */
export function moveItemsTo(
  services: CommandServices,
  caller: Caller,
  moves: readonly Move[],
): Promise<readonly ItemOutcome[]> {
  const moveOf = new Map(moves.map((move) => [move.itemId, move]));
  const named = [...moveOf.keys()];
  const lookUp = createLookUp(services);
  return runOnEachItem(services, caller, {
    itemIds: named,
    sees: (state, scope, id) => seenBy(moveOf.get(id), state, scope),
    prepare: (item) => prepareMove(lookUp, item, moveOf.get(item.id), named),
  });
}

/**
 * A jewel that lies before who may receive it, though its papers say that it never left the shop: the reason it is
 * received with stands for its package (product/repair.md §2).
 */
function seenBy(move: Move | undefined, state: ItemState, scope: DataScope): Item | null {
  const seen = visibleItem(state, scope);
  if (seen !== null || move?.reason === undefined || move.reason.trim() === '') return seen;
  return unsentItem(state, scope, move.target);
}

async function prepareMove(
  lookUp: LookUp,
  item: Item,
  given: Move | undefined,
  named: readonly ItemId[],
): Promise<DecideItem> {
  if (given === undefined) return () => reject('not_found');
  const { itemId, findings, ...move } = given;
  const { target, replacement } = move;
  if (isSendTarget(target)) return (now, context) => sendByMove({ itemId, named, target }, now, context);
  const piece = replacement === undefined ? undefined : await lookUp.piece(replacement);
  if (piece === null) return () => reject('invalid_input', { field: 'sku' });
  const details = await detailsFor(lookUp, item, target, findings);
  const command = {
    type: 'ChangeItemStatus',
    ...move,
    ...details,
    ...(piece && { replacement: piece }),
  } as const;
  return (now, context) => moveItem(itemId, command, now, context);
}

/** Takes back the last move of each: within ten minutes, by its actor (product/repair.md §5). */
export function undoMoves(
  services: CommandServices,
  caller: Caller,
  itemIds: readonly ItemId[],
  given: UndoInput = {},
): Promise<readonly ItemOutcome[]> {
  const prepare =
    ({ id }: Item): DecideItem =>
    (now, context) =>
      undoMove(id, now, context, given);
  return runOnEachItem(services, caller, { itemIds, prepare });
}

/** Cancelled repairs still go home: 13 with an outcome that is not a repair (product/repair.md §6). */
export function returnUnrepaired(
  services: CommandServices,
  caller: Caller,
  itemIds: readonly ItemId[],
  reason: string,
  outcome?: Outcome,
): Promise<readonly ItemOutcome[]> {
  const command = { type: 'ReturnUnrepaired', reason, ...(outcome && { outcome }) } as const;
  return runOnEachItem(services, caller, { itemIds, prepare: (item) => alone(item, command) });
}

/** `POST /operationAddSav`: findings without a move. */
export function saveFindings(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  findings: FindingsByIds,
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, async (item) => ({
    type: 'SaveFindings',
    ...(await findingsFor(createLookUp(services), item, findings)),
  }));
}

/** A move without findings saves the stored ones where it saves any: their price is asked for as well. */
async function detailsFor(
  lookUp: LookUp,
  item: Item,
  target: ChangeItemStatus['target'],
  findings: FindingsByIds | undefined,
) {
  if (findings !== undefined) return findingsFor(lookUp, item, findings);
  if (!savesFindings(target)) return {};
  const { listedFee } = await findingsFor(lookUp, item, {});
  return listedFee === undefined ? {} : { listedFee };
}

/** The findings with their sub-reasons looked up, and the listed price of those that hold afterwards. */
async function findingsFor(lookUp: LookUp, item: Item, { subReasonIds, ...given }: FindingsByIds) {
  const subReasons = subReasonIds === undefined ? undefined : await lookUp.subReasons(subReasonIds);
  const findings = { ...given, ...(subReasons && { subReasons }) };
  const priced = subReasonsAfter(findings, item.work.findings).map(({ id }) => id);
  const listedFee = await lookUp.listedFee(item.storeId, priced);
  return { findings, ...(listedFee && { listedFee }) };
}

type LookUp = ReturnType<typeof createLookUp>;

/** What the catalogue and price lists say, asked once per call: the items of a call often share it. */
function createLookUp({ db }: CommandServices) {
  return {
    subReasons: once((ids: readonly number[]) => findSubReasonRefs(db, ids)),
    listedFee: once((storeId: SiteId, ids: readonly number[]) => findListedFee(db, storeId, ids)),
    piece: once((given: Parameters<typeof describePiece>[1]) => describePiece(db, given)),
  };
}

function once<Args extends readonly unknown[], T>(ask: (...args: Args) => Promise<T>) {
  const asked = new Map<string, Promise<T>>();
  return (...args: Args): Promise<T> => {
    const key = JSON.stringify(args);
    const answer = asked.get(key) ?? ask(...args);
    asked.set(key, answer);
    return answer;
  };
}
