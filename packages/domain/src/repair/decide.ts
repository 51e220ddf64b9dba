import { accept, reject, unreachable, type Decision } from '../decider.ts';
import { decideChangeStatus } from './change-status.ts';
import { freeText, stamp } from './item/build.ts';
import type { CommandContext, ItemCommand, UndoInput } from './item/commands.ts';
import type { ItemEvent } from './item/events.ts';
import { decideAnswerFee, decideMakeFeeLink, decideRevokeFeeLink } from './fees/fee-links.ts';
import { findingsEvents } from './scanning/findings.ts';
import { decideClose, decideHandOver } from './handover.ts';
import { decidePlaceHold, decideReleaseHold } from './holds/hold-decisions.ts';
import { atFactoryRefusal } from './holds/guards.ts';
import type { Item, ItemState } from './item/item.ts';
import { decideExplain, decideMeasure } from './weights/weigh.ts';
import {
  decideAcceptFee,
  decideDecideWaiver,
  decideOverrideFee,
  decideCorrectPayment,
  decideRecordPayment,
  decideRecordRefund,
  decideRecordSignature,
  decideRequestWaiver,
} from './fees/money.ts';
import { replacementEvents } from './scanning/outcomes.ts';
import { decideRecordParts } from './parts/parts.ts';
import { decideMarkCondition } from './pictures/marks.ts';
import { decideReleasePicture } from './pictures/pictures.ts';
import { decidePassTarget } from './clock/stage-clock.ts';
import { decideExpect } from './expected/expected.ts';
import { decideRemind } from './remarks/reminders.ts';
import { decideReturnUnrepaired, decideUndo } from './rounds.ts';
import { decideClearScans, decideScan } from './scanning/scanning.ts';
import { decideBookPickup, decideCancelPickup, decideChooseCollection } from './collection/collection.ts';
import { decideCancelLoan, decideChangeLoan, decideHandOutLoan, decideReturnLoan } from './loans/loans.ts';
import { decideSetStoragePlace } from './storage.ts';
import {
  decideFlagForTransfer,
  decideNeedTransfer,
  decideUnflagTransfer,
  decideWithdrawNeed,
} from './transfer.ts';
import { decideAddComment, decideFollowUp } from './remarks/remarks.ts';

type Of<Type extends ItemCommand['type']> = Extract<ItemCommand, { type: Type }>;

/**
 * Decides a command that touches one item alone. What takes a package, an RMA or a second item along is decided in
 * `processes/`. Rejects with `not_found` when there is no such item.
 */
export function decideItem(
  command: ItemCommand,
  state: ItemState,
  context: CommandContext,
): Decision<ItemEvent> {
  if (state.kind === 'none') return reject('not_found');
  switch (command.type) {
    case 'ChangeItemStatus':
      return decideChangeStatus(command, state, context);
    case 'ReturnUnrepaired':
      return decideReturnUnrepaired(command, state, context);
    case 'UndoMove':
      return decideUndoAlone(command, state, context);
    case 'ScanItem':
      return accept<ItemEvent>(decideScan(command, state, context).event);
    case 'ClearScans':
      return decideClearScans(command, state, context);
    case 'SaveFindings':
      return decideSaveFindings(command, state, context);
    case 'RecordMeasurements':
      return decideMeasure(command, state, context);
    case 'ExplainDifference':
      return decideExplain(command, state, context);
    case 'RecordParts':
      return decideRecordParts(command, state, context);
    case 'ReplaceItem':
      return decideReplace(command, state, context);
    case 'PlaceHold':
      return decidePlaceHold(command, state, context);
    case 'ReleaseHold':
      return decideReleaseHold(command, state, context);
    case 'HandOver':
      return decideHandOver(command, state, context);
    case 'CloseItem':
      return decideClose(state, context);
    case 'RemindCustomer':
      return decideRemind(state, context);
    case 'PassStageTarget':
      return decidePassTarget(command, state, context);
    case 'ExpectReadyDate':
      return decideExpect(command, state, context);
    case 'AcceptFee':
      return decideAcceptFee(command, state, context);
    case 'MakeFeeLink':
      return decideMakeFeeLink(command, state, context);
    case 'RevokeFeeLink':
      return decideRevokeFeeLink(state, context);
    case 'AnswerFee':
      return decideAnswerFee(command, state, context);
    case 'OverrideFee':
      return decideOverrideFee(command, state, context);
    case 'RequestWaiver':
      return decideRequestWaiver(command, state, context);
    case 'DecideWaiver':
      return decideDecideWaiver(command, state, context);
    case 'RecordPayment':
      return decideRecordPayment(command, state, context);
    case 'CorrectPayment':
      return decideCorrectPayment(command, state, context);
    case 'RecordRefund':
      return decideRecordRefund(command, state, context);
    case 'RecordSignature':
      return decideRecordSignature(command, state, context);
    case 'AddComment':
      return decideAddComment(command, state, context);
    case 'RecordFollowUp':
      return decideFollowUp(command, state, context);
    case 'ReleasePicture':
      return decideReleasePicture(command, state, context);
    case 'MarkCondition':
      return decideMarkCondition(command, state, context);
    case 'NeedTransfer':
      return decideNeedTransfer(command, state, context);
    case 'WithdrawTransferNeed':
      return decideWithdrawNeed(state, context);
    case 'FlagForTransfer':
      return decideFlagForTransfer(command, state, context);
    case 'UnflagTransfer':
      return decideUnflagTransfer(state, context);
    case 'SetStoragePlace':
      return decideSetStoragePlace(command, state, context);
    case 'ChooseCollection':
      return decideChooseCollection(command, state, context);
    case 'BookPickup':
      return decideBookPickup(command, state, context);
    case 'HandOutLoan':
      return decideHandOutLoan(command, state, context);
    case 'ChangeLoan':
      return decideChangeLoan(command, state, context);
    case 'ReturnLoan':
      return decideReturnLoan(command, state, context);
    case 'CancelLoan':
      return decideCancelLoan(command, state, context);
    case 'CancelPickup':
      return decideCancelPickup(state, context);
    default:
      return unreachable(command);
  }
}

/** An undone receipt gives the jewel back to its package, whose stream must say so too. */
function decideUndoAlone(given: UndoInput, item: Item, context: CommandContext): Decision<ItemEvent> {
  if (item.lastMove?.previousCustody.kind === 'shipment') {
    return reject('needs_receipt', { shipment_id: item.lastMove.previousCustody.shipmentId });
  }
  return decideUndo(given, item, context);
}

/** `POST /operationAddSav`: findings without a move, while the factory has the item. */
function decideSaveFindings(
  { findings, listedFee }: Of<'SaveFindings'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const refusal = atFactoryRefusal(item, context.actor);
  if (refusal !== null) return { ok: false, rejection: refusal };
  return findingsEvents(item, findings, listedFee, context);
}

function decideReplace(
  { replacement, reason }: Of<'ReplaceItem'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const refusal = atFactoryRefusal(item, context.actor);
  if (refusal !== null) return { ok: false, rejection: refusal };
  const recorded: ItemEvent = {
    type: 'OutcomeRecorded',
    data: { outcome: 'replaced', ...freeText(item, { reason }), ...stamp(context) },
  };
  return accept<ItemEvent>(...replacementEvents(item, replacement, context), recorded);
}
