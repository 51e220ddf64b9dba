import { describe, expect, it } from 'vitest';
import type { TransferRow } from '@atelier/contracts/transfer/schema.ts';
import { namedReason } from '@atelier/domain/contract/named-reason.ts';
import { pileOf, sizeOf } from './piles.ts';

const options = [
  { value: 4, label: 'Shenzhen Atelier' },
  { value: 5, label: 'Valenza Atelier' },
];

const row = (id: number, reason: string, factory: number | null = null): TransferRow =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the piles read of a row
  ({
    id,
    transfer_reason: reason,
    factory: factory === null ? null : { id: factory, name: '' },
  }) as unknown as TransferRow;

const hand = {
  basket: [row(1, '', 4), row(2, namedReason('Shenzhen Atelier', 'gold'), 5)],
  needed: [
    row(2, namedReason('Shenzhen Atelier', 'gold')),
    row(3, namedReason('Valenza Atelier', 'pearls')),
    row(4, 'laser'),
  ],
  options,
};

const idsOf = (rows: readonly TransferRow[]) => rows.map(({ id }) => id);

describe('what each factory gets', () => {
  it('is what lies in its basket, and what was asked for it', () => {
    const pile = pileOf(5, hand);
    expect(idsOf(pile.ticked)).toEqual([2]);
    expect(idsOf(pile.waiting)).toEqual([3]);
    expect(sizeOf(pile)).toBe(2);
  });

  it('counts a piece once: in the basket of one factory it waits for no other', () => {
    expect(idsOf(pileOf(4, hand).ticked)).toEqual([1]);
    expect(pileOf(4, hand).waiting).toEqual([]);
  });

  it('leaves what names no factory undecided', () => {
    expect(idsOf(pileOf(null, hand).waiting)).toEqual([4]);
    expect(pileOf(null, hand).ticked).toEqual([]);
  });
});
