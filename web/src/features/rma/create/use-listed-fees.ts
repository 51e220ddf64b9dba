import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '../../../lib/session/use-session.ts';
import { repairFeesQuery } from './form-queries.ts';

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

/** What the list asks for these sub-reasons together; null where it says nothing of any of them. */
export function listedSum(fees: ReadonlyMap<number, number>, subReasons: readonly number[]): number | null {
  const listed = subReasons.flatMap((id) => fees.get(id) ?? []);
  return listed.length === 0 ? null : listed.reduce((sum, fee) => sum + fee, 0);
}
