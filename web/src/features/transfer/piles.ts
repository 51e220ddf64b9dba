import type { TransferRow } from '@atelier/contracts/transfer/schema.ts';
import type { FactoryChoice } from './use-factory.ts';
import { wantedFactory } from './wanted-factory.ts';

export interface Pile {
  /** In the basket for this factory. */
  readonly ticked: readonly TransferRow[];
  /** Asked for this factory, not in the basket. */
  readonly waiting: readonly TransferRow[];
}

interface AtHand {
  readonly basket: readonly TransferRow[];
  readonly needed: readonly TransferRow[];
  readonly options: FactoryChoice['options'];
}

/** What one factory gets; null = the pieces whose reason names no factory. */
export function pileOf(factory: number | null, { basket, needed, options }: AtHand): Pile {
  const lies = new Set(basket.map(({ id }) => id));
  const waiting = needed.filter(
    (row) => !lies.has(row.id) && (wantedFactory(row.transfer_reason, options)?.value ?? null) === factory,
  );
  const ticked = factory === null ? [] : basket.filter((row) => row.factory?.id === factory);
  return { ticked, waiting };
}

export const sizeOf = ({ ticked, waiting }: Pile): number => ticked.length + waiting.length;
