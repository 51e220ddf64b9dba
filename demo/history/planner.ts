import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import { createRandom, type Random } from '../reference/random.ts';
import { Customers, type Brought } from './bring.ts';
import type { Facts } from './facts.ts';
import { Lanes } from './lanes.ts';
import { Packages, type PackagePlan } from './packages.ts';
import { Pieces } from './pieces.ts';
import type { Fate, PiecePlan, RmaPlan, Visit } from './plan.ts';
import { Status } from '@atelier/domain/shared/status.ts';

export interface PlannerOptions {
  readonly seed: number;
  readonly facts: Facts;
  /** Milliseconds. */
  readonly now: number;
  /** Above 0: one of several worlds in one database, whose pieces never run out. */
  readonly batch?: number;
}

export type Extras = Partial<Pick<RmaPlan, 'delivery' | 'continues' | 'random'>>;

/** Not everything can be repaired. */
export const OUTCOMES = [
  ['repaired', 93],
  ['unrepaired', 4],
  ['replaced', 2],
  ['counterfeit', 1],
] as const;

/** Collects deposits, their pieces and the packages they travel in. Makes no events yet. */
export class Planner {
  readonly now: number;
  readonly facts: Facts;
  readonly lanes: Lanes;
  readonly packages = new Packages();
  readonly rmas: RmaPlan[] = [];
  readonly customers: Customers;
  readonly #seed: number;

  constructor({ seed, facts, now, batch = 0 }: PlannerOptions) {
    this.#seed = seed;
    this.facts = facts;
    this.now = now;
    this.lanes = new Lanes(facts);
    this.customers = new Customers(new Pieces(facts, createRandom(seed, 'pieces'), batch));
  }

  /** Choices of the next deposit alone, so that one more deposit does not change the others. */
  nextRandom(): Random {
    return createRandom(this.#seed, `deposit ${this.rmas.length + 1}`);
  }

  /** Choices of a deposit that has a name: the same on whatever day the demo is made. */
  namedRandom(name: string): Random {
    return createRandom(this.#seed, `deposit ${name}`);
  }

  /** A deposit without pieces yet. */
  open(shop: SiteRow, depositAt: number, random: Random, extras: Extras = {}): RmaPlan {
    const plain = { delivery: 'store', continues: null } as const;
    const rma: RmaPlan = { seat: { id: 0 }, shop, depositAt, random, pieces: [], ...plain, ...extras };
    this.rmas.push(rma);
    return rma;
  }

  /** Pieces that have only been deposited; `out` when they have left in an unopened package. */
  fresh(
    shop: SiteRow,
    depositAt: number,
    count: number,
    out: PackagePlan | null,
    fate: Fate = { kind: 'open' },
  ): RmaPlan {
    const random = this.nextRandom();
    const brought = this.customers.bring(shop, depositAt, anything(count), random);
    const rma = this.open(shop, depositAt, random);
    const pieces = brought.map((each) => pieceOf(rma, each, { fate, out }));
    for (const piece of pieces) out?.load(piece);
    return rma;
  }

  /** The package in which such a way goes from the warehouse to a factory; null when it does not. */
  transferOf(visits: readonly Visit[]): PackagePlan | null {
    const index = visits.findIndex((visit) => visit.status === Status.MCToCN);
    const [sent, received] = [visits[index], visits[index + 1]];
    if (sent === undefined || received === undefined) return null;
    return this.packages.leaving(this.lanes.transfer(sent.site, received.site), sent.at);
  }
}

/** So many pieces that may have any fault. */
export const anything = (count: number): readonly undefined[] =>
  Array.from({ length: count }, () => undefined);

/** When a way that was forwarded is received at the factory. */
export const forwardedTo = (visits: readonly Visit[]): number | undefined =>
  visits.find((_, index) => visits[index - 1]?.status === Status.MCToCN)?.at;

type Parts = Partial<Pick<PiecePlan, 'visits' | 'out' | 'transfer' | 'back' | 'outcome' | 'fate' | 'turns'>>;

const NOTHING_YET = {
  visits: [],
  out: null,
  transfer: null,
  back: null,
  outcome: 'repaired',
  fate: { kind: 'open' },
  turns: {},
} as const;

/** A piece of a deposit. What is not said has not happened. */
export function pieceOf(rma: RmaPlan, { piece, claimed, found }: Brought, parts: Parts): PiecePlan {
  const plan: PiecePlan = {
    rma,
    seat: { id: 0 },
    piece,
    claimed,
    found,
    random: rma.random,
    ...NOTHING_YET,
    ...parts,
  };
  rma.pieces.push(plan);
  return plan;
}
