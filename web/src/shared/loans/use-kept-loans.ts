import type { LoansAtPickup } from '@atelier/contracts/deposit/loan-schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { isDay } from '@atelier/domain/calendar.ts';
import { useState } from 'react';
import { useShopDay } from './loan-day.ts';

type Lent = Pick<ItemView, 'id' | 'loan'>;

/** What becomes of loans at a pickup: each is back, unless a day says until when the client keeps it. */
export function useKeptLoans() {
  const today = useShopDay();
  const [kept, setKept] = useState<ReadonlyMap<number, string>>(new Map());
  return {
    today,
    keptUntil: ({ id }: Lent): string | null => kept.get(id) ?? null,
    keep: ({ id }: Lent, until: string | null) =>
      setKept((before) => {
        const next = new Map(before);
        if (until === null) next.delete(id);
        else next.set(id, until);
        return next;
      }),
    isReady: (items: readonly Lent[]) =>
      items.every(({ id, loan }) => {
        const until = kept.get(id);
        return loan === null || until === undefined || (isDay(until) && until >= today);
      }),
    /** As the calls take them: of each piece with a loan that is out. */
    saidOf: (items: readonly Lent[]): LoansAtPickup =>
      items.flatMap(({ id, loan }) => {
        if (loan === null) return [];
        const until = kept.get(id);
        const said = { rma_item_id: id, condition: '' };
        return [until === undefined ? said : { ...said, kept_until: until }];
      }),
  };
}

export type KeptLoans = ReturnType<typeof useKeptLoans>;
