import { PAYMENT_MEANS } from '@atelier/domain/repair/contract.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useState } from 'react';
import type { Signature } from '../../../shared/item/signature-ink.ts';
import { useKeptLoans } from '../../../shared/loans/use-kept-loans.ts';
import { isTickedAtFirst, keptBy, sumsOf } from './pickup-rules.ts';
import { splitOf, type PaymentPart, type Split } from './payment-split.ts';
import { usePickup } from './use-pickup.ts';
import type { ClientPieces } from './use-pieces-at-counter.ts';

/** What one currency asks for, and how it is paid. */
export interface Till extends Split {
  readonly currency: string;
  readonly total: number;
}

type Parts = Readonly<Record<string, readonly PaymentPart[]>>;

/** Everything that is decided at the counter before the button is pressed. */
export function useCounter({ deposit, here }: ClientPieces) {
  const [flipped, setFlipped] = useState<ReadonlySet<number>>(new Set());
  const [parts, setParts] = useState<Parts>({});
  const [name, setName] = useState<string | null>(null);
  const [notReturned, setNotReturned] = useState('');
  const [signature, setSignature] = useState<Signature | null>(null);
  const pickup = usePickup();
  const loans = useKeptLoans();
  const isTicked = (item: ItemView) =>
    keptBy(item) === null && isTickedAtFirst(item) !== flipped.has(item.id);
  const ticked = here.filter(isTicked);
  const tills = sumsOf(ticked).map(([currency, total]): Till => {
    return { currency, total, ...splitOf(parts[currency] ?? [], total, currency) };
  });
  const toReturn = ticked.filter((item) => item.fee_to_return > 0);
  const signer = name ?? deposit.fullname;
  const isReady =
    ticked.length > 0 &&
    tills.every(({ isComplete }) => isComplete) &&
    signature !== null &&
    signer.trim() !== '' &&
    loans.isReady(ticked) &&
    (toReturn.length === 0 || notReturned.trim() !== '');
  const change = (currency: string, next: (before: readonly PaymentPart[]) => readonly PaymentPart[]) =>
    setParts((before) => ({ ...before, [currency]: next(before[currency] ?? []) }));
  const take = (currency: string, means: PaymentPart['means']) =>
    change(currency, (before) => [
      ...before,
      { id: (before.at(-1)?.id ?? 0) + 1, means, typed: null, reference: '', given: '' },
    ]);
  const submit = () => {
    if (!isReady || pickup.isBusy || signature === null) return;
    const payments = tills.flatMap(({ currency, parts: read }) =>
      read.flatMap(({ amount, means, reference }) =>
        amount === null || amount === 0 ? [] : { amount, currency, means, reference },
      ),
    );
    const lent = loans.saidOf(ticked);
    void pickup.run({ items: ticked, payments, name: signer, signature, notReturned, loans: lent });
  };
  return {
    pickup,
    loans,
    isTicked,
    ticked,
    tills,
    toReturn,
    name,
    setName,
    notReturned,
    setNotReturned,
    signature,
    setSignature,
    isReady,
    submit,
    take,
    toggle: ({ id }: ItemView) => setFlipped((before) => before.symmetricDifference(new Set([id]))),
    edit: (currency: string, id: number, next: Partial<PaymentPart>) =>
      change(currency, (before) => before.map((part) => (part.id === id ? { ...part, ...next } : part))),
    drop: (currency: string, id: number) =>
      change(currency, (before) => before.filter((part) => part.id !== id)),
    /** 1, 2, 3 … take what is left of the first open sum by card, in cash, with a voucher … */
    takeBy: (key: string) => {
      const means = PAYMENT_MEANS[Number(key) - 1];
      const till = tills.find(({ left, parts: read }) => left > 0 || read.length === 0);
      if (means !== undefined && till !== undefined) take(till.currency, means);
    },
  };
}

export type Counter = ReturnType<typeof useCounter>;
