import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '../../lib/session/use-session.ts';
import { repairFeesQuery } from './queries.ts';

/** The fee list of the shop's country in its own currency: minor units by sub-reason. */
export function useListedFees(currency: string): ReadonlyMap<number, number> {
  const country = useSession().view.site?.country_code ?? '';
  const fees = useQuery({ ...repairFeesQuery(country), enabled: country !== '' }).data?.data;
  return useMemo(
    () =>
      new Map(
        (fees ?? [])
          .filter((fee) => fee.currency === currency)
          .map((fee) => [fee.rma_sub_reason_id, fee.fee]),
      ),
    [fees, currency],
  );
}

interface Due {
  /** The sum of the listed fees in minor units; null where the list says nothing. */
  readonly listed: number | null;
  readonly isFree: boolean;
  readonly hasSubReasons: boolean;
}

/**
 * The proposed amount until one is typed, in minor units; null leaves the field empty. Nothing is due in
 * warranty, which is 0; that 0 goes again when the warranty does, because then an amount must be typed.
 */
export function untypedAmount(current: number | null, { listed, isFree, hasSubReasons }: Due): number | null {
  if (listed !== null) return listed;
  if (!isFree) return current === 0 ? null : current;
  // The list of fees may not be here yet: with sub-reasons an amount that stands is kept.
  return hasSubReasons ? (current ?? 0) : 0;
}
