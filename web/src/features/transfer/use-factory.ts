import type { TransferRow } from '@atelier/domain/transfer/contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sitesQuery } from './transfer-queries.ts';

export interface FactoryChoice {
  readonly chosen: number | null;
  readonly options: readonly { readonly value: number; readonly label: string }[];
}

/** The factories beside the one this site may be. With only one, or a basket that is for one, there is nothing to choose. */
export function useFactory(
  siteId: number,
  basket: readonly TransferRow[],
): [FactoryChoice, (id: number | null) => void] {
  const [picked, setPicked] = useState<number | null>(null);
  const sites = useQuery(sitesQuery()).data?.data ?? [];
  const options = sites
    .filter(({ kind, id }) => kind === 'factory' && id !== siteId)
    .map(({ id, name }) => ({ value: id, label: name }));
  const only = options.length === 1 ? (options[0]?.value ?? null) : null;
  const inBasket = new Set(basket.flatMap(({ factory }) => factory?.id ?? []));
  const usual = inBasket.size === 1 ? ([...inBasket][0] ?? null) : null;
  return [{ chosen: picked ?? only ?? usual, options }, setPicked];
}
