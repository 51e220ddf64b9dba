import type { Day } from '@atelier/domain/kernel.ts';
import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import { isCaseSerial } from '../reference/cases.ts';
import type { Random } from '../reference/random.ts';
import type { Facts, Piece } from './facts.ts';

/** What a repair needs of a piece: bought before this day, and of a kind the fault makes sense for. */
export interface Wish {
  readonly before: Day;
  readonly suits: (piece: Piece) => boolean;
}

/**
 * Who brings what: each piece is taken once, preferably at the shop that sold it, else at another shop of the same
 * country, else by a travelling customer.
 */
export class Pieces {
  readonly #byShop = new Map<number, Piece[]>();
  readonly #byCustomer = new Map<number, Piece[]>();
  readonly #taken = new Set<string>();
  readonly #facts: Facts;
  readonly #random: Random;
  readonly #batch: number;
  #copies = 0;

  /** `batch` > 0: the pieces of another, larger world, with separate serials, without a limit. */
  constructor(facts: Facts, random: Random, batch = 0) {
    this.#facts = facts;
    this.#random = random;
    this.#batch = batch;
    const ordinary = facts.pieces.filter(({ line }) => !isCaseSerial(line.serial));
    for (const piece of shuffled(batch === 0 ? ordinary : ordinary.map(this.#inBatch), random)) {
      listIn(this.#byShop, piece.line.site_id).push(piece);
      listIn(this.#byCustomer, piece.customer.id).push(piece);
    }
  }

  /** One piece for each wish, all of one customer: as many as that customer has, at least the first. */
  take(shop: SiteRow, wishes: readonly [Wish, ...Wish[]]): readonly [Piece, ...Piece[]] {
    const [first, ...others] = wishes;
    const leader = this.#leader(shop, first, others.length);
    this.#taken.add(leader.line.serial);
    const taken: [Piece, ...Piece[]] = [leader];
    for (const wish of others) {
      const next = this.#free(listIn(this.#byCustomer, leader.customer.id), wish)[0];
      if (next === undefined) break;
      this.#taken.add(next.line.serial);
      taken.push(next);
    }
    return taken;
  }

  /** A fitting piece; for a deposit of several, of a customer who has several. */
  #leader(shop: SiteRow, wish: Wish, more: number): Piece {
    const near = this.#facts.shops.filter((each) => each.country === shop.country && each.id !== shop.id);
    const lists = [[shop], near, this.#facts.shops].map((shops) =>
      shops.flatMap((each) => listIn(this.#byShop, each.id)),
    );
    for (const list of lists) {
      const free = this.#free(list, wish);
      const rich = free.find((piece) => this.#spare(piece) > more);
      const found = (more > 0 ? rich : undefined) ?? free[0];
      if (found !== undefined) return found;
    }
    return this.#copy(shop, wish);
  }

  #spare(piece: Piece): number {
    return listIn(this.#byCustomer, piece.customer.id).filter((each) => !this.#taken.has(each.line.serial))
      .length;
  }

  #free(list: readonly Piece[], wish: Wish): readonly Piece[] {
    return list.filter(
      (piece) =>
        !this.#taken.has(piece.line.serial) && piece.invoice.issued_on < wish.before && wish.suits(piece),
    );
  }

  #copy(shop: SiteRow, wish: Wish): Piece {
    if (this.#batch === 0)
      throw new Error(`${shop.code} has no piece left that was bought before ${wish.before}`);
    const fitting = listIn(this.#byShop, shop.id).filter(
      (piece) => piece.invoice.issued_on < wish.before && wish.suits(piece),
    );
    const model = this.#random.pick(fitting.length > 0 ? fitting : listIn(this.#byShop, shop.id));
    this.#copies += 1;
    return withSerial(model, `${model.line.serial}-${this.#copies}`);
  }

  readonly #inBatch = (piece: Piece): Piece => withSerial(piece, `${piece.line.serial}-${this.#batch}`);
}

const withSerial = (piece: Piece, serial: string): Piece => ({ ...piece, line: { ...piece.line, serial } });

function listIn<Key, Value>(map: Map<Key, Value[]>, key: Key): Value[] {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made: Value[] = [];
  map.set(key, made);
  return made;
}

function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  return list
    .map((value) => ({ value, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value);
}
