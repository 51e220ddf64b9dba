import type { TransferRow } from '@atelier/contracts/transfer/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useRules } from '../../shared/rules/rules.ts';
import { sitesQuery } from '../../shared/queries/sites.ts';

export interface FactoryChoice {
  readonly chosen: number | null;
  readonly options: readonly { readonly value: number; readonly label: string }[];
}

/** In the address: the tab of what names no factory. */
const UNDECIDED = 'none';

/** The factories beside the one this site may be; the choice stands in the address and so survives a reload. With only one, or a basket that is for one, there is nothing to choose. */
export function useFactory(
  siteId: number,
  basket: readonly TransferRow[],
): [FactoryChoice, (id: number | null) => void] {
  const [params, setParams] = useSearchParams();
  const open = useRules().factories;
  const sites = useQuery(sitesQuery()).data?.data ?? [];
  const options = sites
    .filter(({ kind, id }) => kind === 'factory' && id !== siteId && (open === null || open.includes(id)))
    .map(({ id, name }) => ({ value: id, label: name }));
  const named = params.get('factory');
  const asked = Number(named);
  const picked = options.find(({ value }) => value === asked)?.value ?? null;
  const pick = (id: number | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('factory', id === null ? UNDECIDED : String(id));
        return after;
      },
      { replace: true },
    );
  const only = options.length === 1 ? (options[0]?.value ?? null) : null;
  const inBasket = new Set(basket.flatMap(({ factory }) => factory?.id ?? []));
  const usual = inBasket.size === 1 ? ([...inBasket][0] ?? null) : null;
  // The tab stays when its last piece is unticked.
  const [held, hold] = useState<number | null>(null);
  const chosen = named === UNDECIDED ? null : (picked ?? only ?? held ?? usual);
  if (chosen !== null && chosen !== held) hold(chosen);
  return [{ chosen, options }, pick];
}
