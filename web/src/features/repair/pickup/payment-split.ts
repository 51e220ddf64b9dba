import { readAmount } from '../../../shared/item/amount.ts';
import type { PaymentValues } from '../../../shared/handover/payment-fields.tsx';

/** One part of a payment, as it is typed. */
export interface PaymentPart {
  readonly id: number;
  readonly means: PaymentValues['means'];
  /** null = what the other parts leave. */
  readonly typed: string | null;
  readonly reference: string;
  /** Cash laid on the counter; '' where it is exact. */
  readonly given: string;
}

export interface ReadPart extends PaymentPart {
  /** Minor units; null where what is typed is no amount. */
  readonly amount: number | null;
  /** Minor units to give back; 0 without. */
  readonly change: number;
}

export interface Split {
  readonly parts: readonly ReadPart[];
  /** Minor units still to be paid; below 0 where too much was taken. */
  readonly left: number;
  /** Every part is an amount, and together they are what is due. */
  readonly isComplete: boolean;
}

/** Reads the parts of a payment of `total` minor units. The first part without an amount takes the rest. */
export function splitOf(parts: readonly PaymentPart[], total: number, currency: string): Split {
  const typed = parts.map((part) => (part.typed === null ? undefined : readAmount(part.typed, currency)));
  const known = typed.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
  const rest = typed.indexOf(undefined);
  const amounts = typed.map((amount, place) =>
    amount === undefined ? (place === rest ? Math.max(0, total - known) : 0) : amount,
  );
  const left = total - amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
  const read = parts.map((part, place): ReadPart => {
    const amount = amounts[place] ?? null;
    const given = part.given.trim() === '' ? null : readAmount(part.given, currency);
    return { ...part, amount, change: Math.max(0, (given ?? 0) - (amount ?? 0)) };
  });
  const isComplete = left === 0 && read.every(({ amount }) => amount !== null);
  return { parts: read, left, isComplete };
}
