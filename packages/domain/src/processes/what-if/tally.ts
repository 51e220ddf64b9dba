import type { ItemId, SiteId } from '../../kernel.ts';
import type { StatusId } from '../../shared/status.ts';
import { isDifferent, type Compared, type Undecided } from './compare.ts';

/** Whether a piece was over in a status at some time of the period, and whether it would have been. */
export interface Mark {
  readonly status: StatusId;
  readonly before: boolean;
  readonly after: boolean;
}

/** A piece that would differ. */
export interface Differing extends Pick<Compared, 'inWarranty' | 'due' | 'cause'> {
  readonly itemId: ItemId;
  readonly storeId: SiteId;
  /** Milliseconds. */
  readonly depositedAt: number;
  readonly currency: string;
  readonly marks: readonly Mark[];
}

export const KINDS = ['warranty', 'fee', 'marks'] as const;
export type Kind = (typeof KINDS)[number];

export const differsIn = ({ inWarranty, due, marks }: Differing, kind: Kind): boolean => {
  switch (kind) {
    case 'warranty':
      return inWarranty.before !== inWarranty.after;
    case 'fee':
      return due.before !== due.after;
    case 'marks':
      return marks.some(({ before, after }) => before !== after);
  }
};

/** What the check found: every decision of the period made once more under the rules in force then. */
export interface Check {
  readonly pieces: number;
  readonly decided: number;
  readonly same: number;
  /** Pieces that cannot be decided again, with the first few. */
  readonly undecided: ReadonlyMap<
    Undecided,
    { readonly pieces: number; readonly examples: readonly ItemId[] }
  >;
}

const EXAMPLES = 20;

/** Adds up pieces one at a time, so that a year of them is never held at once; only those that differ are kept. */
export class WhatIfTally {
  readonly #differing = new Map<ItemId, Differing>();
  readonly #undecided = new Map<Undecided, { pieces: number; examples: ItemId[] }>();
  #pieces = 0;
  #decided = 0;
  #same = 0;
  /** Pieces whose cause was locked by warranty and is free to choose under the change: taken to be a production issue. */
  #assumed = 0;

  addDecided(piece: Omit<Differing, 'marks' | keyof Compared>, compared: Compared): void {
    this.#pieces += 1;
    this.#decided += compared.decided;
    this.#same += compared.same;
    if (compared.undecided !== null) {
      this.#miss(compared.undecided, piece.itemId);
      return;
    }
    if (compared.cause.before === 'Expire Warranty' && compared.cause.after !== 'Expire Warranty')
      this.#assumed += 1;
    if (!isDifferent(compared)) return;
    const { inWarranty, due, cause } = compared;
    this.#differing.set(piece.itemId, { ...piece, inWarranty, due, cause, marks: [] });
  }

  /** Marks that are as they were say nothing. */
  addMark(piece: Omit<Differing, 'marks' | keyof Compared>, mark: Mark): void {
    const known = this.#differing.get(piece.itemId) ?? { ...piece, ...NOTHING, marks: [] };
    this.#differing.set(piece.itemId, { ...known, marks: [...known.marks, mark] });
  }

  #miss(cause: Undecided, itemId: ItemId): void {
    const found = this.#undecided.get(cause) ?? { pieces: 0, examples: [] };
    found.pieces += 1;
    if (found.examples.length < EXAMPLES) found.examples.push(itemId);
    this.#undecided.set(cause, found);
  }

  check(): Check & { readonly assumed: number } {
    return {
      pieces: this.#pieces,
      decided: this.#decided,
      same: this.#same,
      undecided: this.#undecided,
      assumed: this.#assumed,
    };
  }

  /** The oldest deposit first. */
  differing(): readonly Differing[] {
    return [...this.#differing.values()].toSorted(
      (a, b) => a.depositedAt - b.depositedAt || a.itemId - b.itemId,
    );
  }
}

const NOTHING = {
  inWarranty: { before: false, after: false },
  due: { before: 0, after: 0 },
  cause: { before: null, after: null },
} as const;

export interface MoneySum {
  readonly currency: string;
  readonly pieces: number;
  /** Minor units. */
  readonly before: number;
  readonly after: number;
}
export interface MarkSum {
  readonly status: StatusId;
  /** Pieces that would be over and were not, and the other way round. */
  readonly more: number;
  readonly less: number;
}
export interface Sums {
  readonly pieces: number;
  readonly intoWarranty: number;
  readonly outOfWarranty: number;
  readonly fees: readonly MoneySum[];
  readonly marks: readonly MarkSum[];
}

/** What would differ, added up. */
export function sumsOf(pieces: readonly Differing[]): Sums {
  const turned = pieces.filter((piece) => differsIn(piece, 'warranty'));
  const into = turned.filter(({ inWarranty }) => inWarranty.after).length;
  return {
    pieces: pieces.length,
    intoWarranty: into,
    outOfWarranty: turned.length - into,
    fees: feesOf(pieces.filter((piece) => differsIn(piece, 'fee'))),
    marks: marksOf(pieces),
  };
}

function feesOf(pieces: readonly Differing[]): readonly MoneySum[] {
  const sums = new Map<string, MoneySum>();
  for (const { currency, due } of pieces) {
    const sum = sums.get(currency) ?? { currency, pieces: 0, before: 0, after: 0 };
    const [before, after] = [sum.before + due.before, sum.after + due.after];
    sums.set(currency, { currency, pieces: sum.pieces + 1, before, after });
  }
  return [...sums.values()].toSorted((a, b) => b.pieces - a.pieces);
}

function marksOf(pieces: readonly Differing[]): readonly MarkSum[] {
  const sums = new Map<StatusId, MarkSum>();
  for (const { status, before, after } of pieces.flatMap(({ marks }) => marks)) {
    if (before === after) continue;
    const { more, less } = sums.get(status) ?? { more: 0, less: 0 };
    sums.set(status, { status, more: more + (after ? 1 : 0), less: less + (before ? 1 : 0) });
  }
  return [...sums.values()].toSorted((a, b) => a.status - b.status);
}
