import { unreachable } from '../../decider.ts';
import type { ItemDepositEdited } from '../item/deposit-events.ts';
import { approved, declined, linkMade, linkRevoked, NO_LINKS, withoutSigned } from './evolve-fee-links.ts';
import type { Payment } from '../../shared/item-facts.ts';
import type { ItemHandedOver } from '../item/events.ts';
import type { Fee, Waiver } from '../item/parts.ts';
import type {
  FeeAccepted,
  FeeApproved,
  FeeDeclined,
  FeeLinkMade,
  FeeLinkRevoked,
  FeeQuoted,
  PaymentCorrected,
  PaymentRecorded,
  RefundRecorded,
  WaiverDecided,
  WaiverRequested,
} from '../item/money-events.ts';

export type MoneyEvent =
  | FeeQuoted
  | FeeAccepted
  | FeeLinkMade
  | FeeLinkRevoked
  | FeeApproved
  | FeeDeclined
  | PaymentRecorded
  | PaymentCorrected
  | RefundRecorded
  | ItemHandedOver
  | WaiverRequested
  | WaiverDecided
  | ItemDepositEdited;

/** What the repair costs, and whether the customer asked to have it for nothing: the one follows the other. */
export interface FeeAndWaiver {
  readonly fee: Fee;
  readonly waiver: Waiver;
}

export const NO_WAIVER: Waiver = { code: 0, requests: 0, waivedAmount: null };

export function evolveMoney({ fee, waiver }: FeeAndWaiver, event: MoneyEvent): FeeAndWaiver {
  return {
    fee: withoutSigned(fee, evolveFee(fee, waiver, event)),
    waiver: evolveWaiver(waiver, fee, event),
  };
}

function evolveFee(fee: Fee, waiver: Waiver, event: MoneyEvent): Fee {
  switch (event.type) {
    case 'FeeQuoted':
      return { ...fee, ...dueQuoted(event.data) };
    case 'FeeAccepted':
      return { ...fee, accepted: event.data.fee, signed: null };
    case 'FeeLinkMade':
      return linkMade(fee, event.data);
    case 'FeeLinkRevoked':
      return linkRevoked(fee);
    case 'FeeApproved':
      return approved(fee, event.data);
    case 'FeeDeclined':
      return declined(fee, event.data);
    case 'PaymentRecorded':
    case 'RefundRecorded':
      return { ...fee, payments: [...fee.payments, paymentOf(event)] };
    case 'PaymentCorrected':
      return { ...fee, payments: corrected(fee.payments, event.data) };
    case 'ItemHandedOver':
      return { ...fee, notReturned: fee.notReturned + (event.data.notReturned?.amount ?? 0) };
    case 'WaiverRequested':
      return fee;
    case 'WaiverDecided':
      return event.data.decision === 10
        ? { ...fee, accepted: null, signed: null }
        : { ...fee, due: waivedDue(fee) };
    case 'ItemDepositEdited':
      return feeAfterEdit(fee, waiver, event.data);
    default:
      return unreachable(event);
  }
}

function paymentOf(event: PaymentRecorded | RefundRecorded): Payment {
  const { means, reference, at } = event.data;
  const isRefund = event.type === 'RefundRecorded';
  const paid = isRefund ? event.data.refunded : event.data.paid;
  return { kind: isRefund ? 'refund' : 'payment', paid, means, reference, at, isCorrected: false };
}

/** The record keeps its place and its moment. */
function corrected(
  payments: readonly Payment[],
  { payment, paid, means, reference }: PaymentCorrected['data'],
): readonly Payment[] {
  return payments.map((record, index) =>
    index === payment - 1 ? { ...record, paid, means, reference, isCorrected: true } : record,
  );
}

/** Approved: the fee becomes 0. Rejected: what was agreed no longer counts, the customer must accept again. */
function evolveWaiver(waiver: Waiver, { due }: Fee, event: MoneyEvent): Waiver {
  switch (event.type) {
    case 'WaiverRequested':
      return { ...waiver, code: 1, requests: waiver.requests + 1 };
    case 'WaiverDecided':
      return waiverDecided(waiver, due, event.data.decision);
    case 'ItemDepositEdited':
      return waiver.code === 11 ? { ...waiver, waivedAmount: event.data.fee.amount } : waiver;
    case 'FeeQuoted':
    case 'FeeAccepted':
    case 'FeeLinkMade':
    case 'FeeLinkRevoked':
    case 'FeeApproved':
    case 'FeeDeclined':
    case 'PaymentRecorded':
    case 'PaymentCorrected':
    case 'RefundRecorded':
    case 'ItemHandedOver':
      return waiver;
    default:
      return unreachable(event);
  }
}

/** What of a fee says how much is due. */
export type DueFee = Pick<Fee, 'due' | 'agreed' | 'byHand'>;
type SaidOfFee = Pick<ItemDepositEdited['data'], 'fee' | 'agreedFee'>;

export const dueQuoted = ({
  fee,
  because,
}: Pick<FeeQuoted['data'], 'fee' | 'because'>): Pick<DueFee, 'due' | 'byHand'> => ({
  due: fee,
  byHand: because === 'override',
});

export const waivedDue = ({ due }: Pick<DueFee, 'due'>): DueFee['due'] => ({ ...due, amount: 0 });

export const waiverDecided = (waiver: Waiver, due: DueFee['due'], decision: 10 | 11): Waiver =>
  decision === 10 ? { ...waiver, code: 10 } : { ...waiver, code: 11, waivedAmount: due.amount };

export const dueAtDeposit = ({ fee, agreedFee }: SaidOfFee): DueFee => ({
  due: fee,
  agreed: agreedFee,
  byHand: false,
});

/** Under an approved waiver another amount stays waived; the same fee where the same was said. */
export function dueAfterEdit(fee: DueFee, { code }: Pick<Waiver, 'code'>, said: SaidOfFee): DueFee {
  if (code === 11) return { ...fee, agreed: said.agreedFee };
  const isSame = said.fee.amount === fee.due.amount && said.agreedFee?.amount === fee.agreed?.amount;
  return isSame ? fee : dueAtDeposit(said);
}

/** What was agreed at the counter counts as accepted, whether it is due or not (product/repair.md §12). */
export function feeAtDeposit({
  fee,
  agreedFee,
  carried = null,
}: SaidOfFee & { carried?: Fee['carried'] }): Fee {
  const accepted = agreedFee ?? fee;
  const paid = { payments: [], carried, isMoved: false, notReturned: 0 };
  return { ...dueAtDeposit({ fee, agreedFee }), accepted, ...paid, ...NO_LINKS };
}

/** Another amount was agreed at the counter, and so accepted. */
function feeAfterEdit(fee: Fee, waiver: Waiver, data: ItemDepositEdited['data']): Fee {
  const after = dueAfterEdit(fee, waiver, data);
  if (after === fee) return fee;
  if (waiver.code === 11) return { ...fee, agreed: after.agreed };
  const { payments, carried, notReturned, links } = fee;
  return { ...feeAtDeposit(data), payments, carried, notReturned, links };
}
