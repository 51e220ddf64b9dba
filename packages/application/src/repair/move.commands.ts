import { isSendTarget, moveItem } from '@atelier/domain/processes/move-items.ts';
import { sendByMove } from '@atelier/domain/processes/send-by-move.ts';
import { undoMove } from '@atelier/domain/processes/receive.ts';
import { reject, type StreamsDecision } from '@atelier/domain/decider.ts';
import { type ProcessEvent, type ProcessState } from '@atelier/domain/processes/process-state.ts';
import { itemStream, type ItemId } from '@atelier/domain/kernel.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type {
  ChangeItemStatus,
  CommandContext,
  FindingsInput,
  UndoInput,
} from '@atelier/domain/repair/item/commands.ts';
import type { Outcome } from '@atelier/domain/shared/item-facts.ts';
import { savesFindings } from '@atelier/domain/repair/scanning/findings.ts';
import type { Item, ItemState } from '@atelier/domain/repair/item/item.ts';
import { subReasonsAfter } from '@atelier/domain/repair/scanning/quality.ts';
import { itemAggregate } from '../aggregates.ts';
import { processStateOf } from '../commands/process-streams.ts';
import { findListedFee, findSubReasonRefs } from '../reference/listed-prices.queries.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import { unsentItem, visibleItem } from '../commands/visible-item.ts';
import { runItemCommand } from '../commands/item-command.ts';
import { describePiece } from './new-piece.queries.ts';

/** Findings with sub-reasons by id alone; each belongs to one reason, which is looked up. */
export interface FindingsByIds extends Omit<FindingsInput, 'subReasons'> {
  readonly subReasonIds?: readonly number[];
}

export interface Move extends Omit<ChangeItemStatus, 'type' | 'findings' | 'listedFee'> {
  readonly itemId: ItemId;
  /** Every item the call names: a package is sent by naming all that is in it. */
  readonly named?: readonly ItemId[];
  readonly findings?: FindingsByIds;
}

/**
 * `PUT /rmastatus` for one item: forward, lateral and reasoned backward moves, out of and into packages
 * (product/repair.md §2). Findings, status and custody are saved in one append. 2, 14 and 18 are reached by sending: the
 * whole package takes part.
 */
export async function moveItemTo(
  services: CommandServices,
  caller: Caller,
  { itemId, findings, named = [itemId], ...move }: Move,
): Promise<CommandOutcome> {
  const { target, replacement } = move;
  if (isSendTarget(target)) {
    return onItem(services, caller, itemId, (_item, processState, context) =>
      sendByMove({ itemId, named, target }, processState, context),
    );
  }
  const piece = replacement === undefined ? undefined : await describePiece(services.db, replacement);
  if (piece === null) return reject('invalid_input', { field: 'sku' });
  const decide: Decide = async (item, processState, context) => {
    const details = await detailsFor(services, item, target, findings);
    const given = { ...move, ...details, ...(piece && { replacement: piece }) };
    return moveItem(itemId, { type: 'ChangeItemStatus', ...given }, processState, context);
  };
  return onItem(services, caller, itemId, decide, seesFor(move));
}

/**
 * A jewel that lies before who may receive it, though its papers say that it never left the shop: the reason it is
 * received with stands for its package (product/repair.md §2).
 */
function seesFor({ target, reason = '' }: Pick<ChangeItemStatus, 'target' | 'reason'>) {
  if (reason.trim() === '') return visibleItem;
  return (state: ItemState, scope: DataScope) =>
    visibleItem(state, scope) ?? unsentItem(state, scope, target);
}

/** Takes back the last move: within ten minutes, by its actor (product/repair.md §5). */
export function undoItemMove(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  given: UndoInput = {},
): Promise<CommandOutcome> {
  return onItem(services, caller, itemId, (_item, processState, context) =>
    undoMove(itemId, processState, context, given),
  );
}

/** A cancelled repair still goes home: 13 with an outcome that is not a repair (product/repair.md §6). */
export function returnUnrepaired(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  reason: string,
  outcome?: Outcome,
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({
    type: 'ReturnUnrepaired',
    reason,
    ...(outcome && { outcome }),
  }));
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
    ...(await findingsFor(services, item, findings)),
  }));
}

/** A move without findings saves the stored ones where it saves any: their price is asked for as well. */
async function detailsFor(
  services: CommandServices,
  item: Item,
  target: ChangeItemStatus['target'],
  findings: FindingsByIds | undefined,
) {
  if (findings !== undefined) return findingsFor(services, item, findings);
  if (!savesFindings(target)) return {};
  const { listedFee } = await findingsFor(services, item, {});
  return listedFee === undefined ? {} : { listedFee };
}

/** The findings with their sub-reasons looked up, and the listed price of those that hold afterwards. */
async function findingsFor({ db }: CommandServices, item: Item, { subReasonIds, ...given }: FindingsByIds) {
  const subReasons = subReasonIds === undefined ? undefined : await findSubReasonRefs(db, subReasonIds);
  const findings = { ...given, ...(subReasons && { subReasons }) };
  const priced = subReasonsAfter(findings, item.work.findings).map(({ id }) => id);
  const listedFee = await findListedFee(db, item.storeId, priced);
  return { findings, ...(listedFee && { listedFee }) };
}

type Decide = (
  item: Item,
  processState: ProcessState,
  context: CommandContext,
) => StreamsDecision<ProcessEvent> | Promise<StreamsDecision<ProcessEvent>>;

/** Decides over the item and every package it may come out of. Unseen items do not exist for the caller. */
function onItem(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  decide: Decide,
  sees: typeof visibleItem = visibleItem,
): Promise<CommandOutcome> {
  return runCommand(services, caller, {
    streams: [itemStream(itemId)],
    versioned: itemStream(itemId),
    decide: (states, context) => {
      const item = sees(states.of(itemAggregate, itemId), caller.scope);
      return item === null ? reject('not_found') : decide(item, processStateOf(states), context);
    },
  });
}
