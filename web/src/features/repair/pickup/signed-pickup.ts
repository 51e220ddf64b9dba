import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQueries } from '@tanstack/react-query';
import { itemFileQuery } from '../../../shared/queries/item.ts';
import type { AskedList } from '../../../shared/sign/use-phone-signature.ts';
import type { Counter } from './use-counter.ts';

/** What a client signs for when they take their pieces: nothing in it names them. */
export function useSignedPickup({ ticked, tills }: Counter, language: string): AskedList {
  const weights = useQueries({
    queries: ticked.map(({ id }) => itemFileQuery(id)),
    combine: (files) => files.map(({ data }) => data?.data.final_weight ?? data?.data.total_weight ?? null),
  });
  const pieces = ticked.map((item, index) => signedPiece(item, weights[index] ?? null));
  const totals = tills.map(({ total, currency }) => ({ amount: total, currency }));
  return { kind: 'pickup', language, pieces, totals };
}

const signedPiece = (item: ItemView, weight: number | null): AskedList['pieces'][number] => ({
  number: item.number,
  product_name: item.product_name,
  marks: [],
  weight,
  fee: Math.max(0, item.fee_open),
  currency: item.repair_fee_ccy,
});
