import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import { dayIn } from '../reference/calendar.ts';
import type { Random } from '../reference/random.ts';
import type { Piece } from './facts.ts';
import { anotherFault, comesPast, faultsOf, type Fault } from './faults.ts';
import type { Pieces, Wish } from './pieces.ts';

/** A piece over the counter: what the customer says is wrong, and what the factory will find. */
export interface Brought {
  readonly piece: Piece;
  /** The one that decides the way through the benches. */
  readonly fault: Fault;
  readonly claimed: readonly Fault[];
  readonly found: readonly Fault[];
}

interface Collected {
  readonly piece: Piece;
  readonly shopId: number;
  readonly from: number;
}

const COMES_AGAIN = 0.08;
const REST = 3 * DAY_MS;

/** Who comes to the counter with what. */
export class Customers {
  readonly #pieces: Pieces;
  #collected: Collected[] = [];

  constructor(pieces: Pieces) {
    this.#pieces = pieces;
  }

  /** From now on this piece may come again. */
  collects(piece: Piece, shop: SiteRow, at: number): void {
    this.#collected.push({ piece, shopId: shop.id, from: at + REST });
  }

  /**
   * One customer's pieces: one for each bench that must be on the way (undefined = any way will do), as many as that
   * customer has, at least one. Bought before `before`.
   */
  bring(
    shop: SiteRow,
    before: number,
    benches: readonly (StatusId | undefined)[],
    random: Random,
  ): readonly Brought[] {
    const day = dayIn(new Date(before), shop.time_zone);
    const [first, ...others] = benches.map((bench): Wish => ({
      before: day,
      suits: (piece) => canCome(piece, bench),
    }));
    if (first === undefined) throw new Error('a deposit without pieces');
    const again =
      others.length === 0 && random.chance(COMES_AGAIN) ? this.#again(shop, before, first) : undefined;
    const pieces = again === undefined ? this.#pieces.take(shop, [first, ...others]) : [again];
    return pieces.map((piece, index) => broughtWith(piece, benches[index], random));
  }

  /** One customer's piece with these reasons, bought before `before`; the factory finds the same. */
  bringWith(shop: SiteRow, before: number, reasonIds: readonly number[]): Brought {
    const day = dayIn(new Date(before), shop.time_zone);
    const faults = ({ product }: Piece) =>
      reasonIds.flatMap((id) => faultsOf(product.kind).find(({ reasonId }) => reasonId === id) ?? []);
    const suits = (piece: Piece) => faults(piece).length === reasonIds.length;
    const [piece] = this.#pieces.take(shop, [{ before: day, suits }]);
    const claimed = faults(piece);
    const [fault] = claimed;
    if (fault === undefined) throw new Error('a piece is brought for a reason');
    return { piece, fault, claimed, found: claimed };
  }

  #again(shop: SiteRow, before: number, wish: Wish): Piece | undefined {
    const found = this.#collected.find(
      (each) => each.shopId === shop.id && each.from < before && wish.suits(each.piece),
    );
    this.#collected = this.#collected.filter((each) => each !== found);
    return found?.piece;
  }
}

const fits = (fault: Fault, bench: StatusId | undefined): boolean =>
  bench === undefined || comesPast(fault, bench);

const canCome = (piece: Piece, bench: StatusId | undefined): boolean =>
  faultsOf(piece.product.kind).some((fault) => fits(fault, bench));

/** The same piece once more, with a separate fault. */
export function broughtWith(piece: Piece, bench: StatusId | undefined, random: Random): Brought {
  const { kind } = piece.product;
  const fault = random.pick(faultsOf(kind).filter((each) => fits(each, bench)));
  const claimed = random.chance(0.14) ? [fault, anotherFault(kind, fault, random)] : [fault];
  return { piece, fault, claimed, found: foundOf(claimed, piece, random) };
}

/** Mostly what was claimed; sometimes more, sometimes something else altogether. */
function foundOf(claimed: readonly Fault[], { product }: Piece, random: Random): readonly Fault[] {
  const [first] = claimed;
  if (first === undefined || random.chance(0.8)) return claimed;
  const other = anotherFault(product.kind, first, random);
  return random.chance(0.6) ? [first, other] : [other];
}
